(* Theorem 1: L-1 full layers are not enough, whatever the linear layers (any parameters).

   An instance of [induction]. The stages are: at Claim(l) players -1, ..., l-1 are settled up to the l-th
   F layer. In the last step, l = L-1, the l-th F layer is the last one and only players 0 and -1 have to
   be settled beyond it; if the last letter of the word is F, only player -1. The parameters

     lastF : bool    the word ends with F; then A instead of A + 1 in C_{L-1}
     free  : bool    a S = 0; then level 1 needs no probabilistic argument: D_2 = C_1 and any
                     theta_1 <= min(x_0 x_1, m) will do

   give the four variants of the notes. *)
From mathcomp Require Import all_ssreflect zify.
From Strata Require Import Task Protocol Counting Density Freezing Induction.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Costs.
Variables (L m : nat) (n : nat -> nat) (B S a : nat) (x : nat -> nat) (free lastF : bool).
Notation N := (N_ m n).
Notation A := (A_ L n).

(* C_l for l = 1 .. L-2, and C_{L-1} *)
Definition C_ (l : nat) : nat :=
  if l == L - 1
  then 2 * B * ((L - 2) * x (L - 1) * N (L - 2)
         + (\prod_(0 <= i < L - 1) x i) * (if lastF then A else A + 1)) + a * S
  else 2 * B * (L - l) * (l * x l * N l.-1 + (\prod_(0 <= i < l) x i) * (A + 1)
         + \sum_(1 <= i < l) (\prod_(i <= k < l) x k) * N i.-1) + a * S.

Definition D_ : nat -> nat := D_of free (a * S) x C_.
End Costs.

Section LowerBound.
Variables (L m : nat) (n : nat -> nat) (B S a : nat) (x theta : nat -> nat) (free lastF : bool).
Hypotheses (L0 : 0 < L) (m0 : 0 < m) (n0 : forall l, 0 < l < L -> 0 < n l).
Variable Pr : hybrid L m n B S.
Hypotheses (fewF : nF Pr <= L - 1) (fewR : nR Pr <= a).
Hypothesis endsF : lastF -> 1 < L /\ last true (word Pr).
Notation C := (C_ L m n B S a x lastF).
Notation D := (D_ L m n B S a x free lastF).
Notation P := (P_ n x theta).

Definition stages (l p : nat) : nat :=
  if l == L then (if p < 2 - lastF then L else L.-1) else if p <= l then l else 0.

Lemma stages_rising l : l < L -> rising Pr stages l.
Proof.
move=> lL; rewrite /rising /stages (ltn_eqF lL) ltnn; split=> //.
  by move=> p j s; case: eqP => e; case: lastF; case: (leqP p l) => pl; do ?case: ifP; lia.
move=> t tw lt; case: eqP => [e|_] /=; last by case/andP.
case: lastF endsF => [/(_ isT) [L2 lst]|_]; last by rewrite subn0; case/andP.
case/andP=> _ _; rewrite subn1 /=; apply: leq_trans (_ : nF Pr <= _); last by rewrite -subn1.
have tl : t < (size (word Pr)).-1.
  case: (ltngtP t (size (word Pr)).-1) => // [h|h]; first by clear -h tw; lia.
  by move: lt; rewrite h nth_last; case: (word Pr) lst tw => //= b w ->.
apply: (@leq_trans (cF Pr (size (word Pr)).-1).+1); first by rewrite ltnS; apply: cF_mono; exact: ltnW.
have s1 : (size (word Pr)).-1 < size (word Pr) by rewrite ltn_predL; exact: leq_ltn_trans tw.
rewrite -(@cF_size _ _ _ _ _ Pr (size (word Pr))) // -(ltn_predK tw) cF_S //=.
by rewrite nth_last; case: (word Pr) lst tw => //= b w ->; rewrite addn1.
Qed.

Lemma cost_leq l : 0 < l < L -> cost Pr x stages l <= C l.
Proof.
case/andP=> l0 lL; have k0 p : p <= l -> stages l p = l by move=> pl; rewrite /stages (ltn_eqF lL) pl.
have kl : stages l l.+1 = 0 by rewrite /stages (ltn_eqF lL) ltnn.
rewrite costE // /C_ !(k0 0) // !(k0 1) // l0 /=.
have aS : nR Pr * S <= a * S by rewrite leq_mul2r fewR orbT.
case: eqP => [e|/eqP ne]; rewrite leq_add // {aS}.
  have k1 p : stages l.+1 p = if p < 2 - lastF then L else L.-1 by rewrite /stages ifT //; lia.
  have hi p : 1 < p -> stages l.+1 p = l.
    by move=> p2; rewrite k1 ifF; [lia|case: lastF; lia].
  rewrite [\sum_(1 <= i < l) _]big1_seq => [|i]; last first.
    by rewrite mem_index_iota => /and3P [_ i0 il]; rewrite hi // k0 // ltnn andbF subnAC subnn.
  have [e1 e2 e3] : [/\ L = l.+1, L - l = 1 & L - 2 = l.-1] by split; lia.
  rewrite hi // !k1 -e e2 e3 e1 subn1 muln1 /= addn0 -addnA leq_mul2l leq_add2l; apply/orP; right.
  have [i1 i2 i3] : [/\ 0 < 2 - lastF, l < l.+1 & l.+1 - 1 - l = 0] by split; case: lastF; lia.
  rewrite i1 i2 i3 !mul0n !addn0 !mul1n mulnC.
  by case: lastF; rewrite /= ?ltnn ?i2 ?i3 ?mul1n ?mul0n ?addn0 ?mulnDr ?muln1 //; lia.
have k1 p : p <= l.+1 -> stages l.+1 p = l.+1 by move=> pl; rewrite /stages ifF ?pl //; lia.
rewrite [\sum_(1 <= i < l) (_ + _) * _](eq_big_nat _ _
  (F2 := fun i => (\prod_(i <= k < l) x k) * N_ m n i.-1)); last first.
  by move=> i /andP [i0 il]; rewrite k0 // k1; [rewrite l0 ltnSn subn1 subnn mul0n addn0 mul1n|exact: ltnW].
rewrite !k1 // ltnSn subn1 /= subnn !mul0n !addn0 !mul1n leq_mul2l leq_add2r -addnA leq_add2l.
by rewrite mulnDr muln1 [A_ _ _ * _]mulnC leqnn orbT.
Qed.

Theorem lower_bound : x 0 <= m ->
  (free -> a * S = 0 /\ theta 1 <= minn (x 0 * x 1) m) ->
  (forall l, free < l < L -> COVER (N_ m n l.-1) (theta l) (x l) (P l) (D l)) ->
  2 ^ D L < N_ m n L.-1 ^ P L ->
  exists z, answer Pr z != FC z.
Proof.
move=> xm zero cover final; pose E := E_of free x D.
apply: (@induction _ _ _ _ _ Pr x theta D E stages L0 m0 n0 xm _ stages_rising _ _ _ _ final).
- by left; rewrite /stages ltn_eqF.
- by rewrite /stages eqxx ifT; [clear -fewF L0; lia|case: lastF].
- have k1 p : p <= 1 -> stages 1 p = 1.
    move=> p1; rewrite /stages; case: eqP => [e|_]; last by rewrite p1.
    by rewrite -e ifT //; case: lastF endsF => [/(_ isT) [L2 _]|_] //; rewrite -e in L2.
  rewrite cost0E !k1 // /stages [0 == L]ltn_eqF //= !muln0 add0n.
  by rewrite leq_mul2r fewR orbT.
- by move=> l lL; rewrite /D_ D_ofS ?leq_add2l ?cost_leq //; case/andP: lL.
move=> k kL; case fr: (free && (k == 0)); last first.
  apply: choice_cover => //.
    by apply: cover; rewrite kL andbT ltnS; move: fr; case: free => //= /negbT; rewrite lt0n.
  by rewrite /E /E_of eqSS fr.
move: fr => /andP [fr /eqP ->]; have [aS th] := zero fr; move: th; rewrite leq_min => /andP [th1 th2].
by apply: choice_free => //=; rewrite mulnC.
Qed.


(* the same with D given by its equations *)
Theorem lower_bound_eq (d : nat -> nat) : x 0 <= m ->
  d 1 = a * S -> (forall l, 0 < l < L -> d l.+1 = E_of free x d l + C l) ->
  (free -> a * S = 0 /\ theta 1 <= minn (x 0 * x 1) m) ->
  (forall l, free < l < L -> COVER (N_ m n l.-1) (theta l) (x l) (P l) (d l)) ->
  2 ^ d L < N_ m n L.-1 ^ P L ->
  exists z, answer Pr z != FC z.
Proof.
move=> xm d1 dS zero cover final; have dE := D_of_unique d1 dS.
apply: lower_bound => //; last by rewrite /D_ dE // L0 leqnn.
move=> l ll; have l1 : 0 < l <= L by case/andP: ll => l0 /ltnW ->; rewrite (leq_ltn_trans _ l0).
by rewrite /D_ (dE _ l1); apply: cover.
Qed.
End LowerBound.

(* ---- the four variants of Theorem 1 ---- *)

Section Variants.
Variables (L m : nat) (n : nat -> nat) (B S a : nat) (x theta D : nat -> nat).
Notation C := (C_ L m n B S a x).

Definition covers (s : nat) : Prop :=
  forall l, s < l < L -> COVER (N_ m n l.-1) (theta l) (x l) (P_ n x theta l) (D l).
Definition final : Prop := 2 ^ D L < N_ m n L.-1 ^ P_ n x theta L.

Theorem theorem1 : 0 < L -> 0 < m -> (forall l, 0 < l < L -> 0 < n l) -> x 0 <= m ->
  D 1 = a * S -> (forall l, 0 < l < L -> D l.+1 = x l * D l + 1 + C false l) -> covers 0 -> final ->
  forall Pr : hybrid L m n B S, nF Pr <= L - 1 -> nR Pr <= a -> exists z, answer Pr z != FC z.
Proof.
move=> L0 m0 n0 x0 D1 DS cov fin Pr fewF fewR.
by apply: (@lower_bound_eq _ _ _ _ _ a x theta false false L0 m0 n0 Pr fewF fewR _ D).
Qed.

Theorem theorem1_lastF : 1 < L -> 0 < m -> (forall l, 0 < l < L -> 0 < n l) -> x 0 <= m ->
  D 1 = a * S -> (forall l, 0 < l < L -> D l.+1 = x l * D l + 1 + C true l) -> covers 0 -> final ->
  forall Pr : hybrid L m n B S, nF Pr <= L - 1 -> nR Pr <= a -> last true (word Pr) ->
  exists z, answer Pr z != FC z.
Proof.
move=> L2 m0 n0 x0 D1 DS cov fin Pr fewF fewR lst.
by apply: (@lower_bound_eq _ _ _ _ _ a x theta false true (ltnW L2) m0 n0 Pr fewF fewR _ D).
Qed.

(* D with D_1 set to 0 *)
Lemma zero_eq lastF : a * S = 0 -> D 2 = C lastF 1 ->
  (forall l, 1 < l < L -> D l.+1 = x l * D l + 1 + C lastF l) ->
  let d l := if l == 1 then a * S else D l in
  forall l, 0 < l < L -> d l.+1 = E_of true x d l + C lastF l.
Proof. by move=> aS D2 DS d [|[|l]] //= lL; rewrite /d /E_of /= DS. Qed.

Lemma zero_covers : covers 1 -> forall l, true < l < L ->
  COVER (N_ m n l.-1) (theta l) (x l) (P_ n x theta l) (if l == 1 then a * S else D l).
Proof. by move=> cov [|[|l]] // lL; apply: cov. Qed.

Theorem theorem1_zero : 1 < L -> 0 < m -> (forall l, 0 < l < L -> 0 < n l) -> x 0 <= m ->
  a * S = 0 -> theta 1 <= minn (x 0 * x 1) m ->
  D 2 = C false 1 -> (forall l, 1 < l < L -> D l.+1 = x l * D l + 1 + C false l) -> covers 1 -> final ->
  forall Pr : hybrid L m n B S, nF Pr <= L - 1 -> nR Pr <= a -> exists z, answer Pr z != FC z.
Proof.
move=> L2 m0 n0 x0 aS th D2 DS cov fin Pr fewF fewR; pose d l := if l == 1 then a * S else D l.
apply: (@lower_bound_eq _ _ _ _ _ a x theta true false (ltnW L2) m0 n0 Pr fewF fewR _ d) => //.
- exact: zero_eq.
- exact: zero_covers.
- by rewrite /d ifF // gtn_eqF.
Qed.

Theorem theorem1_zero_lastF : 1 < L -> 0 < m -> (forall l, 0 < l < L -> 0 < n l) -> x 0 <= m ->
  a * S = 0 -> theta 1 <= minn (x 0 * x 1) m ->
  D 2 = C true 1 -> (forall l, 1 < l < L -> D l.+1 = x l * D l + 1 + C true l) -> covers 1 -> final ->
  forall Pr : hybrid L m n B S, nF Pr <= L - 1 -> nR Pr <= a -> last true (word Pr) ->
  exists z, answer Pr z != FC z.
Proof.
move=> L2 m0 n0 x0 aS th D2 DS cov fin Pr fewF fewR lst; pose d l := if l == 1 then a * S else D l.
apply: (@lower_bound_eq _ _ _ _ _ a x theta true true (ltnW L2) m0 n0 Pr fewF fewR _ d) => //.
- exact: zero_eq.
- exact: zero_covers.
- by rewrite /d ifF // gtn_eqF.
Qed.
End Variants.
