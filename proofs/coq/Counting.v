(* Counting tools.

   - Power mean: (sum c)^x <= |T|^(x-1) sum c^x, by Chebyshev's sum inequality and induction on x.
   - Pigeonhole as FREEZING: [freezable e Phi] says that every set U has a subset U' with |U| <= 2^e |U'|
     on which Phi holds for any two elements. A function with values below 2^b can be frozen at price b,
     and freezing finitely many things costs the sum of the prices; so no type of transcripts is needed.
   - Bad tuples: an x-tuple of functions [N] -> [N] whose images of P together have fewer than th elements
     maps everything into one of binom(N, th) sets; hence |bad| N^(x|P|) <= binom(N, th) th^(x|P|) |all
     tuples|.
   - binom(N, t) t^t <= 3^t N^t, and COVER in the form in which the closed form needs it. *)
From mathcomp Require Import all_ssreflect zify.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(* ---- power mean ---- *)

Lemma chebyshev2 a b x : a * b ^ x + b * a ^ x <= a ^ x.+1 + b ^ x.+1.
Proof.
wlog le_ab : a b / a <= b.
  move=> H; case/orP: (leq_total a b) => [/H //|/H].
  by rewrite addnC [X in _ <= X -> _]addnC.
have h : a ^ x <= b ^ x by case: (x) => // y; rewrite leq_exp2r.
by rewrite !expnS; move: (a ^ x) (b ^ x) h => p q h; nia.
Qed.

Lemma chebyshev (T : finType) (c : T -> nat) x :
  (\sum_z c z) * (\sum_z c z ^ x) <= #|T| * \sum_z c z ^ x.+1.
Proof.
have cross : (\sum_z c z) * (\sum_z c z ^ x) = \sum_(z : T) \sum_(y : T) c z * c y ^ x.
  by rewrite big_distrl; apply: eq_bigr => z _; rewrite big_distrr.
have diag : #|T| * (\sum_z c z ^ x.+1) = \sum_(z : T) \sum_(y : T) c y ^ x.+1.
  by rewrite sum_nat_const.
have cross' := etrans cross (exchange_big _ _ _ _ _ _); have diag' := etrans diag (exchange_big _ _ _ _ _ _).
rewrite -(@leq_pmul2l 2) // !mul2n -!addnn {1}cross cross' {1}diag' diag.
rewrite -!big_split /=; apply: leq_sum => z _.
by rewrite -!big_split /=; apply: leq_sum => y _; apply: chebyshev2.
Qed.

Lemma power_mean (T : finType) (c : T -> nat) x :
  (\sum_z c z) ^ x.+1 <= #|T| ^ x * \sum_z c z ^ x.+1.
Proof.
elim: x => [|x IH]; first by rewrite mul1n expn1 leq_sum // => z _; rewrite expn1.
rewrite expnS; apply: leq_trans (leq_mul (leqnn _) IH) _.
by rewrite mulnCA expnSr -mulnA leq_mul2l chebyshev orbT.
Qed.

(* ---- freezing ---- *)

Section Freezable.
Variable F : finType.
Implicit Types (U V : {set F}) (Phi Psi : F -> F -> Prop).

Definition freezable (e : nat) Phi := forall U, exists V,
  [/\ V \subset U, #|U| <= #|V| * 2 ^ e & forall u u', u \in V -> u' \in V -> Phi u u'].

Lemma freezable_bounded (f : F -> nat) b : (forall u, f u < 2 ^ b) ->
  freezable b (fun u u' => f u = f u').
Proof.
move=> fb U; pose c (i : 'I_(2 ^ b)) := [set u in U | f u == i].
have i0 : 'I_(2 ^ b) by apply: (@Ordinal _ 0); rewrite expn_gt0.
have mx j : #|c j| <= #|c [arg max_(i > i0) #|c i|]|.
  by case: arg_maxnP => // i _ /(_ j isT).
move: [arg max_(i > i0) _] mx => i mx; exists (c i); split.
- by apply/subsetP => u; rewrite inE => /andP [].
- have -> : #|U| = \sum_j #|c j|.
    rewrite -sum1_card (partition_big (fun u => Ordinal (fb u)) predT) //=.
    by apply: eq_bigr => j _; rewrite -sum1_card; apply: eq_bigl => u; rewrite inE -val_eqE.
  apply: (@leq_trans (\sum_(j < 2 ^ b) #|c i|)); first by apply: leq_sum => j _.
  by rewrite sum_nat_const card_ord mulnC.
- by move=> u u'; rewrite !inE => /andP [_ /eqP ->] /andP [_ /eqP ->].
Qed.

Lemma freezable_true : freezable 0 (fun _ _ => True).
Proof. by move=> U; exists U; rewrite muln1. Qed.

Lemma freezable_and e e' Phi Psi : freezable e Phi -> freezable e' Psi ->
  freezable (e + e') (fun u u' => Phi u u' /\ Psi u u').
Proof.
move=> fr fr' U; have [V [sV cV hV]] := fr U; have [W [sW cW hW]] := fr' V.
exists W; split; first exact: subset_trans sW sV.
  rewrite addnC expnD mulnA; apply: leq_trans cV _.
  by rewrite leq_mul2r cW orbT.
by move=> u u' uW uW'; split; [apply: hV; apply: (subsetP sW)|apply: hW].
Qed.

Lemma freezable_weaken e e' Phi Psi : freezable e Phi -> e <= e' ->
  (forall u u', Phi u u' -> Psi u u') -> freezable e' Psi.
Proof.
move=> fr ee' w U; have [V [sV cV hV]] := fr U; exists V; split=> // [|u u' uV uV'].
  by apply: leq_trans cV _; rewrite leq_mul2l leq_exp2l // ee' orbT.
by apply: w; apply: hV.
Qed.

Lemma freezable_seq (I : eqType) (r : seq I) (e : I -> nat) (Phi : I -> F -> F -> Prop) :
  (forall i, i \in r -> freezable (e i) (Phi i)) ->
  freezable (\sum_(i <- r) e i) (fun u u' => forall i, i \in r -> Phi i u u').
Proof.
elim: r => [|i r IH] fr; first by rewrite big_nil; apply: freezable_weaken freezable_true _ _.
have fi := fr i (mem_head _ _); have {}IH := IH (fun j jr => fr j (mem_behead (s := i :: r) jr)).
rewrite big_cons; apply: freezable_weaken (freezable_and fi IH) _ _ => // u u' [hi hr] j.
by rewrite inE => /orP [/eqP ->|/hr].
Qed.

Lemma freezable_nat a b (e : nat -> nat) (Phi : nat -> F -> F -> Prop) :
  (forall i, a <= i < b -> freezable (e i) (Phi i)) ->
  freezable (\sum_(a <= i < b) e i) (fun u u' => forall i, a <= i < b -> Phi i u u').
Proof.
move=> fr; have mr i : (i \in index_iota a b) = (a <= i < b) by rewrite mem_index_iota.
have {}fr i : i \in index_iota a b -> freezable (e i) (Phi i) by rewrite mr; apply: fr.
by apply: freezable_weaken (freezable_seq fr) _ _ => // u u' H i ab; apply: H; rewrite mr.
Qed.

Lemma freezable_set (T : finType) (E : {set T}) e (Phi : T -> F -> F -> Prop) :
  (forall c, freezable e (Phi c)) ->
  freezable (#|E| * e) (fun u u' => forall c, c \in E -> Phi c u u').
Proof.
move=> fr; have := @freezable_seq _ (enum E) (fun=> e) Phi (fun c _ => fr c).
rewrite big_const_seq count_predT -cardE iter_addn_0 mulnC => fr'.
by apply: freezable_weaken fr' _ _ => // u u' H c cE; apply: H; rewrite mem_enum.
Qed.
End Freezable.

(* ---- subsets of given size ---- *)

Lemma subset_of_card (T : finType) (E : {set T}) k : k <= #|E| ->
  exists E' : {set T}, E' \subset E /\ #|E'| = k.
Proof.
move=> kE; exists [set x in take k (enum E)]; split.
  by apply/subsetP => x; rewrite inE => /mem_take; rewrite mem_enum.
rewrite cardsE (card_uniqP _) ?take_uniq ?enum_uniq // size_take -cardE.
by case: ltngtP kE.
Qed.

Lemma superset_of_card (T : finType) (E : {set T}) k : #|E| <= k <= #|T| ->
  exists E' : {set T}, E \subset E' /\ #|E'| = k.
Proof.
case/andP=> Ek kT.
have [|G [Gs Gc]] := @subset_of_card T (~: E) (k - #|E|).
  by rewrite -(cardsC E) in kT; rewrite leq_subLR.
exists (E :|: G); split; first exact: subsetUl.
have d : [disjoint E & G] by rewrite disjoint_sym disjoints_subset; exact: Gs.
by have := leq_card_setU E G; case => _; rewrite d => /eqP ->; rewrite Gc subnKC.
Qed.

(* ---- tuples of functions and their images ---- *)

(* functions whose values on P are prescribed up to sets of th elements *)
Lemma card_maps_into (N th : nat) (P : {set 'I_N}) (T : 'I_N -> {set 'I_N}) :
  (forall p, p \in P -> #|T p| = th) ->
  #|[set f : {ffun 'I_N -> 'I_N} | [forall p in P, f p \in T p]]| = th ^ #|P| * N ^ (N - #|P|).
Proof.
move=> cT; rewrite cardsE.
rewrite (_ : #|_| = #|family (fun p : 'I_N => if p \in P then mem (T p) else mem predT)|); last first.
  by apply: eq_card => f; rewrite inE; apply/forallP/familyP => H p; have := H p; case: (p \in P).
rewrite card_family foldrE big_map big_enum_cond /=.
rewrite (eq_bigr (fun p => if p \in P then th else N)); last first.
  by move=> p _; case: ifP => [/cT //|_]; rewrite -[RHS]card_ord.
rewrite (bigID (mem P)) /= (eq_bigr (fun=> th)) => [|p -> //]; rewrite prod_nat_const; congr (_ * _).
rewrite (eq_bigr (fun=> N)) => [|p /negbTE -> //]; rewrite prod_nat_const; congr (_ ^ _).
have := cardC (mem P); rewrite card_ord => e.
by rewrite -[X in X - _]e addKn; apply: eq_card => p; rewrite !inE.
Qed.

Section Tuples.
Variables (N x : nat) (P : {set 'I_N}).
Notation map := {ffun 'I_N -> 'I_N}.

(* z^1(P), ..., z^x(P) together *)
Definition image (t : {ffun 'I_x -> map}) : {set 'I_N} := \bigcup_k (t k @: P).

Definition bad th := [set t : {ffun 'I_x -> map} | #|image t| < th].

Lemma card_bad th : th <= N ->
  #|bad th| * N ^ (x * #|P|) <= 'C(N, th) * th ^ (x * #|P|) * #|{ffun 'I_x -> map}|.
Proof.
move=> thN; have PN : #|P| <= N by rewrite -[X in _ <= X]card_ord max_card.
pose into (T : {set 'I_N}) := [set f : map | [forall p in P, f p \in T]].
pose G (T : {set 'I_N}) := [set t : {ffun 'I_x -> map} | t \in ffun_on (mem (into T))].
have cG (T : {set 'I_N}) : #|T| = th -> #|G T| = th ^ (x * #|P|) * N ^ (x * (N - #|P|)).
  move=> cT; rewrite cardsE card_ffun_on /= (@card_maps_into _ th P (fun=> T)) // card_ord.
  by rewrite expnMn -!expnM ![_ * x]mulnC.
have sub : bad th \subset \bigcup_(T : {set 'I_N} | #|T| == th) G T.
  apply/subsetP => t; rewrite inE => /ltnW lt.
  have [|T [sT cT]] := @superset_of_card _ (image t) th; first by rewrite lt card_ord.
  apply/bigcupP; exists T; first by rewrite cT.
  rewrite inE; apply/ffun_onP => k; rewrite inE; apply/forallP => p; apply/implyP => pP.
  by apply: (subsetP sT); apply/bigcupP; exists k => //; exact: imset_f.
have le : #|bad th| <= 'C(N, th) * (th ^ (x * #|P|) * N ^ (x * (N - #|P|))).
  apply: leq_trans (subset_leq_card sub) _.
  apply: leq_trans (_ : \sum_(T : {set 'I_N} | #|T| == th) #|G T| <= _).
    elim/big_rec2: _ => [|T n1 n2 _ H]; first by rewrite cards0.
    by apply: leq_trans (leq_card_setU _ _) _; rewrite leq_add2l.
  rewrite (eq_bigr (fun=> th ^ (x * #|P|) * N ^ (x * (N - #|P|)))); last by move=> T /eqP /cG.
  by rewrite sum_nat_const -[X in 'C(X, _)](card_ord N) -card_draws leq_mul2r cardsE leqnn orbT.
apply: leq_trans (leq_mul le (leqnn _)) _.
rewrite !card_ffun !card_ord -!expnM -!mulnA -expnD -mulnDr subnK //.
by rewrite [N * x]mulnC.
Qed.
End Tuples.

(* some tuple has an image as large as it can be *)
Lemma large_image (N x : nat) (P : {set 'I_N}) th : th <= x * #|P| -> th <= N ->
  exists t : {ffun 'I_x -> {ffun 'I_N -> 'I_N}}, th <= #|image P t|.
Proof.
move=> thP thN; case: (posnP N) => [N0|N0]; first by exists [ffun=> [ffun p => p]]; lia.
exists [ffun i : 'I_x => [ffun p => Ordinal (ltn_pmod (i * #|P| + index p (enum P)) N0)]].
have inj : injective (widen_ord thN) by move=> i j /(congr1 val) /= /val_inj.
rewrite -[X in X <= _]card_ord -cardsT -(card_imset _ inj).
apply: subset_leq_card; apply/subsetP => _ /imsetP [v _ ->].
have vx : v < x * #|P| by apply: leq_trans thP.
have P0 : 0 < #|P| by move: vx; case: #|P| => //; rewrite muln0.
have ix : v %/ #|P| < x by rewrite ltn_divLR.
have rP : v %% #|P| < size (enum P) by rewrite -cardE ltn_mod.
apply/bigcupP; exists (Ordinal ix) => //.
apply/imsetP; exists (nth (widen_ord thN v) (enum P) (v %% #|P|)).
  by rewrite -mem_enum mem_nth.
apply: val_inj; rewrite !ffunE /= index_uniq ?enum_uniq // -divn_eq modn_small //.
exact: leq_trans (ltn_ord v) thN.
Qed.

(* ---- binomial coefficients: binom(N, t) <= (3N/t)^t ---- *)

Lemma ffact_leq N k : N ^_ k <= N ^ k.
Proof.
elim: k N => [|k IH] [|N] //; rewrite ffactnS expnS leq_mul2l.
by apply: leq_trans (IH N) _; case: (k) => // k'; rewrite leq_exp2r.
Qed.

Lemma succ_exp t : t.+1 ^ t <= 3 * t ^ t.
Proof.
have half_fact i : 2 ^ i <= (i.+1)`! by elim: i => // i IH; rewrite expnS factS leq_mul.
rewrite -(@leq_pmul2l (2 ^ t)) ?expn_gt0 // -[t.+1]addn1 expnDn big_distrr /=.
rewrite big_ord_recl /= bin0 subn0 exp1n muln1 mul1n.
have term : \sum_(i < t) 2 ^ t * ('C(t, bump 0 i) * (t ^ (t - bump 0 i) * 1 ^ bump 0 i))
    <= t ^ t * (2 * \sum_(i < t) 2 ^ (t - i.+1)).
  rewrite !big_distrr /=; apply: leq_sum => i _; rewrite /bump leq0n add1n exp1n muln1.
  have it := ltn_ord i.
  have -> : t ^ t = t ^ i.+1 * t ^ (t - i.+1) by rewrite -expnD; congr (_ ^ _); lia.
  have -> : 2 ^ t = 2 ^ i * (2 * 2 ^ (t - i.+1)) by rewrite -expnS -expnD; congr (_ ^ _); lia.
  have h : 'C(t, i.+1) * 2 ^ i <= t ^ i.+1.
    by apply: leq_trans (ffact_leq t i.+1); rewrite -bin_ffact leq_mul2l half_fact orbT.
  have := leq_mul (leq_mul h (leqnn (t ^ (t - i.+1)))) (leqnn (2 * 2 ^ (t - i.+1))).
  by move: (2 ^ i) (t ^ (t - i.+1)) (2 * _) (t ^ i.+1) 'C(t, i.+1) => c1 c2 c3 c4 c5; clear; lia.
have geometric : \sum_(i < t) 2 ^ (t - i.+1) <= 2 ^ t.
  clear term; elim: t => [|t IH]; first by rewrite big_ord0.
  rewrite big_ord_recl subSS subn0 expnS mul2n -addnn leq_add2l; apply: leq_trans IH.
  by apply: leq_sum => i _; rewrite lift0 subSS.
have tail := leq_trans term (leq_mul (leqnn _) (leq_mul (leqnn 2) geometric)).
apply: leq_trans (leq_add (leqnn _) tail) _.
by move: (2 ^ t) (t ^ t) => c1 c2; clear; lia.
Qed.

Lemma bin_exp3 N t : 'C(N, t) * t ^ t <= 3 ^ t * N ^ t.
Proof.
have fact3 : t ^ t <= 3 ^ t * t`!.
  elim: t => // t IH; rewrite expnS factS [3 ^ _]expnS mulnCA leq_mul2l -mulnA.
  exact: leq_trans (succ_exp t) (leq_mul (leqnn 3) IH).
apply: leq_trans (leq_mul (leqnn _) fact3) _.
by rewrite mulnCA leq_mul2l bin_ffact ffact_leq orbT.
Qed.

(* COVER from a lower bound rho on N/theta *)
Lemma cover_ratio N t e E rho : t <= e -> rho * t <= N -> 3 ^ t * 2 ^ E <= rho ^ (e - t) ->
  'C(N, t) * t ^ e * 2 ^ E <= N ^ e.
Proof.
move=> te rN main; rewrite -(subnKC te) !expnD mulnA.
apply: leq_trans (leq_mul (leq_mul (bin_exp3 N t) (leqnn _)) (leqnn _)) _.
have -> : 3 ^ t * N ^ t * t ^ (e - t) * 2 ^ E = N ^ t * (3 ^ t * 2 ^ E * t ^ (e - t)).
  by move: (t ^ (e - t)) => c; clear; lia.
rewrite leq_mul2l; apply/orP; right; apply: leq_trans (leq_mul main (leqnn _)) _.
by rewrite -expnMn; case: (e - t) => // k; rewrite leq_exp2r.
Qed.

(* COVER with x P = 2 theta when N/theta >= 16 *)
Lemma cover16 N t E rho : 2 < t -> 16 <= rho -> rho * t <= N -> E <= 2 * t + 1 ->
  'C(N, t) * t ^ (2 * t) * 2 ^ E <= N ^ (2 * t).
Proof.
move=> t2 r16 rN hE.
have pow4 : 3 ^ t * 2 <= 4 ^ t.
  rewrite -(subnKC t2); elim: (t - 3) => [//|d IH]; rewrite addnS [3 ^ _]expnS [4 ^ _]expnS.
  by move: (3 ^ _) (4 ^ _) IH => c1 c2; clear; lia.
apply: (@cover_ratio _ _ _ _ rho) => //; first by rewrite leq_pmull.
rewrite [2 * t - t](_ : _ = t); last by clear; lia.
apply: (@leq_trans (16 ^ t)); last by case: (t) t2 => // k _; rewrite leq_exp2r.
have -> : 16 ^ t = 4 ^ t * 2 ^ (2 * t) by rewrite expnM -expnMn.
apply: leq_trans (leq_mul pow4 (leqnn _)); rewrite -mulnA leq_mul2l -expnS leq_exp2l //.
by rewrite addn1 in hE; rewrite hE orbT.
Qed.
