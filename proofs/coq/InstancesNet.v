(* The theorems about networks at concrete numbers: none of them is vacuous.

   - the `binary`, `quadratic` and hybrid networks for FC(2; 2; 2): their sizes, and the answer on one
     input, z_0 = 1, z_1 = (1 0), z_2 = (3 2 1 0), w_1 = 1: i_1 = 0, i_2 = z_2(1*2 + 0) = 1;
   - no network with one full layer, H = d = p = 1, solves FC(2; 2; 2);
   - a (2, 1)-sparse layer with two blocks and 2 bits per summary fails at 2-Sum modulo 4; one full
     layer finds 3 + 1 = 0 (mod 4) among 0, 3, 2, 3. *)
From mathcomp Require Import all_ssreflect all_algebra zify.
From Strata Require Import Task Induction LowerBound Network Lookup Reduction Sparse TwoSum.
From Strata Require Import ConstructionBinary ConstructionQuadratic ConstructionHybrid.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Definition two (l : nat) : nat := 2.

Theorem binary_222 : computes_FC 2 2 two (binary 2 2 two).
Proof. exact: binary_computes. Qed.

Theorem quadratic_222 : computes_FC 2 2 two (quadratic 2 2 two).
Proof. exact: quadratic_computes. Qed.

Theorem hybrid_222 : computes_FC 2 2 two (hybrid_binary 2 2 two).
Proof. exact: hybrid_binary_computes. Qed.

Lemma prompt_length_222 : prompt_length 2 2 two = 8.
Proof. by rewrite /prompt_length unlock. Qed.

(* 2-bit block numbers, 2-bit codes, beta = 3; 6 key coordinates; 15 coordinates in all *)
Lemma binary_size_222 :
  [/\ idwidth 2 = 2, width 2 2 two = 2, beta 2 2 two = 3, #|kfield 2 2 two| = 6
    & #|stream (binary 2 2 two)| = 15].
Proof.
split=> //; first by rewrite /beta prompt_length_222.
  by rewrite !card_sum !card_ord.
rewrite /= /field !card_sum !card_ord card_bool card_tagged sumnE big_map big_enum /=.
by rewrite big_ord1 card_ord.
Qed.

(* one input *)
Definition z222 : input 2 2 two := fun p => match p as p return block 2 2 two p with
  | 0 => [ffun _ => inord 1]
  | 1 => inord 1
  | l.+2 => [ffun x => rev_ord x]
  end.

Lemma FC_z222 : FC z222 = 1.
Proof.
have w1 : w_ (z222 0) 1 = 1 by rewrite /w_ insubT /= ffunE inordK.
have a0 : arg z222 0 = Ordinal (isT : 1 < 2) by rewrite /arg /= inordK.
have i1 : i_ z222 1 = 0 by rewrite i_S a0 (@lookupE 2) ffunE.
have a1 : arg z222 1 = Ordinal (isT : 2 < 4) by rewrite /arg w1 i1.
by rewrite /FC i_S a1 (@lookupE 4) ffunE.
Qed.

Theorem binary_run_222 : net_answer token0 (binary 2 2 two) (prompt z222) = 1.
Proof. by have [->] := binary_222 z222; rewrite FC_z222. Qed.

(* Theorem 1 for networks: x_0 = 1, x_1 = theta_1 = 2, D_2 = 6 < 8 = P_2 log2 N_1 *)
Theorem network_fails_222 S state (G : bnetwork 1 1 1 S state) : letters G = [:: true] ->
  exists z : input 2 2 two, banswer G z <> FC z.
Proof.
move=> GF.
apply: (@network_fails 2 2 two 1 1 1 S 0 (fun l => l.+1) (fun _ => 2) true false); rewrite ?GF //.
- by move=> [|[|l]].
- by rewrite /D_ /D_of /C_ /A_ /P_ unlock.
Qed.

(* there are such networks *)
Definition idle_network : bnetwork 1 1 1 0 unit :=
  Bnetwork 1 (fun _ => Full (fun _ _ _ => a0 1 1) (fun _ _ => tt)) (fun _ => tt) (fun _ => 0).

Theorem idle_fails : exists z : input 2 2 two, banswer idle_network z <> FC z.
Proof. exact: network_fails_222. Qed.

Theorem sparse_fails_4 (G : sparse_layer 4 2 2 1 2) : position_free G ->
  exists x y, sparse_answer G x y != two_sum 4 y (numbers x).
Proof. by move=> free; apply: sparse_fails. Qed.

Theorem two_sum_4 : net_answer (inl 0) (two_sum_network 4 5) (sum_prompt [:: 0; 3; 2; 3] 1) = 1.
Proof. by have [|||->] := @two_sum_by_softmax 4 5 [:: 0; 3; 2; 3] 1. Qed.
