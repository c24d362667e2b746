(* Corollaries of the explicit theorems.

   - [recall]: L = 1, associative recall. A pure linear network with 2^(aS) < m^m, that is a S < m log2 m,
     fails on 1-step composition. [recall_full]: so does one full layer with 2^(2B) < m^m.
   - [polynomial]: the linear layers may number up to a power of the prompt length: 256 (aS)^5 <= n^2 is
     enough. [specialise]: fewer layers and smaller B, S; [hybrid_closed_widen]: if a S > x_0, the sizes
     of a larger B'.
   - [published_hybrid]: the theorem of arXiv 2602.01763: (L-1, 2^(3L^2))-hybrids with H d p <=
     n^(2^(-4L-2)) cannot solve L-step composition on prompts of exactly n tokens. [published_full]: the
     theorem of arXiv 2412.02975: nor can L full layers with H d p <= n^(2^(-4L)). As printed the two
     theorems do not exclude B = H d p = 1, for which the condition on n is void; they are proved here for
     B >= 2 (every L >= 1), with states of S <= 2 B^2 bits, and with the padding in front of the instance
     (Padding.v). *)
From mathcomp Require Import all_ssreflect zify.
From Strata Require Import Task Protocol Induction LowerBound FullOnly ClosedForm Padding.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(* ---- L = 1 ---- *)

Theorem recall (m : nat) (n : nat -> nat) (B S a : nat) : 0 < m -> 2 ^ (a * S) < m ^ m ->
  forall Pr : hybrid 1 m n B S, nF Pr = 0 -> nR Pr <= a -> exists z, answer Pr z != FC z.
Proof.
move=> m0 few Pr noF fewR; have n0 l : 0 < l < 1 -> 0 < n l by case: l.
have noF' : nF Pr <= 1 - 1 by rewrite noF.
apply: (@lower_bound 1 m n B S a (fun=> m) (fun=> 0) false false isT m0 n0 Pr noF' fewR) => //.
by case.
Qed.

Theorem recall_full (m : nat) (n : nat -> nat) (B S : nat) : 0 < m -> 2 ^ (2 * B) < m ^ m ->
  forall Pr : hybrid 1 m n B S, nF Pr <= 1 -> nR Pr = 0 -> exists z, answer Pr z != FC z.
Proof.
move=> m0 few Pr fewF noR; have n0 l : 0 < l < 1 -> 0 < n l by case: l.
apply: (@full_only 1 m n B S (fun=> m) (fun=> 0) isT m0 n0 Pr fewF noR) => //; first by case.
by rewrite /Dfull_ /= /A_ big_geq // !muln1.
Qed.

(* ---- smaller parameters ---- *)

Section Widen.
Variables (top : nat) (X : nat -> finType) (tok : nat -> nat) (B B' S S' : nat).
Hypotheses (BB' : B <= B') (SS' : S <= S').
Variable Pr : protocol top X tok B S.

Lemma widen_fmsg t j p xj hj xp hp : fmsg Pr t j p xj hj xp hp < 2 ^ (2 * B' * tok p).
Proof.
apply: leq_trans (fmsg_bound Pr t j p xj hj xp hp) _.
by rewrite leq_exp2l // leq_mul // leq_mul2l.
Qed.

Lemma widen_rmsg t j xj hj r : rmsg Pr t j xj hj r < 2 ^ S'.
Proof. by apply: leq_trans (rmsg_bound Pr t j xj hj r) _; rewrite leq_exp2l. Qed.

(* a protocol with parameters (B, S) is one with (B', S') *)
Definition widen : protocol top X tok B' S' :=
  @Protocol top X tok B' S' (word Pr) (fmsg Pr) (rmsg Pr) (announce Pr) widen_fmsg widen_rmsg.

Lemma answer_widen z : answer widen z = answer Pr z.
Proof. by []. Qed.
End Widen.

(* an impossibility is one for fewer layers and smaller parameters *)
Theorem specialise (L m : nat) (n : nat -> nat) (B B' S S' f f' a a' : nat) :
  B <= B' -> S <= S' -> f <= f' -> a <= a' ->
  (forall Pr : hybrid L m n B' S', nF Pr <= f' -> nR Pr <= a' -> exists z, answer Pr z != FC z) ->
  forall Pr : hybrid L m n B S, nF Pr <= f -> nR Pr <= a -> exists z, answer Pr z != FC z.
Proof.
move=> BB' SS' ff' aa' fails Pr fewF fewR.
have [z hz] := fails (widen BB' SS' Pr) (leq_trans fewF ff') (leq_trans fewR aa').
by exists z; rewrite -(answer_widen BB' SS').
Qed.

(* if a S > x_0: the sizes of a larger B' *)
Theorem hybrid_closed_widen (L B B' S a : nat) : 1 < L -> 0 < B -> B <= B' -> a * S <= x_ L B' 0 ->
  forall Pr : hybrid L (m_ L B') (n_ L B') B S, nF Pr <= L - 1 -> nR Pr <= a -> exists z, answer Pr z != FC z.
Proof.
move=> L2 B0 BB' aS; apply: (specialise BB' (leqnn S) (leqnn _) (leqnn _)).
exact: (hybrid_closed L2 (leq_trans B0 BB') aS).
Qed.

(* ---- a power of n many linear layers ---- *)

Theorem polynomial (L B S a : nat) : 1 < L -> 0 < B ->
  256 * (a * S) ^ 5 <= prompt_length L (m_ L B) (n_ L B) ^ 2 ->
  forall Pr : hybrid L (m_ L B) (n_ L B) B S, nF Pr <= L - 1 -> nR Pr <= a -> exists z, answer Pr z != FC z.
Proof.
move=> L2 B0 poly; apply: hybrid_closed => //.
have K0 : 0 < K_ L B by apply: K_gt0.
have := length_closed L2 B0; rewrite N_closed // mulnA => len.
have {poly len} : 256 * (a * S) ^ 5 < 256 * (x_ L B 0) ^ 5.
  apply: leq_ltn_trans poly _; rewrite -(ltn_exp2r _ _ (isT : 0 < 2)) in len; apply: leq_trans len _.
  rewrite expnMn -[(2 * 8) ^ 2]/256 leq_mul2l /x_ subn0 -!expnM leq_pexp2l //.
  by have := odd_double_half (5 * 3 ^ (L - 1) - 3); rewrite -muln2; clear; lia.
by rewrite ltn_pmul2l // ltn_exp2r //; apply: ltnW.
Qed.

(* ---- the published theorems ---- *)

Lemma exp3_ge L : 1 < L -> 3 * L + 1 <= 3 ^ L.
Proof.
move=> L2; rewrite -(subnKC L2); elim: (L - 2) => [//|d IH].
by rewrite addnS expnS; move: (3 ^ _) IH => c; lia.
Qed.

(* 2^(3L^2) linear layers with states of 2B^2 bits are allowed *)
Lemma published_state (L B a S : nat) : 1 < L -> 0 < B ->
  a <= 2 ^ (3 * L ^ 2) -> S <= 2 * B ^ 2 -> a * S <= x_ L B 0.
Proof.
move=> L2 B0 ha hS; apply: leq_trans (leq_mul ha hS) _.
rewrite /x_ subn0 /K_ expnMn mulnA; apply: leq_mul; last first.
  by apply: leq_pexp2l => //; apply: (@leq_trans (3 ^ 1)) => //; rewrite leq_exp2l //; lia.
have -> : 8 ^ L = 2 ^ (3 * L) by rewrite expnM.
rewrite -expnSr -expnM leq_exp2l //.
have -> : 3 * L * 3 ^ (L - 1) = L * 3 ^ L.
  by rewrite -[in 3 ^ L](subnK (ltnW L2)) addn1 expnS; move: (3 ^ _) => c; clear; lia.
by have := leq_mul (leqnn L) (exp3_ge L2); rewrite expnS expn1; move: (3 ^ L) => c; lia.
Qed.

(* the instance fits in the published prompt length *)
Lemma published_length (L B : nat) : 1 < L -> 1 < B ->
  prompt_length L (m_ L B) (n_ L B) <= B ^ (2 ^ (4 * L)).
Proof.
move=> L2 B2; have B0 := ltnW B2; apply: leq_trans (ltnW (length_closed L2 B0)) _.
rewrite N_closed // mulnA; set e := half _.
have he : e <= 3 ^ L.
  have := odd_double_half (5 * 3 ^ (L - 1) - 3); rewrite -/e -muln2.
  rewrite -[in 3 ^ L](subnK (ltnW L2)) addn1 expnS.
  by move: (3 ^ (L - 1)) (odd _) => c b; clear; lia.
have hK : K_ L B <= B ^ (3 * L + 1).
  rewrite /K_ expnD expn1 leq_mul2r expnM; apply/orP; right.
  have h8 : 8 <= B ^ 3 by apply: (@leq_trans (2 ^ 3)) => //; rewrite leq_exp2r.
  by rewrite leq_exp2r //; lia.
have h16 : 2 * 8 <= B ^ 4 by apply: (@leq_trans (2 ^ 4)) => //; rewrite leq_exp2r.
apply: (@leq_trans (B ^ 4 * (B ^ (3 * L + 1)) ^ e)).
  by apply: leq_mul => //; case: (e) => // e'; rewrite leq_exp2r.
rewrite -expnM -expnD leq_exp2l //.
apply: (@leq_trans (4 + 3 ^ L * 3 ^ L)); first by rewrite leq_add2l leq_mul // exp3_ge.
rewrite -expnMn expnM -(subnKC L2).
elim: (L - 2) => [//|d IH]; rewrite addnS [(3 * 3) ^ _]expnS [(2 ^ 4) ^ _]expnS.
by move: (_ ^ (2 + d)) ((2 ^ 4) ^ _) IH => c1 c2; clear; lia.
Qed.

(* L = 1: the instance FC(1; n-2) *)
Lemma published_one (B len c : nat) : 1 < B -> B ^ 16 <= len -> c <= 16 * B ^ 2 ->
  2 < len /\ 2 ^ c < (len - 2) ^ (len - 2).
Proof.
move=> B2 hlen hc.
have hB : 16 * B ^ 2 + 4 < B ^ 16.
  have B1 : 1 <= B ^ 6 by rewrite expn_gt0 ltnW.
  have B64 : 64 <= B ^ 6 by rewrite -[64]/(2 ^ 6) leq_exp2r.
  have h16 : 16 <= B ^ 4 by rewrite -[16]/(2 ^ 4) leq_exp2r.
  have := leq_mul h16 (leqnn (B ^ 2)); rewrite -expnD => h6.
  have : 2 * B ^ 6 <= B ^ 16.
    by apply: (@leq_trans (B ^ 7)); [rewrite expnS leq_mul2r B2 orbT|rewrite leq_exp2l].
  by move: (B ^ 16) (B ^ 6) (16 * _) h6 B64 => c1 c2 c3; clear; lia.
have [len2 cl] : 1 < len - 2 /\ c < len - 2 by move: (B ^ 16) (16 * _) hB hlen hc => c1 c2; lia.
split; first by clear -len2; lia.
move: (len - 2) len2 cl => [//|[//|k]] _ cl.
by apply: (@leq_trans (2 ^ k.+2)); [rewrite ltn_exp2l|rewrite leq_exp2r].
Qed.

Theorem published_hybrid (L B len : nat) : 0 < L -> 1 < B -> B ^ (2 ^ (4 * L + 2)) <= len ->
  exists m (n : nat -> nat) pad, [/\ 0 < m, forall l, 0 < n l, padded_length L m n pad = len &
    forall a S, a <= 2 ^ (3 * L ^ 2) -> S <= 2 * B ^ 2 ->
    forall Pr : padded_hybrid L m n pad B S, nF Pr <= L - 1 -> nR Pr <= a ->
    exists z : input L m n, answer Pr (pad_input L.+1 z) != FC z].
Proof.
move=> L0 B2 hlen; have B0 := ltnW B2.
have {}hlen : B ^ (2 ^ (4 * L)) <= len.
  by apply: leq_trans hlen; rewrite leq_exp2l // leq_exp2l // leq_addr.
case: (ltnP 1 L) => [L2|L1].
  have fits := leq_trans (published_length L2 B2) hlen.
  exists (m_ L B), (n_ L B), (len - prompt_length L (m_ L B) (n_ L B)); split.
  - exact: m_gt0.
  - exact: n_gt0.
  - by rewrite /padded_length subnK.
  move=> a S ha hS; apply: padding_fails; apply: hybrid_closed => //.
  exact: published_state.
have {L0 L1} eL : L = 1 by lia.
rewrite eL in hlen *.
have len2 := proj1 (published_one B2 hlen (leq0n _)).
exists (len - 2), (fun=> 1), 0; split=> //; first by rewrite subn_gt0.
  by rewrite /padded_length /prompt_length big_nat1 /= subnK // ltnW.
move=> a S ha hS; apply: padding_fails => Pr fewF fewR.
apply: (@recall _ _ _ _ a) fewR; [by rewrite subn_gt0| |by apply/eqP; rewrite -leqn0].
apply: (proj2 (published_one B2 hlen _)).
by apply: leq_trans (leq_mul ha hS) _; rewrite mulnA.
Qed.

Theorem published_full (L B len : nat) : 0 < L -> 1 < B -> B ^ (2 ^ (4 * L)) <= len ->
  exists m (n : nat -> nat) pad, [/\ 0 < m, forall l, 0 < n l, padded_length L m n pad = len &
    forall S (Pr : padded_hybrid L m n pad B S), nF Pr <= L -> nR Pr = 0 ->
    exists z : input L m n, answer Pr (pad_input L.+1 z) != FC z].
Proof.
move=> L0 B2 hlen; have B0 := ltnW B2.
case: (ltnP 1 L) => [L2|L1].
  have fits := leq_trans (published_length L2 B2) hlen.
  exists (m_ L B), (n_ L B), (len - prompt_length L (m_ L B) (n_ L B)); split.
  - exact: m_gt0.
  - exact: n_gt0.
  - by rewrite /padded_length subnK.
  move=> S Pr fewF noR; apply: (@padding_fails _ _ _ _ _ _ L 0); rewrite ?noR // => Pr' fewF' noR'.
  by apply: full_closed => //; apply/eqP; rewrite -leqn0.
have {L0 L1} eL : L = 1 by lia.
rewrite eL in hlen *.
have B16 : 2 * B <= 16 * B ^ 2 by rewrite leq_mul // -{1}(expn1 B) leq_exp2l.
have [len2 few] := published_one B2 hlen B16.
exists (len - 2), (fun=> 1), 0; split=> //; first by rewrite subn_gt0.
  by rewrite /padded_length /prompt_length big_nat1 /= subnK // ltnW.
move=> S Pr fewF noR; apply: (@padding_fails _ _ _ _ _ _ 1 0); rewrite ?noR // => Pr' fewF' noR'.
by apply: recall_full => //; [rewrite subn_gt0|apply/eqP; rewrite -leqn0].
Qed.
