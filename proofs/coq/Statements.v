(* All statements, in the notation of the notes: first the lower bounds, on protocols, then what is proved
   about networks (the constructions, the reduction, sparse attention). This file only states: every
   definition it rests on is repeated as an equation that holds by unfolding, and every theorem is proved
   by a reference. Numbering of the players as in Task.v: player p here is player p-1 of the notes, so z 0
   is the query w, z 1 is the seed z_0 and z l.+1 is the table z_l; the prompt runs from player L+1 down
   to player 0. *)
From mathcomp Require Import all_ssreflect.
From Strata Require Export Task Protocol Padding.
From Strata Require Import Induction LowerBound FullOnly ClosedForm Corollaries Tightness.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(* ======================== definitions ======================== *)

(* ---- the task FC(L; m; n_1, ..., n_{L-1}) ---- *)
Section Task.
Variables (L m : nat) (n : nat -> nat) (z : input L m n) (l : nat).

Fact N_def : N_ m n 0 = m /\ N_ m n l.+1 = N_ m n l * n l.+1.
Proof. by []. Qed.
Fact input_def : input L m n = forall p, block L m n p.
Proof. by []. Qed.
Fact query_def : block L m n 0 = [finType of {dffun forall k : 'I_(L.-1), 'I_(n k.+1)}].
Proof. by []. Qed.
Fact seed_def : block L m n 1 = [finType of 'I_m].
Proof. by []. Qed.
Fact table_def : block L m n l.+2 = [finType of {ffun 'I_(N_ m n l) -> 'I_(N_ m n l)}].
Proof. by []. Qed.
(* w_1, ..., w_{L-1} are the entries of the query, a table is read at a position *)
Fact w_def (k : 'I_L.-1) : w_ (z 0) k.+1 = (z 0 : {dffun forall k : 'I_L.-1, 'I_(n k.+1)}) k.
Proof. by rewrite /w_ valK. Qed.
Fact lookup_def (k : nat) (f : {ffun 'I_k -> 'I_k}) (x : 'I_k) : lookup f x = f x.
Proof. exact: lookupE. Qed.
Fact i_def : [/\ i_ z 0 = (z 1 : 'I_m), i_ z 1 = lookup (z 2) (i_ z 0) &
  i_ z l.+2 = lookup (z l.+3) (w_ (z 0) l.+1 * N_ m n l + i_ z l.+1)].
Proof. by []. Qed.
Fact FC_def : FC z = i_ z L.
Proof. by []. Qed.
Fact tokens_def : [/\ tokens m n 0 = 1, tokens m n 1 = 1 & tokens m n l.+2 = N_ m n l].
Proof. by []. Qed.
Fact prompt_length_def : prompt_length L m n = \sum_(0 <= k < L) N_ m n k + 2.
Proof. by []. Qed.
End Task.

(* ---- protocols: players top, ..., 0 with blocks X p of tok p tokens; true = F, false = R ---- *)
Section Protocol.
Variables (top : nat) (X : nat -> finType) (tok : nat -> nat) (B S : nat).
Variables (Pr : protocol top X tok B S) (z : forall p, X p) (t : nat).

(* messages: any functions of what the players know, of 2 B |p| resp. S bits *)
Fact fmsg_def : [/\ (forall (j p : nat) (xj : X j) (hj : history) (xp : X p) (hp : history),
    fmsg Pr t j p xj hj xp hp < 2 ^ (2 * B * tok p)) &
  (forall (j : nat) (xj : X j) (hj : history) (r : option nat), rmsg Pr t j xj hj r < 2 ^ S)].
Proof. by split; [exact: fmsg_bound|exact: rmsg_bound]. Qed.
(* histories: the messages received, layer by layer *)
Fact run_def p : run Pr 0 z p = [::] /\
  run Pr t.+1 z p = rcons (run Pr t z p) (received Pr t z (run Pr t z) p).
Proof. by []. Qed.
Fact received_def h p : received Pr t z h p =
  if nth false (word Pr) t
  then [seq fmsg Pr t j p (z j) (h j) (z p) (h p) | j <- iota p.+1 (top - p)]
  else oapp (fun r => [:: r]) [::] (handed Pr t z h (top - p)).
Proof. by []. Qed.
(* the message handed to player top - d *)
Fact handed_def h d : handed Pr t z h 0 = None /\ handed Pr t z h d.+1 =
  Some (rmsg Pr t (top - d) (z (top - d)) (h (top - d)) (handed Pr t z h d)).
Proof. by []. Qed.
Fact answer_def : answer Pr z = announce Pr (z 0) (run Pr (size (word Pr)) z 0).
Proof. by []. Qed.
Fact nF_def : nF Pr = count id (word Pr) /\ nR Pr = count negb (word Pr).
Proof. by []. Qed.
End Protocol.

Fact hybrid_def L m n B S : hybrid L m n B S = protocol L.+1 (block L m n) (tokens m n) B S.
Proof. by []. Qed.
Fact solves_def L m n B S (Pr : hybrid L m n B S) : solves Pr = forall z, answer Pr z = FC z.
Proof. by []. Qed.

(* ---- padded prompts: player L+2, the first one, owns pad tokens of fixed content ---- *)
Fact padded_hybrid_def L m n pad B S : padded_hybrid L m n pad B S =
  protocol L.+2 (fun p => if p == L.+2 then [finType of unit] else block L m n p)
                (fun p => if p == L.+2 then pad else tokens m n p) B S.
Proof. by []. Qed.
Fact padded_length_def L m n pad : padded_length L m n pad = pad + prompt_length L m n.
Proof. by []. Qed.

(* ======================== theorems ======================== *)

Theorem theorem1 (L m : nat) (n : nat -> nat) (B S a : nat) (x theta D : nat -> nat) :
  let N := N_ m n in
  let A := \prod_(1 <= l < L) n l in
  let P l := if l is k.+2 then n k.+1 * theta k.+1 else x 0 in
  let C l :=
    if l == L - 1
    then 2 * B * ((L - 2) * x (L - 1) * N (L - 2) + (\prod_(0 <= i < L - 1) x i) * (A + 1)) + a * S
    else 2 * B * (L - l) * (l * x l * N l.-1 + (\prod_(0 <= i < l) x i) * (A + 1)
           + \sum_(1 <= i < l) (\prod_(i <= k < l) x k) * N i.-1) + a * S in
  0 < L -> 0 < m -> (forall l, 0 < l < L -> 0 < n l) -> x 0 <= m ->
  D 1 = a * S ->
  (forall l, 0 < l < L -> D l.+1 = x l * D l + 1 + C l) ->
  (forall l, 0 < l < L -> theta l <= N l.-1 /\
    'C(N l.-1, theta l) * theta l ^ (x l * P l) * 2 ^ (x l * D l + 1) <= N l.-1 ^ (x l * P l)) ->
  2 ^ D L < N L.-1 ^ P L ->
  forall Pr : hybrid L m n B S, nF Pr <= L - 1 -> nR Pr <= a ->
  exists z, answer Pr z != FC z.
Proof. exact: theorem1. Qed.

(* if a S = 0, level 1 needs no probabilistic argument *)
Theorem theorem1_zero (L m : nat) (n : nat -> nat) (B S a : nat) (x theta D : nat -> nat) :
  let N := N_ m n in
  let A := \prod_(1 <= l < L) n l in
  let P l := if l is k.+2 then n k.+1 * theta k.+1 else x 0 in
  let C l :=
    if l == L - 1
    then 2 * B * ((L - 2) * x (L - 1) * N (L - 2) + (\prod_(0 <= i < L - 1) x i) * (A + 1)) + a * S
    else 2 * B * (L - l) * (l * x l * N l.-1 + (\prod_(0 <= i < l) x i) * (A + 1)
           + \sum_(1 <= i < l) (\prod_(i <= k < l) x k) * N i.-1) + a * S in
  1 < L -> 0 < m -> (forall l, 0 < l < L -> 0 < n l) -> x 0 <= m ->
  a * S = 0 -> theta 1 <= minn (x 0 * x 1) m ->
  D 2 = C 1 ->
  (forall l, 1 < l < L -> D l.+1 = x l * D l + 1 + C l) ->
  (forall l, 1 < l < L -> theta l <= N l.-1 /\
    'C(N l.-1, theta l) * theta l ^ (x l * P l) * 2 ^ (x l * D l + 1) <= N l.-1 ^ (x l * P l)) ->
  2 ^ D L < N L.-1 ^ P L ->
  forall Pr : hybrid L m n B S, nF Pr <= L - 1 -> nR Pr <= a ->
  exists z, answer Pr z != FC z.
Proof. exact: theorem1_zero. Qed.

(* if the last layer is F: A instead of A + 1 in C_{L-1} *)
Theorem theorem1_lastF (L m : nat) (n : nat -> nat) (B S a : nat) (x theta D : nat -> nat) :
  let N := N_ m n in
  let A := \prod_(1 <= l < L) n l in
  let P l := if l is k.+2 then n k.+1 * theta k.+1 else x 0 in
  let C l :=
    if l == L - 1
    then 2 * B * ((L - 2) * x (L - 1) * N (L - 2) + (\prod_(0 <= i < L - 1) x i) * A) + a * S
    else 2 * B * (L - l) * (l * x l * N l.-1 + (\prod_(0 <= i < l) x i) * (A + 1)
           + \sum_(1 <= i < l) (\prod_(i <= k < l) x k) * N i.-1) + a * S in
  1 < L -> 0 < m -> (forall l, 0 < l < L -> 0 < n l) -> x 0 <= m ->
  D 1 = a * S ->
  (forall l, 0 < l < L -> D l.+1 = x l * D l + 1 + C l) ->
  (forall l, 0 < l < L -> theta l <= N l.-1 /\
    'C(N l.-1, theta l) * theta l ^ (x l * P l) * 2 ^ (x l * D l + 1) <= N l.-1 ^ (x l * P l)) ->
  2 ^ D L < N L.-1 ^ P L ->
  forall Pr : hybrid L m n B S, nF Pr <= L - 1 -> nR Pr <= a -> last true (word Pr) ->
  exists z, answer Pr z != FC z.
Proof. exact: theorem1_lastF. Qed.

(* both *)
Theorem theorem1_zero_lastF (L m : nat) (n : nat -> nat) (B S a : nat) (x theta D : nat -> nat) :
  let N := N_ m n in
  let A := \prod_(1 <= l < L) n l in
  let P l := if l is k.+2 then n k.+1 * theta k.+1 else x 0 in
  let C l :=
    if l == L - 1
    then 2 * B * ((L - 2) * x (L - 1) * N (L - 2) + (\prod_(0 <= i < L - 1) x i) * A) + a * S
    else 2 * B * (L - l) * (l * x l * N l.-1 + (\prod_(0 <= i < l) x i) * (A + 1)
           + \sum_(1 <= i < l) (\prod_(i <= k < l) x k) * N i.-1) + a * S in
  1 < L -> 0 < m -> (forall l, 0 < l < L -> 0 < n l) -> x 0 <= m ->
  a * S = 0 -> theta 1 <= minn (x 0 * x 1) m ->
  D 2 = C 1 ->
  (forall l, 1 < l < L -> D l.+1 = x l * D l + 1 + C l) ->
  (forall l, 1 < l < L -> theta l <= N l.-1 /\
    'C(N l.-1, theta l) * theta l ^ (x l * P l) * 2 ^ (x l * D l + 1) <= N l.-1 ^ (x l * P l)) ->
  2 ^ D L < N L.-1 ^ P L ->
  forall Pr : hybrid L m n B S, nF Pr <= L - 1 -> nR Pr <= a -> last true (word Pr) ->
  exists z, answer Pr z != FC z.
Proof. exact: theorem1_zero_lastF. Qed.

Theorem theorem2 (L B S a : nat) : 1 < L -> 0 < B ->
  let K := 8 ^ L * B in
  let x l := K ^ (3 ^ (L - 1 - l)) in
  let n l := x l ^ 2 in
  let m := 8 * \prod_(0 <= l < L) x l in
  a * S <= x 0 ->
  forall Pr : hybrid L m n B S, nF Pr <= L - 1 -> nR Pr <= a ->
  exists z, answer Pr z != FC z.
Proof. exact (fun L2 B0 => @hybrid_closed L B L2 B0 S a). Qed.

Theorem theorem2_length (L B : nat) : 1 < L -> 0 < B ->
  let K := 8 ^ L * B in
  let x l := K ^ (3 ^ (L - 1 - l)) in
  let n l := x l ^ 2 in
  let m := 8 * \prod_(0 <= l < L) x l in
  N_ m n (L - 1) = 8 * K ^ ((5 * 3 ^ (L - 1) - 3)./2) /\ prompt_length L m n < 2 * N_ m n (L - 1).
Proof. exact (@size_closed L B). Qed.

(* L = 1 is included: then A = 1, D_1 = 2B and there is no C_l *)
Theorem theorem3 (L m : nat) (n : nat -> nat) (B S : nat) (x theta D : nat -> nat) :
  let N := N_ m n in
  let A := \prod_(1 <= l < L) n l in
  let P l := if l is k.+2 then n k.+1 * theta k.+1 else x 0 in
  let C l :=
    if l == L - 1 then
      if L == 2 then 2 * B * (x 1 * m + x 0 + A * x 0)
      else 2 * B * ((L - 1) * x (L - 1) * N (L - 2) + A * \prod_(0 <= i < L - 1) x i)
    else if l == 1 then 2 * B * (L - 1) * (2 * x 1 * m + x 0 + x 0 * x 1 + A * x 0)
    else 2 * B * (L - l) * (l.+1 * x l * N l.-1 + (\prod_(0 <= i < l) x i) * (A + 1)
           + \sum_(1 <= i < l) (\prod_(i <= k < l) x k) * N i.-1) in
  0 < L -> 0 < m -> (forall l, 0 < l < L -> 0 < n l) -> x 0 <= m ->
  D 1 = 2 * B * L * A ->
  (forall l, 0 < l < L -> D l.+1 = x l * D l + 1 + C l) ->
  (forall l, 0 < l < L -> theta l <= N l.-1 /\
    'C(N l.-1, theta l) * theta l ^ (x l * P l) * 2 ^ (x l * D l + 1) <= N l.-1 ^ (x l * P l)) ->
  2 ^ D L < N L.-1 ^ P L ->
  forall Pr : hybrid L m n B S, nF Pr <= L -> nR Pr = 0 ->
  exists z, answer Pr z != FC z.
Proof. exact: theorem3. Qed.

Theorem theorem3_closed (L B S : nat) : 1 < L -> 0 < B ->
  let K := 8 ^ L * B in
  let x l := K ^ (3 ^ (L - 1 - l)) in
  let n l := x l ^ 2 in
  let m := 8 * \prod_(0 <= l < L) x l in
  forall Pr : hybrid L m n B S, nF Pr <= L -> nR Pr = 0 ->
  exists z, answer Pr z != FC z.
Proof. exact (fun L2 B0 => @full_closed L B L2 B0 S). Qed.

Theorem associative_recall (m : nat) (n : nat -> nat) (B S a : nat) : 0 < m -> 2 ^ (a * S) < m ^ m ->
  forall Pr : hybrid 1 m n B S, nF Pr = 0 -> nR Pr <= a ->
  exists z, answer Pr z != FC z.
Proof. exact: recall. Qed.

(* a power of the prompt length many linear layers: a S up to (n^2/256)^(1/5) *)
Theorem polynomially_many (L B S a : nat) : 1 < L -> 0 < B ->
  let K := 8 ^ L * B in
  let x l := K ^ (3 ^ (L - 1 - l)) in
  let n l := x l ^ 2 in
  let m := 8 * \prod_(0 <= l < L) x l in
  256 * (a * S) ^ 5 <= prompt_length L m n ^ 2 ->
  forall Pr : hybrid L m n B S, nF Pr <= L - 1 -> nR Pr <= a ->
  exists z, answer Pr z != FC z.
Proof. exact (@polynomial L B S a). Qed.

(* prompts of exactly len tokens; published without B >= 2 *)
Theorem published_hybrid_theorem (L B len : nat) : 0 < L -> 1 < B -> B ^ (2 ^ (4 * L + 2)) <= len ->
  exists m (n : nat -> nat) pad, [/\ 0 < m, forall l, 0 < n l, padded_length L m n pad = len &
    forall a S, a <= 2 ^ (3 * L ^ 2) -> S <= 2 * B ^ 2 ->
    forall Pr : padded_hybrid L m n pad B S, nF Pr <= L - 1 -> nR Pr <= a ->
    exists z : input L m n, answer Pr (pad_input L.+1 z) != FC z].
Proof. exact: published_hybrid. Qed.

Theorem published_full_theorem (L B len : nat) : 0 < L -> 1 < B -> B ^ (2 ^ (4 * L)) <= len ->
  exists m (n : nat -> nat) pad, [/\ 0 < m, forall l, 0 < n l, padded_length L m n pad = len &
    forall S (Pr : padded_hybrid L m n pad B S), nF Pr <= L -> nR Pr = 0 ->
    exists z : input L m n, answer Pr (pad_input L.+1 z) != FC z].
Proof. exact: published_full. Qed.

Theorem tight_hybrid (L m : nat) (n : nat -> nat) (B S : nat) :
  0 < L -> (forall l, 0 < l < L -> 0 < n l) -> m <= 2 ^ S -> N_ m n L.-1 <= 2 ^ (2 * B) ->
  exists Pr : hybrid L m n B S, [/\ nF Pr = L, nR Pr = 1 & solves Pr].
Proof. exact: one_linear_layer. Qed.

Theorem tight_full (L m : nat) (n : nat -> nat) (B S : nat) :
  0 < L -> (forall l, 0 < l < L -> 0 < n l) -> N_ m n L.-1 <= 2 ^ (2 * B) ->
  exists Pr : hybrid L m n B S, [/\ nF Pr = L.+1, nR Pr = 0 & solves Pr].
Proof. exact: one_more_full_layer. Qed.

Theorem separation_theorem (L : nat) : 1 < L ->
  let B := 2 ^ (2 * (8 ^ L + 3 ^ L)).+1 in
  let S := 2 * B in
  let K := 8 ^ L * B in
  let x l := K ^ (3 ^ (L - 1 - l)) in
  let n l := x l ^ 2 in
  let m := 8 * \prod_(0 <= l < L) x l in
  [/\ S ^ 2 <= x 0,
   forall a, a * S <= x 0 -> forall Pr : hybrid L m n B S, nF Pr <= L - 1 -> nR Pr <= a ->
     exists z, answer Pr z != FC z,
   forall Pr : hybrid L m n B S, nF Pr <= L -> nR Pr = 0 -> exists z, answer Pr z != FC z,
   exists Pr : hybrid L m n B S, [/\ nF Pr = L, nR Pr = 1 & solves Pr] &
   exists Pr : hybrid L m n B S, [/\ nF Pr = L.+1, nR Pr = 0 & solves Pr]].
Proof. exact (@separation L). Qed.

(* ==================================== PART TWO: NETWORKS ====================================
   Blocks of the prompt are numbered like the players: block 0 is w, block 1 is z_0, block l+1 is the table
   of z_l, and the prompt runs from block L+1 down to block 0.                                        *)
From mathcomp Require Import all_algebra.
From Strata Require Export Network.
From Strata Require Import Reduction RingAttention Sparse TwoSum.
From Strata Require Import ConstructionBinary ConstructionQuadratic ConstructionHybrid.
Import GRing.Theory Num.Theory.

(* ================ definitions ================ *)

(* -------- one layer: W_q, W_k, W_v, W_o for each head, W_1, b_1, W_2, b_2 -------- *)
Section Layer.
Local Open Scope ring_scope.
Variables (W : finType) (Y : layer W) (x : nat -> vec W) (h : heads Y) (t s : nat).

Fact score_def : score x h t s = \sum_i (\sum_c W_q h i c * x t c) * (\sum_c W_k h i c * x s c).
Proof. by []. Qed.

Fact exponential_def (r : rat) : pow2 r = 2%:R ^ (numq r %/ denq r)%Z.
Proof. by []. Qed.

(* for integers this is the power of two itself *)
Fact exponential_int (a : int) : pow2 a%:~R = 2%:R ^ a.
Proof. exact: pow2_int. Qed.

Fact weight_def : weight x h t s = pow2 (score x h t s) / \sum_(s' < t.+1) pow2 (score x h t s').
Proof. by []. Qed.

Fact softmax_def j : softmax x h t j = \sum_(s < t.+1) weight x h t s * (\sum_c W_v h j c * x s c).
Proof. by []. Qed.

(* the recurrence S_t = S_{t-1} + k_t v_t^T, read by y_t = S_t^T q_t *)
Fact state_def i j : state x h t.+1 i j =
  state x h t i j + (\sum_c W_k h i c * x t.+1 c) * (\sum_c W_v h j c * x t.+1 c).
Proof. by []. Qed.
Fact linear_def j : linear x h t j = \sum_i state x h t i j * (\sum_c W_q h i c * x t c).
Proof. by []. Qed.

Fact mix_def c : mix Y x t c =
  x t c + \sum_(g : heads Y) \sum_j W_o g c j * (if full Y then softmax x g t else linear x g t) j.
Proof. by []. Qed.

Fact mlp_def (u : vec W) c : mlp Y u c =
  u c + \sum_i W_2 Y c i * Num.max (\sum_c' W_1 Y i c' * u c' + b_1 Y i) 0 + b_2 Y c.
Proof. by []. Qed.

Fact layer_def : apply Y x t = mlp Y (mix Y x t).
Proof. by []. Qed.
End Layer.

(* -------- a network on a prompt -------- *)
Section Network.
Variables (G : network token) (p : seq token).

Fact stream_def l : stream_after token0 G p l =
  foldl (fun x Y => apply Y x) (fun t => embed G (nth token0 p t)) (take l (layers G)).
Proof. by []. Qed.

(* bit j of the answer is the sign of coordinate j of W_r x, x the stream at the last token *)
Fact net_answer_def : net_answer token0 G p = \sum_(j < bits G)
  (0 < \sum_c W_r G j c * stream_after token0 G p (size (layers G)) (size p).-1 c)%R * 2 ^ j.
Proof. by []. Qed.

Fact integer_scores_def : integer_scores token0 G p = forall l Y (h : heads Y) t s,
  ohead (drop l (layers G)) = Some Y -> full Y -> s <= t < size p ->
  denq (score (stream_after token0 G p l) h t s) == 1%R.
Proof. by []. Qed.
End Network.

(* -------- the prompt: tokens (block, argument, symbol), the symbol a value or the tuple w -------- *)
Section Prompt.
Variables (L m : nat) (n : nat -> nat) (z : input L m n).

Fact prompt_def : prompt z =
  [seq (p, x, symbol_of z p x) | p <- rev (iota 0 L.+2), x <- iota 0 (tokens m n p)].
Proof. by []. Qed.
Fact symbol_w x : symbol_of z 0 x = inr [seq w_ (z 0) l | l <- iota 1 L.-1]. Proof. by []. Qed.
Fact symbol_z0 x : symbol_of z 1 x = inl (z 1 : nat). Proof. by []. Qed.
Fact symbol_zl l x : symbol_of z l.+2 x = inl (lookup (z l.+2) x). Proof. by []. Qed.

Fact computes_FC_def G : computes_FC L m n G = forall z : input L m n,
  net_answer token0 G (prompt z) = FC z /\ integer_scores token0 G (prompt z).
Proof. by []. Qed.
End Prompt.

(* -------- networks with p-bit block aggregates; X b: the states of the tokens of block b -------- *)
Section Blockwise.
Variables (L m : nat) (n : nat -> nat) (H d p S : nat) (state : Type) (G : bnetwork H d p S state).
Variables (X : nat -> seq state) (b : nat).
Notation s0 := (bembed G token0).

(* largest score, denominator, numerator *)
Fact aggregate_def :
  aggregate d p = [finType of 'I_(2 ^ ((d - 1) * p)) * 'I_(2 ^ p) * d.-tuple 'I_(2 ^ p)].
Proof. by []. Qed.

(* token y of block b sees its own block up to itself and the aggregates of the blocks L+1, ..., b+1 *)
Fact full_layer_def agg comb : bapply L m n G (Full agg comb) X b =
  [seq comb (take y.+1 (X b)) [seq [ffun h => agg h (X j) (nth s0 (X b) y)] | j <- iota b.+1 (L.+1 - b)]
  | y <- iota 0 (tokens m n b)].
Proof. by []. Qed.

(* the recurrence runs through the blocks L+1, ..., b+1 and then through the tokens of b *)
Fact rec_layer_def r0 upd read : bapply L m n G (Rec r0 upd read) X b =
  [seq read (foldl upd (border L r0 upd X (L.+1 - b)) (take y.+1 (X b))) (nth s0 (X b) y)
  | y <- iota 0 (tokens m n b)].
Proof. by []. Qed.
Fact border_def r0 (upd : 'I_(2 ^ S) -> state -> 'I_(2 ^ S)) e : border L r0 upd X 0 = r0 /\
  border L r0 upd X e.+1 = foldl upd (border L r0 upd X e) (X (L.+1 - e)).
Proof. by []. Qed.

Fact banswer_def (z : input L m n) : banswer G z = breadout G (last s0 (bstates G z (depth G) 0)).
Proof. by []. Qed.
Fact bstates_def (z : input L m n) t :
  bstates G z t.+1 = bapply L m n G (blayers G t) (bstates G z t).
Proof. by []. Qed.
Fact bstates_prompt (z : input L m n) :
  flatten [seq bstates G z 0 b | b <- rev (iota 0 L.+2)] = [seq bembed G t | t <- prompt z].
Proof. exact: embedded_prompt. Qed.
End Blockwise.

(* -------- sparse layers; x b: the tokens of block b, y: the last token -------- *)
Section SparseLayers.
Variables (M Bs nb k s : nat) (G : sparse_layer M Bs nb k s) (x : 'I_nb -> Bs.-tuple 'I_M) (y : 'I_M).

Fact sparse_answer_def : let f := [ffun b => summary G b (x b)] in
  sparse_answer G x y = decide G y f [ffun b => if b \in pick G y f then Some (x b) else None].
Proof. by []. Qed.
Fact pick_def f : #|pick G y f| <= k. Proof. exact: pick_bound. Qed.

Fact two_sum_def (xs : seq nat) : two_sum M y xs = has (fun x => (x + y) %% M == 0) xs.
Proof. by []. Qed.
Fact numbers_def : numbers x = flatten [seq [seq val v | v <- x b] | b <- enum 'I_nb].
Proof. by []. Qed.
End SparseLayers.

(* ================ theorems ================ *)

Section Constructions.
Variables (L m : nat) (n : nat -> nat).
Hypotheses (L1 : 0 < L) (m1 : 0 < m) (n1 : forall l, 0 < l < L -> 0 < n l).
Notation log := (up_log 2 (prompt_length L m n)).

(* L+1 softmax layers compute FC, with one head and O(log n) coordinates everywhere *)
Theorem binary_construction :
  [/\ computes_FC L m n (binary L m n),
      size (layers (binary L m n)) = L.+1,
      all (fun Y => [&& full Y, #|heads Y| == 1, #|kdim Y| <= 3 * log & #|vdim Y| <= log])
        (layers (binary L m n))
    & #|stream (binary L m n)| <= 8 * log + 2].
Proof. by have [] := binary_size L1 m1 n1; split=> //; apply: binary_computes. Qed.

(* the same with keys of dimension 2 *)
Theorem quadratic_construction :
  [/\ computes_FC L m n (quadratic L m n),
      size (layers (quadratic L m n)) = L.+1,
      all (fun Y => [&& full Y, #|heads Y| == 1, #|kdim Y| == 2 & #|vdim Y| <= log])
        (layers (quadratic L m n))
    & #|stream (quadratic L m n)| <= 5 * log + 4].
Proof. by have [] := quadratic_size L1 m1 n1; split=> //; apply: quadratic_computes. Qed.

(* one linear layer, then L full layers *)
Theorem hybrid_construction :
  computes_FC L m n (hybrid_binary L m n) /\
  [seq full Y | Y <- layers (hybrid_binary L m n)] = false :: nseq L true.
Proof. by split; [apply: hybrid_binary_computes | apply: hybrid_letters]. Qed.

Theorem hybrid_quadratic_construction :
  computes_FC L m n (hybrid_quadratic L m n) /\
  [seq full Y | Y <- layers (hybrid_quadratic L m n)] = false :: nseq L true.
Proof. by split; [apply: hybrid_quadratic_computes | apply: hybrid_letters]. Qed.
End Constructions.

(* A network with H heads of dimension d, p-bit block aggregates and recurrent states of S bits is a
   protocol with B = H d p, of the same word, with the same answers; so Theorem 1 applies to it. *)
Theorem reduction L m n H d p S state (G : bnetwork H d p S state) : 0 < d ->
  exists Pr : hybrid L m n (H * d * p) S, word Pr = letters G /\ forall z, answer Pr z = banswer G z.
Proof. by move=> d0; exists (protocol_of L m n G d0); split=> // z; apply: protocol_of_answer. Qed.

Theorem lower_bound_networks L m n H d p S a (x theta : nat -> nat) (free lastF : bool) :
  0 < L -> 0 < m -> (forall l, 0 < l < L -> 0 < n l) -> 0 < d ->
  forall state (G : bnetwork H d p S state),
  count id (letters G) <= L - 1 -> count negb (letters G) <= a ->
  (lastF -> 1 < L /\ last true (letters G)) ->
  let D := D_ L m n (H * d * p) S a x free lastF in let P := P_ n x theta in
  x 0 <= m ->
  (free -> a * S = 0 /\ theta 1 <= minn (x 0 * x 1) m) ->
  (forall l, free < l < L -> COVER (N_ m n l.-1) (theta l) (x l) (P l) (D l)) ->
  2 ^ D L < N_ m n L.-1 ^ P L ->
  exists z : input L m n, banswer G z <> FC z.
Proof. by move=> L0 m0 n0 d0 state G; apply: network_fails. Qed.

(* The same for the networks of Network.v, run exactly: if one of at most H heads with values of dimension at
   most d computes FC, then there is no way to code largest scores as integers in (d-1) p bits, denominators
   and numerators in p bits and recurrent states in S bits without changing one of them on some prompt. *)
Section Precision.
Variables (L m : nat) (n : nat -> nat) (H d p S a : nat) (x theta : nat -> nat) (free lastF : bool).
Variable G : network token.
Notation D := (D_ L m n (H * d * p) S a x free lastF).
Notation P := (P_ n x theta).
Notation lets := [seq full Y | Y <- layers G].

Theorem lower_bound_softmax :
  0 < L -> 0 < m -> (forall l, 0 < l < L -> 0 < n l) -> 0 < d ->
  all (fun Y => (#|heads Y| <= H) && (#|vdim Y| <= d)) (layers G) ->
  count id lets <= L - 1 -> count negb lets <= a -> (lastF -> 1 < L /\ last true lets) ->
  x 0 <= m ->
  (free -> a * S = 0 /\ theta 1 <= minn (x 0 * x 1) m) ->
  (forall l, free < l < L -> COVER (N_ m n l.-1) (theta l) (x l) (P l) (D l)) ->
  2 ^ D L < N_ m n L.-1 ^ P L ->
  computes_FC L m n G ->
  forall (top_enc : rat -> 'I_(2 ^ ((d - 1) * p))) top_dec (num_enc : rat -> 'I_(2 ^ p)) num_dec
    (st_enc : forall Y : layer (stream G), _ -> 'I_(2 ^ S)) st_dec,
  (forall i, top_dec i \is a Qint) ->
  ~ forall z : input L m n, run_fits top_enc top_dec num_enc num_dec st_enc st_dec z.
Proof.
move=> L0 m0 n0 d0 bd fF fR eF xm zero cover final comp te td ne nd se sd ti.
exact: (precision_needed ti bd L0 m0 n0 d0 fF fR eF xm zero cover final comp).
Qed.

(* and if nothing is changed, the p-bit network gives the answer of the exact one *)
Theorem blockwise_answer (top_enc : rat -> 'I_(2 ^ ((d - 1) * p))) top_dec (num_enc : rat -> 'I_(2 ^ p))
    num_dec (st_enc : forall Y : layer (stream G), _ -> 'I_(2 ^ S)) st_dec (z : input L m n) :
  (forall i, top_dec i \is a Qint) ->
  all (fun Y => (#|heads Y| <= H) && (#|vdim Y| <= d)) (layers G) ->
  integer_scores token0 G (prompt z) -> run_fits top_enc top_dec num_enc num_dec st_enc st_dec z ->
  banswer (blockwise H top_enc top_dec num_enc num_dec st_enc st_dec) z = net_answer token0 G (prompt z).
Proof. by move=> ti bd; apply: blockwise_exact. Qed.
End Precision.

(* a (Bs, k)-sparse layer with s-bit summaries that do not see positions fails at 2-Sum modulo M *)
Theorem sparse_attention M Bs nb k s (G : sparse_layer M Bs nb k s) :
  (forall b c, summary G b = summary G c) -> k < nb -> 2 ^ s < 'C(M, Bs) ->
  exists x y, sparse_answer G x y <> two_sum M y (numbers x).
Proof. by move=> free kn few; have [x [y /eqP e]] := sparse_fails free kn few; exists x, y. Qed.

(* without the first condition this is false: M = 5, Bs = 1, two blocks, k = 1, s = 2 *)
Theorem sparse_attention_positions : exists G : sparse_layer 5 1 2 1 2,
  2 ^ 2 < 'C(5, 1) /\ forall x y, sparse_answer G x y = two_sum 5 y (numbers x).
Proof. exact: position_aware. Qed.

(* one full layer of one head with keys of dimension ceil log2 M + 1 solves 2-Sum on n tokens *)
Theorem full_attention M n xs y :
  all (fun x => x < M) xs -> y < M -> size xs = n.-1 ->
  net_answer (inl 0) (two_sum_network M n) (sum_prompt xs y) = two_sum M y xs /\
  integer_scores (inl 0) (two_sum_network M n) (sum_prompt xs y).
Proof. exact: two_sum_by_softmax. Qed.
