(* Theorem 3: L full layers and no linear layer are not enough (any parameters).

   The same induction with later stages: at Claim(l), l >= 2, players -1, ..., l-1 are settled after the
   l-th layer; at Claim(1) only player -1 is (player 0 may know i_1 = z_1(z_0) after one layer, so its
   messages in the second layer are frozen for every (z_0, z_1)). Nothing follows the last layer, so in it
   only messages to player -1 matter. *)
From mathcomp Require Import all_ssreflect zify.
From Strata Require Import Task Protocol Counting Density Freezing Induction.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Costs.
Variables (L m : nat) (n : nat -> nat) (B : nat) (x : nat -> nat).
Notation N := (N_ m n).
Notation A := (A_ L n).

Definition Cfull_ (l : nat) : nat :=
  if l == L - 1 then
    if L == 2 then 2 * B * (x 1 * m + x 0 + A * x 0)
    else 2 * B * ((L - 1) * x (L - 1) * N (L - 2) + A * \prod_(0 <= i < L - 1) x i)
  else if l == 1 then 2 * B * (L - 1) * (2 * x 1 * m + x 0 + x 0 * x 1 + A * x 0)
  else 2 * B * (L - l) * (l.+1 * x l * N l.-1 + (\prod_(0 <= i < l) x i) * (A + 1)
         + \sum_(1 <= i < l) (\prod_(i <= k < l) x k) * N i.-1).

Definition Dfull_ : nat -> nat := D_of false (2 * B * L * A) x Cfull_.
End Costs.

Section FullOnly.
Variables (L m : nat) (n : nat -> nat) (B S : nat) (x theta : nat -> nat).
Hypotheses (L0 : 0 < L) (m0 : 0 < m) (n0 : forall l, 0 < l < L -> 0 < n l).
Variable Pr : hybrid L m n B S.
Hypotheses (fewF : nF Pr <= L) (noR : nR Pr = 0).
Notation C := (Cfull_ L m n B x).
Notation D := (Dfull_ L m n B x).
Notation P := (P_ n x theta).

Definition stages_full (l p : nat) : nat :=
  if p == 0 then l.+1
  else if p <= l then (if (l == 1) || (l == L) then l else l.+1) else 0.

Lemma stages_full_rising l : l < L -> rising Pr stages_full l.
Proof.
move=> lL; split.
- by rewrite /stages_full /= ltnn.
- move=> p j s /andP [pj jl]; rewrite /stages_full; have -> : (j == 0) = false by lia.
  by rewrite jl; do ?case: ifP; lia.
move=> t tw lt; exfalso; move: noR; rewrite /nR => /eqP; rewrite -leqn0 leqNgt -has_count.
by move/hasPn/(_ _ (mem_nth false tw)); rewrite lt.
Qed.

Lemma cost_full l : 0 < l < L -> cost Pr x stages_full l = C l.
Proof.
case/andP=> l0 lL; pose top := l.+1 == L.
have k0 k : stages_full k 0 = k.+1 by [].
have kl p : 0 < p <= l -> stages_full l p = if l == 1 then 1 else l.+1.
  by case/andP=> p0 pl; rewrite /stages_full pl (ltn_eqF lL) orbF eqn0Ngt p0; case: eqP.
have kS p : 0 < p <= l.+1 -> stages_full l.+1 p = if top then l.+1 else l.+2.
  by case/andP=> p0 pl; rewrite /stages_full pl eqSS eqn0Ngt p0 eqn0Ngt l0.
rewrite costE //; last by rewrite /stages_full ltnn.
rewrite noR mul0n addn0 !k0 !kS ?ltnS ?leqnn // (kl 1) // [l.+2 - 1]subn1 subnn mul0n addn0 mul1n /Cfull_.
case: (altP (l =P 1)) => [e|ne].
  have X1 : \prod_(0 <= k < 1) x k = x 0 by rewrite big_nat1.
  have X2 : \prod_(0 <= k < 2) x k = x 0 * x 1 by rewrite big_nat_recl // big_nat1.
  rewrite /top e [\sum_(1 <= i < 1) _]big_geq // X1 X2 addn0.
  case: (altP (2 =P L)) => [eL|neL]; [rewrite -eL /=|rewrite ifF /=; last lia].
    by rewrite muln1 mul1n mul0n addn0 -addnA [A_ 2 n * _ + _]addnC addnA mul1n.
  by congr (_ * _); move: (x 0 * x 1) => X; lia.
rewrite [\sum_(1 <= i < l) (_ + _) * _](eq_big_nat _ _
  (F2 := fun i => (~~ top) * ((\prod_(i <= k < l) x k) * N_ m n i.-1))); last first.
  move=> i /andP [i0 il]; have [j1 j2] : 0 < i.+1 <= l /\ 0 < i.+1 <= l.+1 by clear -il; split; lia.
  rewrite (kS _ j2) (kl _ j1) (negbTE ne) /=.
  have e : (if top then l.+1 else l.+2) - 1 - l.+1 = 0 by case: (top); clear; lia.
  by rewrite e mul0n addn0 mulnA; case: (top); rewrite ?ltnn ?ltnSn.
rewrite -big_distrr /top; case: (altP (l.+1 =P L)) => [e|ne'].
  have [-> -> -> ->] : [/\ L - l = 1, L - 1 = l, L - 2 = l.-1 & (L == 2) = false] by split; lia.
  by rewrite eqxx /= ltnn subn1 /= (eqP (leqnSn l : l - l.+1 == 0)) !mul0n !addn0 muln1.
have -> : (l == L - 1) = false by lia.
rewrite /= ltnSn subn1 subnn !mul0n !addn0 !mul1n; congr (_ * (_ + _)).
by rewrite -addnA; congr (_ + _); rewrite mulnDr muln1 mulnC.
Qed.

Theorem full_only : x 0 <= m ->
  (forall l, 0 < l < L -> COVER (N_ m n l.-1) (theta l) (x l) (P l) (D l)) ->
  2 ^ D L < N_ m n L.-1 ^ P L ->
  exists z, answer Pr z != FC z.
Proof.
move=> xm cover final; pose E := E_of false x D.
apply: (@induction _ _ _ _ _ Pr x theta D E stages_full L0 m0 n0 xm _ stages_full_rising _ _ _ _ final).
- by right.
- by rewrite ltnS.
- by rewrite cost0E noR /stages_full /= !mul0n !addn0 muln1.
- by move=> l lL; rewrite /Dfull_ D_ofS ?leq_add2l ?cost_full //; case/andP: lL.
by move=> k kL; apply: choice_cover => //; apply: cover.
Qed.

(* the same with D given by its equations *)
Theorem full_only_eq (d : nat -> nat) : x 0 <= m ->
  d 1 = 2 * B * L * A_ L n -> (forall l, 0 < l < L -> d l.+1 = x l * d l + 1 + C l) ->
  (forall l, 0 < l < L -> COVER (N_ m n l.-1) (theta l) (x l) (P l) (d l)) ->
  2 ^ d L < N_ m n L.-1 ^ P L ->
  exists z, answer Pr z != FC z.
Proof.
move=> xm d1 dS cover final; have dE := D_of_unique (free := false) d1 dS.
apply: full_only => //; last by rewrite /Dfull_ dE // L0 leqnn.
move=> l ll; have l1 : 0 < l <= L by case/andP: ll => -> /ltnW ->.
by rewrite /Dfull_ (dE _ l1); apply: cover.
Qed.
End FullOnly.

(* Theorem 3 *)
Theorem theorem3 (L m : nat) (n : nat -> nat) (B S : nat) (x theta D : nat -> nat) :
  0 < L -> 0 < m -> (forall l, 0 < l < L -> 0 < n l) -> x 0 <= m ->
  D 1 = 2 * B * L * A_ L n -> (forall l, 0 < l < L -> D l.+1 = x l * D l + 1 + Cfull_ L m n B x l) ->
  (forall l, 0 < l < L -> COVER (N_ m n l.-1) (theta l) (x l) (P_ n x theta l) (D l)) ->
  2 ^ D L < N_ m n L.-1 ^ P_ n x theta L ->
  forall Pr : hybrid L m n B S, nF Pr <= L -> nR Pr = 0 -> exists z, answer Pr z != FC z.
Proof.
move=> L0 m0 n0 xm D1 DS cov fin Pr fewF noR.
by apply: (@full_only_eq _ _ _ _ _ x theta L0 m0 n0 Pr fewF noR D).
Qed.
