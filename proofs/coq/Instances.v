(* The main theorems at concrete numbers, their hypotheses discharged by computation: none of them is
   vacuous.

   FC(2; 2; 2), 8 tokens, is the smallest: with B = 1 one full layer fails, two full layers with one
   linear layer of S = 1 succeed, and so do three full layers. Larger rows are checked by [check1] and
   [check3] of Certificate.v over binary numbers. *)
From Coq Require Import NArith.
From mathcomp Require Import all_ssreflect zify.
From Strata Require Import Task Protocol LowerBound FullOnly ClosedForm Padding Corollaries Tightness.
From Strata Require Import Numbers Certificate Statements.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(* ---- Theorem 1 ---- *)

(* FC(2; 2; 2), B = 1, a = 0: x = (1, 2), theta_1 = 2; D_2 = C_1 = 6 < 8 = P_2 log2 N_1 *)
Theorem theorem1_222 (S : nat) (Pr : hybrid 2 2 (fun=> 2) 1 S) : nF Pr <= 1 -> nR Pr <= 0 ->
  exists z, answer Pr z != FC z.
Proof.
pose x l := if l is 0 then 1 else 2; pose D (l : nat) := 6.
apply: (@theorem1_zero 2 2 (fun=> 2) 1 S 0 x (fun=> 2) D) => // [|l|l]; try by case: l => [|[|]].
by rewrite /D !big_nat1.
Qed.

(* a = 28 linear layers with states of 576 bits, B = 64: about 1.8 million tokens *)
Theorem theorem1_row (Pr : hybrid 2 (N.to_nat 903589) (fun_of1 [:: 1%num]) (N.to_nat 64) (N.to_nat 576)) :
  nF Pr <= 1 -> nR Pr <= N.to_nat 28 -> exists z, answer Pr z != FC z.
Proof.
have ok : check1 2 64 576 28 903589 [:: 1]%num [:: 17645; 85]%num [:: 300002]%num false false by vm_compute.
by move=> fewF fewR; exact: (check1_sound ok).
Qed.

(* one linear layer with one bit of state, then one full layer with B = 1, on FC(2; 3; 5): 20 tokens *)
Theorem theorem1_lastF_20 (Pr : hybrid 2 (N.to_nat 3) (fun_of1 [:: 5%num]) (N.to_nat 1) (N.to_nat 1)) :
  nF Pr <= 1 -> nR Pr <= N.to_nat 1 -> last true (word Pr) -> exists z, answer Pr z != FC z.
Proof.
have ok : check1 2 1 1 1 3 [:: 5]%num [:: 3; 4]%num [:: 2]%num false true by vm_compute.
by move=> fewF fewR lst; exact: (check1_sound ok).
Qed.

(* one full layer with B = 32 * 128 * 16 cannot do z_2(z_1(z_0)) with tables of 9878 entries: 19758 tokens *)
Theorem theorem1_19758 (S : N)
    (Pr : hybrid 2 (N.to_nat 9878) (fun_of1 [:: 1%num]) (N.to_nat 65536) (N.to_nat S)) :
  nF Pr <= 1 -> nR Pr <= N.to_nat 0 -> last true (word Pr) -> exists z, answer Pr z != FC z.
Proof.
have ok : check1 2 65536 S 0 9878 [:: 1]%num [:: 1; 9878]%num [:: 9878]%num true true by vm_compute.
by move=> fewF fewR lst; exact: (check1_sound ok).
Qed.

(* L = 3 *)
Theorem theorem1_row3 (Pr : hybrid 3 (N.to_nat 35984883657352219783962185627237030559744)
    (fun_of1 [:: 112756522602023056; 1]%num) (N.to_nat 8) (N.to_nat 64)) :
  nF Pr <= 2 -> nR Pr <= N.to_nat 4 -> exists z, answer Pr z != FC z.
Proof.
have ok : check1 3 8 64 4 35984883657352219783962185627237030559744 [:: 112756522602023056; 1]%num
  [:: 286490653162165258478222835712; 277073459856; 2]%num
  [:: 17838728673413889636813668153732901109760;
      1479069652900427712140277971977651791272328239330946449408]%num
  false false by vm_compute.
by move=> fewF fewR; exact: (check1_sound ok).
Qed.

(* ---- Theorem 2 at L = 2, B = 1: K = 64, x = (64^3, 64), a S = 64 * 64^2 = x_0 ---- *)

Theorem theorem2_21 (Pr : hybrid 2 (m_ 2 1) (n_ 2 1) 1 (64 ^ 2)) : nF Pr <= 1 -> nR Pr <= 64 ->
  exists z, answer Pr z != FC z.
Proof. by apply: (@hybrid_closed 2 1) => //; rewrite -expnS /x_ /K_ muln1. Qed.

(* N_1 = 8 * 64^6 = 2^39 *)
Theorem theorem2_21_size : N_ (m_ 2 1) (n_ 2 1) 1 = 2 ^ 39.
Proof.
have eK : K_ 2 1 = 2 ^ 6 by [].
have e8 : 8 = 2 ^ 3 by [].
have e39 : 3 + 6 * (5 * 3 ^ (2 - 1) - 3)./2 = 39 by [].
by have := @N_closed 2 1 isT isT; rewrite eK e8 -expnM -expnD e39.
Qed.

(* ---- Theorem 3 ---- *)

(* two full layers, B = 1, z_2(z_1(z_0)) with tables of 14308 entries: 28618 tokens *)
Theorem theorem3_row (S : nat) (Pr : hybrid 2 (N.to_nat 14308) (fun_of1 [:: 1%num]) (N.to_nat 1) S) :
  nF Pr <= 2 -> nR Pr = 0 -> exists z, answer Pr z != FC z.
Proof.
have ok : check3 2 1 14308 [:: 1]%num [:: 8878; 2]%num [:: 6806]%num by vm_compute.
exact: (check3_sound ok).
Qed.

(* three full layers *)
Theorem theorem3_row3 (S : nat)
    (Pr : hybrid 3 (N.to_nat 34008600182555443986432) (fun_of1 [:: 141; 1]%num) (N.to_nat 1) S) :
  nF Pr <= 3 -> nR Pr = 0 -> exists z, answer Pr z != FC z.
Proof.
have ok : check3 3 1 34008600182555443986432 [:: 141; 1]%num [:: 3711047192900615536640; 12; 1]%num
  [:: 16916279086523250376704; 466725572127999739822080]%num by vm_compute.
exact: (check3_sound ok).
Qed.

Theorem theorem3_21 (S : nat) (Pr : hybrid 2 (m_ 2 1) (n_ 2 1) 1 S) : nF Pr <= 2 -> nR Pr = 0 ->
  exists z, answer Pr z != FC z.
Proof. exact: (@full_closed 2 1). Qed.

(* ---- corollaries ---- *)

(* one linear layer with 7 bits of state cannot look up a table of four entries: 2^7 < 4^4 *)
Theorem recall_4 (n : nat -> nat) (B : nat) (Pr : hybrid 1 4 n B 7) : nF Pr = 0 -> nR Pr <= 1 ->
  exists z, answer Pr z != FC z.
Proof. exact: (@recall 4 n B 7 1). Qed.

(* one full layer with B = 3 cannot either: 2^6 < 4^4 *)
Theorem recall_full_4 (n : nat -> nat) (S : nat) (Pr : hybrid 1 4 n 3 S) : nF Pr <= 1 -> nR Pr = 0 ->
  exists z, answer Pr z != FC z.
Proof. exact: (@recall_full 4 n 3 S). Qed.

(* 2^39 < n, so a S = 64^2 is allowed: 256 (64^2)^5 = 2^68 <= n^2 *)
Theorem polynomial_21 (Pr : hybrid 2 (m_ 2 1) (n_ 2 1) 1 (64 ^ 2)) : nF Pr <= 1 -> nR Pr <= 1 ->
  exists z, answer Pr z != FC z.
Proof.
apply: (@polynomial 2 1 (64 ^ 2) 1 isT isT); apply: (@leq_trans ((2 ^ 39) ^ 2)).
  have [-> ->] : 256 = 2 ^ 8 /\ 64 = 2 ^ 6 by [].
  by rewrite mul1n -!expnM -expnD leq_exp2l.
rewrite leq_exp2r // -theorem2_21_size /prompt_length; move: (m_ 2 1) (n_ 2 1) => m n.
by rewrite big_nat_recr // -addnA addnCA leq_addr.
Qed.

(* 2^12 linear layers with states of 8 bits next to one full layer, B = 2, prompts of 2^1024 tokens *)
Theorem published_hybrid_22 : exists m (n : nat -> nat) pad,
  padded_length 2 m n pad = 2 ^ (2 ^ (4 * 2 + 2)) /\
  forall Pr : padded_hybrid 2 m n pad 2 8, nF Pr <= 1 -> nR Pr <= 2 ^ (3 * 2 ^ 2) ->
  exists z : input 2 m n, answer Pr (pad_input 3 z) != FC z.
Proof.
have [m [n [pad [_ _ len fails]]]] := @published_hybrid 2 2 _ isT isT (leqnn _).
by exists m, n, pad; split; [exact: len|exact: (fails _ 8 (leqnn _) isT)].
Qed.

(* two full layers, B = 2, prompts of 2^256 tokens *)
Theorem published_full_22 (S : nat) : exists m (n : nat -> nat) pad,
  padded_length 2 m n pad = 2 ^ (2 ^ (4 * 2)) /\
  forall Pr : padded_hybrid 2 m n pad 2 S, nF Pr <= 2 -> nR Pr = 0 ->
  exists z : input 2 m n, answer Pr (pad_input 3 z) != FC z.
Proof.
have [m [n [pad [_ _ len fails]]]] := @published_full 2 2 _ isT isT (leqnn _).
by exists m, n, pad; split; [exact: len|exact: (fails S)].
Qed.

(* ---- tightness ---- *)

Theorem tight_hybrid_222 : exists Pr : hybrid 2 2 (fun=> 2) 1 1, [/\ nF Pr = 2, nR Pr = 1 & solves Pr].
Proof. exact: (@one_linear_layer 2 2 (fun=> 2) 1 1). Qed.

Theorem tight_full_222 (S : nat) :
  exists Pr : hybrid 2 2 (fun=> 2) 1 S, [/\ nF Pr = 3, nR Pr = 0 & solves Pr].
Proof. exact: (@one_more_full_layer 2 2 (fun=> 2) 1 S). Qed.

Definition separation_2 := @separation 2 isT.
