(* Freezing messages: step 4 of the proof in the notes, once for all theorems.

   Fix a border b: players < b range over small sets Z_0, Z_1, ..., players >= b over a dense set R of
   inputs (Density.v). A STAGE FUNCTION kap says what is settled: [indist b kap Z R] means that whatever
   the players below b hold in Z, nothing that player p < b knows before its kap(p)-th F layer, and no R
   message handed to a player 1, ..., b-1 in the whole protocol, depends on the element of R.

   When player b joins (with its own small set Z_b) the stages can be raised from kap to kap', kap(b) = 0,
   by freezing, as functions of the element of R,
   - for p with 0 < kap(p) < kap'(p): the F messages to p in its kap(p)-th F layer, from players above b;
     what p knows before that layer is settled, so there are x_p ... x_{b-1} cases;
   - for s = kap(p)+1, ..., kap'(p)-1: the F messages to p in the s-th F layer; x_p ... x_b cases;
   - the R messages handed to player b in all R layers.
   The price in bits is [price]. [freeze_step] is the step; all costs C_l and D_1 of Theorems 1 and 3 are
   values of [price] for suitable stage functions. *)
From mathcomp Require Import all_ssreflect zify.
From Strata Require Import Task Protocol Causality Counting Density.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Freezing.
Variables (top : nat) (X : nat -> finType) (tok : nat -> nat) (B S : nat).
Variable Pr : protocol top X tok B S.
Variable dflt : forall p, X p.
Variable x : nat -> nat.               (* bounds on the sizes of Z_0, Z_1, ... *)
Notation F := (inputs top X).
Notation get := (get dflt).
Notation replace := (replace dflt).
Notation layer := (nth false (word Pr)).
Implicit Types (y z : forall p, X p) (Z : forall p, {set X p}) (u v r : F) (R U : {set F}).

(* players < b from y, the others from z *)
Definition mix b y z : forall p, X p := fun p => if p < b then y p else z p.

Definition inZ b Z y := forall p, p < b -> y p \in Z p.

(* the number of F layers among the first t *)
Definition cF t := count id (take t (word Pr)).

Definition indist b (kap : nat -> nat) Z R := forall y, inZ b Z y -> forall u u', u \in R -> u' \in R ->
  let z := mix b y (get u) in let z' := mix b y (get u') in
  (forall t p, t <= size (word Pr) -> p < b -> cF t < kap p -> run Pr t z p = run Pr t z' p) /\
  (forall t p, t < size (word Pr) -> ~~ layer t -> 0 < p < b ->
    handed Pr t z (run Pr t z) (top - p) = handed Pr t z' (run Pr t z') (top - p)).

Definition price b (kap kap' : nat -> nat) :=
  2 * B * (top - b) * (\sum_(0 <= p < b.+1) tok p *
    ((0 < kap p < kap' p) * (\prod_(p <= q < b) x q) +
     (kap' p - 1 - kap p) * (\prod_(p <= q < b.+1) x q))) + nR Pr * S.

(* ---- counting F layers ---- *)

Lemma cF_S t : t < size (word Pr) -> cF t.+1 = cF t + layer t.
Proof. by move=> tw; rewrite /cF (take_nth false) // -cats1 count_cat /= addn0. Qed.

Lemma cF_size t : size (word Pr) <= t -> cF t = nF Pr.
Proof. by move=> tw; rewrite /cF take_oversize. Qed.

Lemma cF_mono : {homo cF : t t' / t <= t'}.
Proof.
apply: homo_leq => [//|? ? ?|t]; first exact: leq_trans.
case: (ltnP t (size (word Pr))) => tw; first by rewrite cF_S // leq_addr.
by rewrite !cF_size // ltnW.
Qed.

Lemma cF_inj t t' : t < size (word Pr) -> t' < size (word Pr) -> layer t -> layer t' ->
  cF t = cF t' -> t = t'.
Proof.
have lt i j : i < size (word Pr) -> layer i -> i < j -> cF i < cF j.
  by move=> iw li /cF_mono; rewrite cF_S // li addn1.
move=> tw tw' lt_t lt_t' e; case: (ltngtP t t') => // tt.
  by have := lt _ _ tw lt_t tt; rewrite e ltnn.
by have := lt _ _ tw' lt_t' tt; rewrite e ltnn.
Qed.

(* ---- what can be frozen at which price ---- *)

(* something about the s-th F layer *)
Lemma freezable_layer s e (Phi : nat -> F -> F -> Prop) : (forall t, freezable e (Phi t)) ->
  freezable e (fun u u' => forall t, t < size (word Pr) -> layer t -> cF t = s -> Phi t u u').
Proof.
move=> fr; case: (pickP [pred t : 'I_(size (word Pr)) | layer t && (cF t == s)]) => [t0|none].
  case/andP=> l0 /eqP c0; apply: freezable_weaken (fr t0) _ _ => // u u' h t tw lt ct.
  by rewrite (@cF_inj t t0) // ct c0.
apply: freezable_weaken (@freezable_true F) _ _ => // u u' _ t tw lt ct.
by have := none (Ordinal tw); rewrite /= lt ct eqxx.
Qed.

(* something about every R layer *)
Lemma freezable_R e (Phi : nat -> F -> F -> Prop) : (forall t, freezable e (Phi t)) ->
  freezable (nR Pr * e) (fun u u' => forall t, t < size (word Pr) -> ~~ layer t -> Phi t u u').
Proof.
move=> fr; pose r := [seq t <- iota 0 (size (word Pr)) | ~~ layer t].
have er : \sum_(t <- r) e = nR Pr * e.
  rewrite big_const_seq count_predT iter_addn_0 size_filter mulnC; congr (_ * _).
  by rewrite /nR -[in RHS](mkseq_nth false (word Pr)) count_map.
rewrite -er; apply: freezable_weaken (freezable_seq (fun t (_ : t \in r) => fr t)) _ _ => // u u' h t tw lt.
by apply: h; rewrite mem_filter lt mem_iota.
Qed.

(* something about every choice of the blocks of players p, ..., b-1 in Z *)
Lemma freezable_box Z p b e (Phi : (forall p, X p) -> F -> F -> Prop) : b <= top.+1 ->
  (forall q, q < b -> #|Z q| <= x q) -> (forall y, freezable e (Phi y)) ->
  (forall y y' u u', (forall q, p <= q < b -> y q = y' q) -> Phi y u u' -> Phi y' u u') ->
  freezable ((\prod_(p <= q < b) x q) * e) (fun u u' => forall y, inZ b Z y -> Phi y u u').
Proof.
move=> bT Zx fr ext.
pose box := [set c : F | c \in family (fun q : 'I_top.+1 =>
   if p <= q < b then mem (Z q) else mem (pred1 (dflt q)))].
have cbox : #|box| <= \prod_(p <= q < b) x q.
  rewrite cardsE card_family foldrE big_map big_enum_cond /=.
  rewrite (big_nat_widen _ _ _ _ _ bT) (big_nat_widenl _ 0) //= big_mkord.
  rewrite [X in _ <= X]big_mkcond /=; apply: leq_prod => q _.
  by rewrite andbC; case: ifP => [/andP [h _]|_]; [apply: Zx|rewrite card1].
have fr' := freezable_set box (fun c => fr (get c)).
apply: freezable_weaken fr' _ _ => [|u u' h y yZ]; first by rewrite leq_mul2r cbox orbT.
pose c : F := pack top (fun q => if p <= q < b then y q else dflt q).
apply: (@ext (get c)) => [q /[dup] qb /andP [_ q1]|]; first by rewrite get_pack ?qb //; lia.
apply: h; rewrite inE; apply/familyP => q; rewrite ffunE.
by case: ifP => [/andP [_ qb]|_]; [apply: yZ|rewrite inE].
Qed.

(* F messages to p from players above b in layer t, for every choice of the blocks p, ..., b'-1, if p knows
   H y u, which depends on these blocks of y only *)
Lemma freezable_fmsg Z b t p b' (H : (forall p, X p) -> F -> history) : p < b' -> b' <= top.+1 ->
  (forall q, q < b' -> #|Z q| <= x q) ->
  (forall y y' u, (forall q, p <= q < b' -> y q = y' q) -> H y u = H y' u) ->
  freezable (2 * B * (top - b) * (tok p * \prod_(p <= q < b') x q)) (fun u u' =>
    forall y, inZ b' Z y -> forall j, b.+1 <= j < top.+1 ->
    fmsg Pr t j p (get u j) (run Pr t (get u) j) (y p) (H y u) =
    fmsg Pr t j p (get u' j) (run Pr t (get u') j) (y p) (H y u')).
Proof.
move=> pb bT Zx ext.
have -> : 2 * B * (top - b) * (tok p * \prod_(p <= q < b') x q) =
    (\prod_(p <= q < b') x q) * ((top - b) * (2 * B * tok p)).
  by move: (\prod_(_ <= q < _) _) => c; clear; lia.
apply: freezable_box => // [y|y y' u u' e h j jb].
  rewrite -subSS -sum_nat_const_nat; apply: freezable_nat => j _.
  by apply: freezable_bounded => u; apply: fmsg_bound.
by rewrite -!(ext y) // -e ?h //; lia.
Qed.

(* ---- player b joins ---- *)

(* replacing block b of an element of U by an element of Z_b leads into R *)
Definition leads_into b Z U R := forall u, u \in U -> forall c : X b, c \in Z b -> replace u c \in R.

Lemma mix_replace b y v q : b <= top -> mix b.+1 y (get v) q = mix b y (get (replace v (y b))) q.
Proof.
move=> bT; rewrite /mix ltnS; case: (ltngtP q b) => [//|qb|->]; first by rewrite replace_neq // neq_ltn qb.
by rewrite replace_eq.
Qed.

Lemma indist_replace b kap Z U R : b <= top -> indist b kap Z R -> leads_into b Z U R ->
  forall y, inZ b.+1 Z y -> forall u r, u \in U -> r \in R ->
  let z := mix b.+1 y (get u) in let z' := mix b y (get r) in
  (forall t p, t <= size (word Pr) -> p < b -> cF t < kap p -> run Pr t z p = run Pr t z' p) /\
  (forall t p, t < size (word Pr) -> ~~ layer t -> 0 < p < b ->
    handed Pr t z (run Pr t z) (top - p) = handed Pr t z' (run Pr t z') (top - p)).
Proof.
move=> bT ind UR y yZ u r uU rR z z'.
have yb : inZ b Z y by move=> p pb; apply: yZ; apply: ltnW.
have [iF iR] := ind y yb (replace u (y b)) r (UR u uU _ (yZ b (leqnn _))) rR.
have e q : z q = mix b y (get (replace u (y b))) q by apply: mix_replace.
split=> t p tw pb ct; [rewrite -iF //|rewrite -iR //].
  by apply: (@run_causal _ _ _ _ _ Pr 0) => [q _|]; [apply: e|lia].
by apply: handed_causal => q _; apply: e.
Qed.

Theorem freeze_step b kap kap' Z R U r : 0 < b <= top ->
  (forall p, p <= b -> #|Z p| <= x p) -> kap b = 0 ->
  (forall p j s, p < j <= b -> kap p <= s.+1 < kap' p -> s < kap' j) ->
  (forall t, t < size (word Pr) -> ~~ layer t -> kap 0 <= cF t < kap' 0 -> cF t < kap' 1) ->
  indist b kap Z R -> r \in R -> leads_into b Z U R ->
  exists R', [/\ R' \subset U, #|U| <= #|R'| * 2 ^ price b kap kap' & indist b.+1 kap' Z R'].
Proof.
case/andP=> b0 bT Zx kb clF clR ind rR UR.
(* the messages to be frozen *)
pose same t p (h h' : history) y u u' := forall j, b.+1 <= j < top.+1 ->
  fmsg Pr t j p (get u j) (run Pr t (get u) j) (y p) h =
  fmsg Pr t j p (get u' j) (run Pr t (get u') j) (y p) h'.
pose settled p u u' := forall t, t < size (word Pr) -> layer t -> cF t = (kap p).-1 ->
  forall y, inZ b Z y -> same t p (run Pr t (mix b y (get r)) p) (run Pr t (mix b y (get r)) p) y u u'.
pose unsettled p s u u' := forall t, t < size (word Pr) -> layer t -> cF t = s ->
  forall y, inZ b.+1 Z y ->
  same t p (run Pr t (mix b.+1 y (get u)) p) (run Pr t (mix b.+1 y (get u')) p) y u u'.
pose handedb u u' := forall t, t < size (word Pr) -> ~~ layer t ->
  handed Pr t (get u) (run Pr t (get u)) (top - b) = handed Pr t (get u') (run Pr t (get u')) (top - b).
have causal_mix t p b' y y' v : p <= b <= b' -> (forall q, p <= q < b' -> y q = y' q) ->
    run Pr t (mix b' y (get v)) p = run Pr t (mix b' y' (get v)) p.
  move=> pb e; apply: (@run_causal _ _ _ _ _ Pr p); last by lia.
  by move=> q pq; rewrite /mix; case: ifP => // qb; apply: e; lia.
have frF p : 0 <= p < b.+1 -> freezable (2 * B * (top - b) * (tok p *
    ((0 < kap p < kap' p) * (\prod_(p <= q < b) x q) + (kap' p - 1 - kap p) * (\prod_(p <= q < b.+1) x q))))
    (fun u u' => (0 < kap p < kap' p -> settled p u u') /\
                 (forall s, kap p <= s < kap' p - 1 -> unsettled p s u u')).
  move=> /= pb; rewrite !mulnDr; apply: freezable_and.
    case kp: (0 < kap p < kap' p); last by apply: freezable_weaken (@freezable_true F) _ _.
    rewrite mul1n.
    apply: freezable_weaken (@freezable_layer (kap p).-1 _ _ _) (leqnn _) (fun u u' h _ => h) => t.
    apply: (@freezable_fmsg Z b t p b (fun y _ => run Pr t (mix b y (get r)) p)) => //.
    - by rewrite ltn_neqAle -ltnS pb andbT; apply: contraTneq kp => ->; rewrite kb.
    - exact: leqW.
    - by move=> q qb; apply: Zx; apply: ltnW.
    - by move=> y y' _ e; apply: causal_mix => //; lia.
  have -> : 2 * B * (top - b) * (tok p * ((kap' p - 1 - kap p) * \prod_(p <= q < b.+1) x q)) =
      \sum_(kap p <= s < kap' p - 1) 2 * B * (top - b) * (tok p * \prod_(p <= q < b.+1) x q).
    by rewrite sum_nat_const_nat; move: (\prod_(_ <= q < _) _) => c; clear; lia.
  apply: freezable_nat => s _; apply: freezable_layer => t.
  apply: (@freezable_fmsg Z b t p b.+1 (fun y u => run Pr t (mix b.+1 y (get u)) p)) => //.
  by move=> y y' v e; apply: causal_mix => //; lia.
have frR : freezable (nR Pr * S) handedb.
  apply: freezable_R => t.
  pose f u := odflt 0 (handed Pr t (get u) (run Pr t (get u)) (top - b)).
  have fb u : f u < 2 ^ S.
    by rewrite /f; case: (top - b) => [|d] /=; [rewrite expn_gt0|apply: rmsg_bound].
  apply: freezable_weaken (freezable_bounded fb) (leqnn _) _ => u u'; rewrite /f.
  by case: (top - b) => //= d ->.
have [R' [sR' cR' frozen]] := freezable_and (freezable_nat frF) frR U.
exists R'; split=> //; first by rewrite /price big_distrr.
(* nothing depends on the element of R' *)
move=> y yZ u u' uR uR' z z'; have [{}frF {}frR] := frozen u u' uR uR'.
have [oF oR] := indist_replace bT ind UR yZ (subsetP sR' _ uR) rR.
have [oF' oR'] := indist_replace bT ind UR yZ (subsetP sR' _ uR') rR.
have low v q : q <= b -> mix b.+1 y (get v) q = y q by rewrite /mix ltnS => ->.
have high v q : b < q -> mix b.+1 y (get v) q = get v q by move=> bq; rewrite /mix ltnNge bq.
have highrun v t q : b < q <= top -> run Pr t (mix b.+1 y (get v)) q = run Pr t (get v) q.
  by move=> qb; apply: (@run_causal _ _ _ _ _ Pr b.+1) => [j jb|]; [apply: high; lia|lia].
have eR t p : t < size (word Pr) -> ~~ layer t -> 0 < p < b.+1 ->
    handed Pr t z (run Pr t z) (top - p) = handed Pr t z' (run Pr t z') (top - p).
  move=> tw lt /andP [p0]; rewrite ltnS leq_eqVlt => /orP [/eqP ->|pb]; last first.
    by rewrite oR ?oR' ?p0.
  have eh v : handed Pr t (mix b.+1 y (get v)) (run Pr t (mix b.+1 y (get v))) (top - b) =
              handed Pr t (get v) (run Pr t (get v)) (top - b).
    by apply: handed_causal => q qb; apply: high; case/andP: qb.
  by rewrite !eh frR.
split=> //; elim=> [//|t IH] p tw pb ct.
have {}IH q : q < b.+1 -> cF t < kap' q -> run Pr t z q = run Pr t z' q by apply: IH; apply: ltnW.
case: (boolP ((p < b) && (cF t.+1 < kap p))) => [/andP [p1 p2]|new]; first by rewrite oF ?oF'.
have kc : kap p <= cF t.+1.
  rewrite leqNgt; apply: contra new => ck; rewrite ck andbT ltn_neqAle -ltnS pb andbT.
  by apply: contraTneq ck => ->; rewrite kb.
rewrite /= IH //; last by apply: leq_ltn_trans ct; apply: cF_mono.
congr (rcons _ _); rewrite /received; case: ifP => lt; rewrite cF_S // lt ?addn0 ?addn1 in ct kc; last first.
  (* R layer *)
  congr (oapp _ _ _); case: (posnP p) => [p0|p0]; last by apply: eR; rewrite ?lt ?p0.
  rewrite p0 in ct kc *; apply: (@handed_ext _ _ _ _ _ _ 1); first exact: leq_trans bT.
    by apply: eR; rewrite ?lt.
  move=> j /andP [j0 j1]; have -> : j = 1 by apply/eqP; rewrite eqn_leq j0 j1.
  by rewrite /z /z' !low //; split=> //; apply: IH => //; apply: clR; rewrite ?lt ?kc.
(* F layer *)
apply/eq_in_map => j; rewrite mem_iota => /andP [pj jT].
rewrite addSn subnKC ?ltnS in jT; last by apply: leq_trans bT; rewrite -ltnS.
have ctp : cF t < kap' p by exact: ltnW.
case: (leqP j b) => jb.
  have ctj : cF t < kap' j by apply: (clF p); rewrite ?pj ?kc.
  by rewrite /z /z' !low // (IH p) ?(IH j).
have jb2 : b < j <= top by rewrite jb jT.
rewrite /z /z' !(low _ p) // !(high _ j) // !(highrun _ _ j) //.
have [fs fu] := frF p pb.
move: kc; rewrite leq_eqVlt => /orP [/eqP eq_k|lt_k].
  have kp : 0 < kap p < kap' p by rewrite eq_k.
  have p1 : p < b by rewrite ltn_neqAle -ltnS pb andbT; apply: contraTneq kp => ->; rewrite kb.
  have e1 : cF t = (kap p).-1 by rewrite eq_k.
  have k1 : cF t < kap p by rewrite eq_k.
  rewrite oF ?oF' //; try exact: ltnW.
  by apply: (fs kp) => //; move=> q qb; apply: yZ; apply: ltnW.
apply: (fu (cF t)) => //; rewrite -ltnS lt_k subn1.
by case: (kap' p) ct.
Qed.
End Freezing.
