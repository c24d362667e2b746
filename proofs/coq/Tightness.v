(* Tightness at the protocol level.

   L full layers and ONE linear layer solve FC as soon as m <= 2^S and N_{L-1} <= 2^(2B), and so do L+1
   full layers if N_{L-1} <= 2^(2B). One protocol [chain] proves both: its first layer, F or R, brings z_0
   = i_0 to player -1; the s-th of the following F layers brings i_s: player -1 asks player s for
   z_s(w_{s-1} N_{s-2} + i_{s-1}), which it can since it knows w and i_{s-1}.

   [separation]: on the sizes of Theorem 2 with one explicit B and S = 2B, (L-1, a) fails for every a with
   a S <= x_0 (and x_0 >= S^2), (L, 0) fails, (L, 1) and (L+1, 0) succeed. *)
From mathcomp Require Import all_ssreflect zify.
From Strata Require Import Task Protocol Induction ClosedForm.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(* v if it fits in k bits *)
Definition cap (k v : nat) : nat := if v < 2 ^ k then v else 0.

Lemma cap_lt k v : cap k v < 2 ^ k.
Proof. by rewrite /cap; case: ifP => //; rewrite expn_gt0. Qed.

Lemma cap_id k v c : v < c -> c <= 2 ^ k -> cap k v = v.
Proof. by move=> vc ck; rewrite /cap (leq_trans vc ck). Qed.

Section Chain.
Variables (L m : nat) (n : nat -> nat) (B S : nat) (first : bool).
Notation N := (N_ m n).
Notation block := (block L m n).

(* i_s, received in layer s from player s *)
Definition heard (h : history) (s : nat) : nat := nth 0 (nth [::] h s) s.

Definition chain_fmsg (t j p : nat) : block j -> history -> block p -> history -> nat :=
  match j as j, p as p return block j -> history -> block p -> history -> nat with
  | 1, 0 => fun z0 _ _ _ => cap (2 * B) (val (z0 : 'I_m))
  | l.+2, 0 => fun zl _ w h => cap (2 * B) (lookup zl (w_ w l * N l.-1 + heard h l))
  | _, _ => fun _ _ _ _ => 0
  end.

Definition chain_rmsg (t j : nat) : block j -> history -> option nat -> nat :=
  match j as j return block j -> history -> option nat -> nat with
  | 1 => fun z0 _ _ => cap S (val (z0 : 'I_m))
  | _ => fun _ _ _ => 0
  end.

Lemma chain_fmsg_bound t j p zj hj zp hp : @chain_fmsg t j p zj hj zp hp < 2 ^ (2 * B * tokens m n p).
Proof.
by case: j zj => [|[|l]] zj; case: p zp => [|p] zp; rewrite /= ?expn_gt0 // muln1 cap_lt.
Qed.

Lemma chain_rmsg_bound t j zj hj r : @chain_rmsg t j zj hj r < 2 ^ S.
Proof. by case: j zj => [|[|l]] zj; rewrite /= ?expn_gt0 // cap_lt. Qed.

Definition chain : hybrid L m n B S :=
  @Protocol L.+1 block (tokens m n) B S (first :: nseq L true) chain_fmsg chain_rmsg (fun _ h => heard h L)
    chain_fmsg_bound chain_rmsg_bound.

Hypotheses (L0 : 0 < L) (n0 : forall l, 0 < l < L -> 0 < n l).
Hypotheses (mS : first || (m <= 2 ^ S)) (NB : N L.-1 <= 2 ^ (2 * B)).

Lemma run_nth T z p s : s < T -> nth [::] (run chain T z p) s = received chain s z (run chain s z) p.
Proof.
have size_run t : size (run chain t z p) = t by elim: t => //= t IH; rewrite size_rcons IH.
elim: T => // T IH; rewrite ltnS /= nth_rcons size_run.
by case: ltngtP => // [h _|-> _]; [apply: IH|].
Qed.

Lemma heard_i z s T : s < T -> s <= L -> heard (run chain T z 0) s = i_ z s.
Proof.
elim: s T => [|s IH] T sT sL; rewrite /heard run_nth // /received.
  have vm : val (z 1 : 'I_m) < m by apply: ltn_ord.
  rewrite /= subSnn; move: mS; case: (first) => /= [_|m2]; last exact: (cap_id vm).
  by rewrite (cap_id vm) // (leq_trans _ NB) // -[m]/(N 0) (leq_N (L := L)) //; lia.
have -> : nth false (word chain) s.+1 = true by rewrite /= nth_nseq sL.
rewrite (nth_map 0) ?size_iota ?subn0 // nth_iota ?subn0 // add1n -[LHS]/(cap (2 * B) (lookup (z s.+2)
  (w_ (z 0) s * N s.-1 + heard (run chain s.+1 z 0) s))) IH //; last exact: ltnW.
apply: (cap_id (i_lt z sL)); apply: leq_trans NB.
by rewrite (leq_N (L := L)) //; lia.
Qed.

Theorem chain_solves : solves chain.
Proof. by move=> z; rewrite /FC -(@heard_i z L L.+1) // /answer /= size_nseq. Qed.
End Chain.

Theorem one_linear_layer (L m : nat) (n : nat -> nat) (B S : nat) :
  0 < L -> (forall l, 0 < l < L -> 0 < n l) -> m <= 2 ^ S -> N_ m n L.-1 <= 2 ^ (2 * B) ->
  exists Pr : hybrid L m n B S, [/\ nF Pr = L, nR Pr = 1 & solves Pr].
Proof.
move=> L0 n0 mS NB; exists (chain L m n B S false); split; last exact: chain_solves.
  by rewrite /nF /= count_nseq mul1n.
by rewrite /nR /= count_nseq mul0n.
Qed.

Theorem one_more_full_layer (L m : nat) (n : nat -> nat) (B S : nat) :
  0 < L -> (forall l, 0 < l < L -> 0 < n l) -> N_ m n L.-1 <= 2 ^ (2 * B) ->
  exists Pr : hybrid L m n B S, [/\ nF Pr = L.+1, nR Pr = 0 & solves Pr].
Proof.
move=> L0 n0 NB; exists (chain L m n B S true); split; last exact: chain_solves.
  by rewrite /nF /= count_nseq mul1n.
by rewrite /nR /= count_nseq mul0n.
Qed.

(* ---- the separation on one instance ---- *)

Definition B_sep (L : nat) : nat := 2 ^ (2 * (8 ^ L + 3 ^ L)).+1.

Lemma N_leq_exp L : 1 < L -> N_ (m_ L (B_sep L)) (n_ L (B_sep L)) (L - 1) <= 2 ^ (2 * B_sep L).
Proof.
move=> L2; have B0 : 0 < B_sep L by rewrite expn_gt0.
have K64 := K_ge64 L2 B0; rewrite N_closed //; set e := half _.
have he : e.+1 <= 3 ^ L.
  have := odd_double_half (5 * 3 ^ (L - 1) - 3); rewrite -/e -muln2.
  rewrite -[in 3 ^ L](subnK (ltnW L2)) addn1 expnS; have : 0 < 3 ^ (L - 1) by rewrite expn_gt0.
  by move: (3 ^ (L - 1)) (odd _) => c b; clear; lia.
apply: (@leq_trans (K_ L (B_sep L) ^ 3 ^ L)).
  apply: (@leq_trans (K_ L (B_sep L) ^ e.+1)); last by apply: leq_pexp2l => //; apply: leq_trans K64.
  by rewrite expnS leq_mul2r (leq_trans _ K64) ?orbT.
rewrite /K_ /B_sep; set c := 8 ^ L; set d := 3 ^ L; set s := c + d.
have c2 : c <= 2 ^ c by rewrite ltnW // ltn_expl.
apply: (@leq_trans ((2 ^ (c + (2 * s).+1)) ^ d)).
  by rewrite leq_exp2r ?expn_gt0 // expnD leq_mul2r c2 orbT.
rewrite -expnM leq_exp2l // -expnS.
apply: (@leq_trans (4 * (s * s))).
  have := expn_gt0 8 L; rewrite -/c /s; have : 0 < d by rewrite expn_gt0.
  by move: (c) (d) => c' d'; clear; nia.
have s2 : s <= 2 ^ s by rewrite ltnW // ltn_expl.
have -> : 2 ^ (2 * s).+2 = 4 * (2 ^ s * 2 ^ s) by rewrite -expnD addnn -mul2n !expnS mulnA.
by rewrite leq_mul2l /= leq_mul.
Qed.

Theorem separation (L : nat) : 1 < L ->
  let B := B_sep L in let S := 2 * B in let m := m_ L B in let n := n_ L B in
  [/\ S ^ 2 <= x_ L B 0,
   forall a, a * S <= x_ L B 0 -> forall Pr : hybrid L m n B S, nF Pr <= L - 1 -> nR Pr <= a ->
     exists z, answer Pr z != FC z,
   forall Pr : hybrid L m n B S, nF Pr <= L -> nR Pr = 0 -> exists z, answer Pr z != FC z,
   exists Pr : hybrid L m n B S, [/\ nF Pr = L, nR Pr = 1 & solves Pr] &
   exists Pr : hybrid L m n B S, [/\ nF Pr = L.+1, nR Pr = 0 & solves Pr]].
Proof.
move=> L2 B S m n; have L0 := ltnW L2.
have B0 : 0 < B by rewrite expn_gt0.
have n0 l : 0 < l < L -> 0 < n l by move=> _; apply: n_gt0.
have NB : N_ m n L.-1 <= 2 ^ (2 * B) by rewrite -subn1; apply: N_leq_exp.
split.
- apply: (@leq_trans (K_ L B ^ 2)).
    rewrite leq_exp2r // /S leq_mul2r; apply/orP; right; exact: leq_trans (exp8_ge64 L2).
  rewrite /x_ subn0; apply: leq_pexp2l; first exact: K_gt0.
  by apply: (@leq_trans (3 ^ 1)) => //; rewrite leq_exp2l //; lia.
- by move=> a aS; apply: hybrid_closed.
- exact: full_closed.
- apply: one_linear_layer => //; apply: leq_trans NB.
  by rewrite -[m]/(N_ m n 0) (leq_N (L := L)) //; lia.
- exact: one_more_full_layer.
Qed.
