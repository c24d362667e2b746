(* The induction of the lower bound, with abstract stages and an abstract sequence D.

   Claim(l): there are sets Z_{-1} = all queries, Z_0, ..., Z_{l-1} with |Z_i| <= x_i, a set R of inputs
   of density at least 2^-D_l such that players below l are settled up to the stages kap_l (Freezing.v),
   and a set of P_l points at all of which z_l is evaluated when the inputs range over the Z's.

   Step l -> l+1: choose a tuple Z_l with a large image that keeps R dense (density 2^-E_l; hypothesis
   [choice]), then freeze at the price of C_l bits: D_{l+1} >= E_l + C_l. At the end player -1 announces
   the same answer on a set of density 2^-D_L, which therefore must agree on P_L values of z_L: impossible
   if 2^D_L < N_{L-1}^P_L. This is [induction]; Theorems 1 and 3 are instances, which differ only in the
   stages kap and in the way tuples are chosen: [choice_cover] is the averaging argument under the COVER
   condition, [choice_free] needs nothing but D_l = 0. *)
From mathcomp Require Import all_ssreflect zify.
From Strata Require Import Task Protocol Causality Counting Density Freezing.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(* P_l = n_{l-1} theta_{l-1}, with n_0 = 1 and theta_0 = x_0 *)
Definition P_ (n x theta : nat -> nat) (l : nat) : nat :=
  if l is k.+2 then n k.+1 * theta k.+1 else x 0.

(* E_l = x_l D_l + 1, what choosing the tuple Z_l costs; E_1 = 0 if the first choice is free *)
Definition E_of (free : bool) (x D : nat -> nat) (l : nat) : nat :=
  if free && (l == 1) then 0 else x l * D l + 1.

(* D_1 = d and D_{l+1} = E_l + C_l *)
Fixpoint D_of (free : bool) (d : nat) (x C : nat -> nat) (l : nat) : nat :=
  match l with
  | 0 => 0
  | 1 => d
  | k.+1 => E_of free x (fun=> D_of free d x C k) k + C k
  end.

Lemma D_ofS free d x C l : 0 < l -> D_of free d x C l.+1 = E_of free x (D_of free d x C) l + C l.
Proof. by case: l. Qed.

(* the equations determine the sequence *)
Lemma D_of_unique free d x C L (D : nat -> nat) :
  D 1 = d -> (forall l, 0 < l < L -> D l.+1 = E_of free x D l + C l) ->
  forall l, 0 < l <= L -> D_of free d x C l = D l.
Proof.
move=> D1 DS; elim=> // -[//|l] IH lL; rewrite D_ofS // DS // /E_of IH //.
by case/andP: lL => _ /ltnW ->.
Qed.

(* binom(N, theta) (theta/N)^(x P) <= 2^-(x D + 1), without fractions, and theta <= N *)
Definition COVER (N theta x P D : nat) : Prop :=
  theta <= N /\ 'C(N, theta) * theta ^ (x * P) * 2 ^ (x * D + 1) <= N ^ (x * P).

(* bounds on |Z_0|, |Z_1|, ... in the numbering of Task.v *)
Definition bound L n (x : nat -> nat) (p : nat) : nat := if p is i.+1 then x i else A_ L n.

(* the pair (w, v) as a number *)
Lemma pair_lt N k (w : 'I_k) (v : 'I_N) : w * N + v < N * k.
Proof. by have := ltn_ord w; have := ltn_ord v; nia. Qed.

Definition pair_ord N k (wv : 'I_k * 'I_N) : 'I_(N * k) := Ordinal (pair_lt wv.1 wv.2).

Lemma pair_ord_inj N k : injective (@pair_ord N k).
Proof.
move=> [w v] [w' v'] /(congr1 val) /= e.
have N0 : 0 < N by apply: leq_ltn_trans (ltn_ord v).
have := congr1 (divn^~ N) e; have := congr1 (modn^~ N) e.
rewrite /= !modnMDl !divnMDl // !modn_small // !divn_small // !addn0.
by move=> /val_inj -> /val_inj ->.
Qed.
(* the query w with w_{k+1} replaced by v *)
Definition put_query L m n (w : block L m n 0) k (v : 'I_(n k.+1)) : block L m n 0 :=
  [ffun j : 'I_L.-1 => match @eqP _ k (val j) with
     | ReflectT e => eq_rect k (fun j => 'I_(n j.+1)) v (val j) e
     | ReflectF _ => (w : {dffun forall k : 'I_L.-1, 'I_(n k.+1)}) j end].

Lemma put_query_eq L m n (w : block L m n 0) k v : k.+1 < L -> w_ (@put_query L m n w k v) k.+1 = v.
Proof.
move=> kL; have kL' : k < L.-1 by lia.
by rewrite /w_ insubT ffunE /=; case: eqP => // e; rewrite (eq_axiomK e).
Qed.

Lemma put_query_lt L m n (w : block L m n 0) k v j : j <= k -> w_ (@put_query L m n w k v) j = w_ w j.
Proof.
case: j => // j jk; rewrite /w_; case: insubP => // i _ e; rewrite ffunE.
by case: eqP => // e'; exfalso; move: e'; rewrite e; lia.
Qed.

Section Induction.
Variables (L m : nat) (n : nat -> nat) (B S : nat) (Pr : hybrid L m n B S).
Variables (x theta : nat -> nat) (D E : nat -> nat) (kap : nat -> nat -> nat).
Hypotheses (L0 : 0 < L) (m0 : 0 < m) (n0 : forall l, 0 < l < L -> 0 < n l).
Notation N := (N_ m n).
Notation P := (P_ n x theta).
Notation block := (block L m n).
Notation F := (inputs L.+1 block).
Notation dflt := (some_input m0 n0).
Notation get := (get dflt).
Notation common := (common dflt).
Notation indist := (indist Pr dflt).
Implicit Types (y z : input L m n) (Z : forall p, {set block p}) (R : {set F}).

(* C_l, for the stages kap_l and kap_{l+1} *)
Definition cost l := price Pr (bound L n x) l.+1 (kap l) (kap l.+1).

(* the points at which z_l is read, l = k+1 *)
Definition points k Z (Q : {set 'I_(N k)}) :=
  #|Q| = P k.+1 /\ forall q, q \in Q -> exists2 y, inZ k.+2 Z y & arg y k = q.

(* Claim(l), l = k+1 *)
Definition claim k := exists Z R (Q : {set 'I_(N k)}),
  [/\ Z 0 = setT, forall p, p < k.+2 -> #|Z p| <= bound L n x p, indist k.+2 (kap k.+1) Z R,
   #|F| <= #|R| * 2 ^ D k.+1 & points Z Q].

(* a tuple with a large image that keeps a set of density 2^-D_l at density 2^-E_l, l = k+1 *)
Definition choice k := forall R (Q : {set 'I_(N k)}), #|F| <= #|R| * 2 ^ D k.+1 -> #|Q| = P k.+1 ->
  exists2 t : {ffun 'I_(x k.+1) -> block k.+2},
    theta k.+1 <= #|image Q t| & #|F| <= #|common R t| * 2 ^ E k.+1.

(* the conditions of freeze_step *)
Definition rising l := [/\ kap l l.+1 = 0,
  forall p j s, p < j <= l.+1 -> kap l p <= s.+1 < kap l.+1 p -> s < kap l.+1 j &
  forall t, t < size (word Pr) -> ~~ nth false (word Pr) t -> kap l 0 <= cF Pr t < kap l.+1 0 ->
    cF Pr t < kap l.+1 1].

(* C_l written out, l >= 1 *)
Lemma costE l : 0 < l -> kap l l.+1 = 0 ->
  let c p := nat_of_bool (0 < kap l p < kap l.+1 p) in
  let g p := kap l.+1 p - 1 - kap l p in
  let X i j := \prod_(i <= k < j) x k in
  cost l = 2 * B * (L - l) * ((kap l.+1 l.+1 - 1) * x l * N l.-1
    + A_ L n * (c 0 * X 0 l + g 0 * X 0 l.+1) + (c 1 * X 0 l + g 1 * X 0 l.+1)
    + \sum_(1 <= i < l) (c i.+1 * X i l + g i.+1 * X i l.+1) * N i.-1) + nR Pr * S.
Proof.
case: l => // l _ kl c g X; rewrite /cost /price subSS; congr (_ * _ + _).
have eX i j : \prod_(i.+1 <= q < j.+1) bound L n x q = X i j by rewrite big_add1.
have eA j : \prod_(0 <= q < j.+1) bound L n x q = A_ L n * X 0 j by rewrite big_nat_recl.
have split (T : nat -> nat) : \sum_(0 <= p < l.+3) T p = T 0 + (T 1 + \sum_(1 <= i < l.+1) T i.+1) + T l.+2.
  by rewrite big_nat_recr // big_nat_recl // big_nat_recl // big_add1.
rewrite split kl !eA !eX mul0n add0n subn0 [X l.+1 l.+2]big_nat1.
rewrite (eq_big_nat _ _ (F2 := fun i => (c i.+1 * X i l.+1 + g i.+1 * X i l.+2) * N i.-1)); last first.
  by case=> // i _; rewrite !eX mulnC.
move: (\sum_(1 <= i < _) _) => c1; rewrite /c /g /= !mul1n.
by move: (X 0 _) (X 0 _) (N l) (nat_of_bool _) (nat_of_bool _) => *; clear; lia.
Qed.

Lemma cost0E : cost 0 = 2 * B * L * (A_ L n * ((0 < kap 0 0 < kap 1 0) + (kap 1 0 - 1 - kap 0 0) * x 0)
    + ((0 < kap 0 1 < kap 1 1) + (kap 1 1 - 1 - kap 0 1) * x 0)) + nR Pr * S.
Proof.
rewrite /cost /price subSS subn0 big_nat_recl // big_nat1 /= [\prod_(1 <= q < 1) _]big_geq // !big_nat1.
rewrite big_nat_recl // big_nat1 /= !mul1n muln1; congr (_ * (_ + _) + _).
by move: (nat_of_bool _) (_ - _) => c1 c2; clear; lia.
Qed.

Lemma choice_cover k : k.+1 < L -> COVER (N k) (theta k.+1) (x k.+1) (P k.+1) (D k.+1) ->
  E k.+1 = x k.+1 * D k.+1 + 1 -> choice k.
Proof.
move=> kL [thN cov] eE R Q dR cQ; rewrite eE.
have few := @card_bad (N k) (x k.+1) Q (theta k.+1) thN.
have [||t tb dt] := @good_tuple L.+1 block dflt k.+2 _ R (x k.+1) (D k.+1) (bad _ Q (theta k.+1)) dR.
- by rewrite ltnS ltnW.
- rewrite -(@leq_pmul2r (N k ^ (x k.+1 * P k.+1))); last by rewrite expn_gt0 (N_pos m0 n0) // ltnW.
  rewrite mulnAC; rewrite cQ in few; apply: leq_trans (leq_mul few (leqnn _)) _.
  by rewrite mulnAC [X in _ <= X]mulnC; exact: leq_mul cov (leqnn _).
by exists t => //; move: tb; rewrite inE -leqNgt.
Qed.

Lemma choice_free k : D k.+1 = 0 -> theta k.+1 <= x k.+1 * P k.+1 -> theta k.+1 <= N k -> choice k.
Proof.
move=> D0 th1 th2 R Q; rewrite D0 muln1 => dR cQ.
have [|//|t ht] := @large_image (N k) (x k.+1) Q (theta k.+1); first by rewrite cQ.
exists t => //; suff -> : common (q := k.+2) R t = setT by rewrite cardsT leq_pmulr // expn_gt0.
have -> : R = setT by apply/eqP; rewrite eqEcard subsetT cardsT.
by apply/setP => u; rewrite !inE; apply/forallP => k'; rewrite inE.
Qed.

(* Claim(1) *)
Lemma claim1 : x 0 <= m -> kap 0 0 = 0 \/ kap 0 0 = 1 /\ nR Pr = 0 ->
  rising 0 -> cost 0 <= D 1 -> claim 0.
Proof.
move=> xm start [k1 clF clR] D1.
have [|Z0 [_ cZ0]] := @subset_of_card _ [set: 'I_m] (x 0); first by rewrite cardsT card_ord.
pose Z p : {set block p} := match p as p return {set block p} with 1 => Z0 | _ => setT end.
have Zx p : p <= 1 -> #|Z p| <= bound L n x p.
  case: p => [|[|//]] _ /=; last by rewrite cZ0.
  by rewrite cardsT card_queries.
have ind : indist 1 (kap 0) Z setT.
  move=> y _ u u' _ _; split=> [t p tw|t p tw]; last by case: p => [|[|]].
  case: p => // _; case: t tw => // t tw; case: start => [-> //|[-> nR0]].
  rewrite cF_S // ltnS leqn0 addn_eq0 eqb0 => /andP [_ lt]; move: nR0; rewrite /nR => /eqP.
  by rewrite -leqn0 leqNgt -has_count => /hasPn /(_ _ (mem_nth false tw)); rewrite lt.
have [|R [_ dR iR]] := @freeze_step _ _ _ _ _ Pr dflt (bound L n x) 1 (kap 0) (kap 1) Z setT setT
  (pack _ dflt) isT Zx k1 clF clR ind (in_setT _); first by move=> u _ b _; rewrite inE.
exists Z, R, Z0; split=> //.
  by move: dR; rewrite cardsT => /leq_trans; apply; rewrite leq_mul2l leq_exp2l // D1 orbT.
split=> // q qZ; exists (put dflt (q : block 1)); last by rewrite /arg mul0n add0n /= put_eq.
by case=> [|[|//]] _; rewrite ?inE // put_eq.
Qed.

(* steps 1 to 4: Claim(l) -> Claim(l+1), l = k+1 *)
Lemma claimS k : k.+1 < L -> choice k -> rising k.+1 -> E k.+1 + cost k.+1 <= D k.+2 ->
  claim k -> claim k.+1.
Proof.
move=> kL ch [kb clF clR] hD [Z [R [Q [Z0 Zx ind dR [cQ hQ]]]]].
have [t im dt] := ch R Q dR cQ.
pose Z' : forall p, {set block p} := put Z ([set t i | i in 'I_(x k.+1)] : {set block k.+2}).
have Z'E p : p < k.+2 -> Z' p = Z p by move=> pk; rewrite /Z' put_neq // neq_ltn pk orbT.
have Z't : Z' k.+2 = [set t i | i in 'I_(x k.+1)] by rewrite /Z' put_eq.
have Zx' p : p <= k.+2 -> #|Z' p| <= bound L n x p.
  rewrite leq_eqVlt => /orP [/eqP ->|pk]; last by rewrite Z'E // Zx.
  by rewrite Z't /=; apply: leq_trans (leq_imset_card _ _) _; rewrite card_ord.
have ind' : indist k.+2 (kap k.+1) Z' R by move=> y yZ; apply: ind => p pk; rewrite -Z'E // yZ.
have [r rR] := dense_nonempty dflt dR.
have [||R' [_ dR' iR']] := @freeze_step _ _ _ _ _ Pr dflt (bound L n x) k.+2 (kap k.+1) (kap k.+2) Z' R
  (common R t) r _ Zx' kb clF clR ind' rR.
- exact: (ltnW kL).
- by move=> u; rewrite inE => /forallP H b; rewrite Z't => /imsetP [i _ ->]; exact: H.
pose Qw := [set pair_ord wv | wv in setX [set: 'I_(n k.+1)] (image Q t)].
have [|Q' [sQ' cQ']] := @subset_of_card _ Qw (P k.+2).
  by rewrite card_imset; [rewrite cardsX cardsT card_ord leq_mul2l im orbT|exact: pair_ord_inj].
exists Z', R', Q'; split=> //.
- by rewrite Z'E.
- apply: leq_trans dt _; apply: leq_trans (leq_mul dR' (leqnn _)) _.
  by rewrite -mulnA -expnD leq_mul2l leq_exp2l // addnC hD orbT.
split=> // q /(subsetP sQ') /imsetP [[w v]]; rewrite in_setX => /andP [_ /= vI] ->.
have /bigcupP [i _ /imsetP [p pQ ev]] := vI.
have [y yZ yp] := hQ p pQ.
pose y' : input L m n := put (put y (t i : block k.+2)) (put_query (y 0) w).
have e0 : y' 0 = put_query (y 0) w by rewrite /y' put_eq.
have et : y' k.+2 = t i by rewrite /y' put_neq // put_eq.
have ey j : 0 < j < k.+2 -> y' j = y j by move=> h; rewrite /y' !put_neq //; clear -h; lia.
exists y'.
  move=> j jk; case: (posnP j) => [->|j0]; first by rewrite Z'E // Z0 inE.
  move: jk; rewrite ltnS leq_eqVlt => /orP [/eqP ->|jk]; first by rewrite et Z't imset_f.
  by rewrite Z'E // ey ?j0 // yZ.
have ea : arg y' k = p.
  rewrite -yp /arg e0 put_query_lt //; congr (_ + _); apply: i_ext => j jk; last exact: ey.
  by rewrite e0 put_query_lt // ltnW.
by rewrite /arg e0 put_query_eq // i_S ea et lookupE ev.
Qed.

(* z_L agrees on P_L points on a set of density 2^-D_L *)
Lemma contradiction : nF Pr < kap L 0 -> 2 ^ D L < N L.-1 ^ P L -> claim L.-1 ->
  exists z, answer Pr z != FC z.
Proof.
move=> stage fin [Z [R [Q [_ _ ind dR [cQ hQ]]]]].
have eL : L.-1.+1 = L by exact: prednK.
case: (pickP [pred u : F | answer Pr (get u) != FC (get u)]) => [u /= h|none]; first by exists (get u).
have sol z : answer Pr z = FC z.
  have ez p : p <= L.+1 -> get (pack L.+1 z) p = z p by exact: get_pack.
  have -> : answer Pr z = answer Pr (get (pack L.+1 z)) by apply: answer_causal => p /ez.
  have -> : FC z = FC (get (pack L.+1 z)).
    by apply: i_ext => [k _|p /andP [_ pL]]; rewrite ez.
  by have /negbT := none (pack L.+1 z); rewrite inE negbK => /eqP.
have [r rR] := dense_nonempty dflt dR.
pose zL (u : F) : {ffun 'I_(N L.-1) -> 'I_(N L.-1)} := get u L.-1.+2.
have agree u q : u \in R -> q \in Q -> zL u q = zL r q.
  move=> uR qQ; have [y yZ yq] := hQ q qQ.
  have value v : FC (mix L.-1.+2 y (get v)) = zL v q.
    have -> : forall z : input L m n, FC z = i_ z L.-1.+1 by rewrite eL.
    rewrite i_S (_ : arg _ _ = q); first by rewrite {1}/mix ltnn lookupE.
    rewrite -yq /arg; congr (_ + _); apply: i_ext => // p /andP [_ pL].
    by rewrite /mix ltnS pL.
  have [iF _] := ind y yZ u r uR rR.
  apply: val_inj; rewrite /= -!value -!sol /answer {1 3}/mix /=; congr (announce _ _ _).
  by apply: iF => //; rewrite cF_size // eL.
have N0 : 0 < N L.-1 by apply: (N_pos m0 n0); rewrite ltn_predL.
pose A := [set f : {ffun 'I_(N L.-1) -> 'I_(N L.-1)} | [forall q in Q, f q \in [set zL r q]]].
have cA : #|A| = N L.-1 ^ (N L.-1 - #|Q|).
  by rewrite (@card_maps_into _ 1) ?exp1n ?mul1n // => q _; rewrite cards1.
have kT : L.-1.+2 <= L.+1 by rewrite eL.
have sA u : fibre dflt L.-1.+2 R u \subset A.
  apply/subsetP => f; rewrite inE => h; rewrite inE; apply/forallP => q; apply/implyP => qQ.
  by rewrite inE -(agree _ _ h qQ) /zL replace_eq.
have le : #|block L.-1.+2| * #|R| <= #|F| * N L.-1 ^ (N L.-1 - #|Q|).
  by rewrite -(sum_fibres dflt kT) -cA -sum_nat_const; apply: leq_sum => u _; exact: subset_leq_card.
have QN : #|Q| <= N L.-1 by rewrite -[X in _ <= X]card_ord max_card.
move: le; rewrite [#|block _|]card_ffun !card_ord -{2}(subnKC QN) expnD mulnAC.
rewrite leq_pmul2r ?expn_gt0 ?N0 // => /leq_trans /(_ dR).
rewrite mulnC leq_pmul2l; last by apply/card_gt0P; exists r.
by rewrite leqNgt cQ eL fin.
Qed.

Theorem induction : x 0 <= m -> kap 0 0 = 0 \/ kap 0 0 = 1 /\ nR Pr = 0 ->
  (forall l, l < L -> rising l) -> nF Pr < kap L 0 ->
  cost 0 <= D 1 -> (forall l, 0 < l < L -> E l + cost l <= D l.+1) ->
  (forall k, k.+1 < L -> choice k) ->
  2 ^ D L < N L.-1 ^ P L ->
  exists z, answer Pr z != FC z.
Proof.
move=> xm start rise stage D1 DS ch fin; apply: contradiction => //.
suff H k : k < L -> claim k by apply: H; rewrite prednK.
elim: k => [|k IH] kL; first by apply: claim1 => //; apply: rise.
by apply: claimS; [|apply: ch|apply: rise|apply: DS|apply: IH; apply: ltnW].
Qed.
End Induction.
