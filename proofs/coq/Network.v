(* Causal softmax networks over the rationals: the machines of the constructions.

   A network reads a prompt, a sequence of tokens, and keeps at every token a vector of rationals, the
   residual stream. A layer first mixes tokens, then acts at every token separately:

     mixing   q_t = W_q x_t,  k_s = W_k x_s,  v_s = W_v x_s  for each head, and
              full:    y_t = sum_{s <= t} a_ts v_s,  a_ts = 2^{q_t.k_s} / sum_{s' <= t} 2^{q_t.k_s'}
              linear:  S_t = S_{t-1} + k_t v_t^T,  y_t = S_t^T q_t            (a recurrence)
              x_t := x_t + sum over heads of W_o y_t
     MLP      x_t := x_t + W_2 ReLU(W_1 x_t + b_1) + b_2

   at EVERY token t and causally: only tokens s <= t are seen. The answer is read off the last token:
   bit j of the answer is the sign of coordinate j of W_r x_last.

   Vectors and matrices are indexed by finite types, so that coordinates can have names; the number of
   coordinates of a vector over I is #|I|. All weights are fixed rationals. Nothing below mentions the
   task up to [network]; [prompt] then lays out an input of FC as the notes do, z_L first, w last.

   Exponents. 2^s is rational only for integer s, so the base-2 exponential is defined as 2^floor(s).
   The theorems about networks prove [integer_scores] as well: on every prompt of the task, in every full
   layer, for all tokens s <= t, the score is an integer, and there 2^floor(s) is 2^s ([pow2_int]).   *)
From mathcomp Require Import all_ssreflect all_algebra zify.
From Strata Require Import Task.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition vec (I : finType) := I -> rat.
Definition mat (I J : finType) := I -> J -> rat.

Definition mulmv (I J : finType) (M : mat I J) (x : vec J) : vec I := fun i => \sum_j M i j * x j.
Definition dot (I : finType) (x y : vec I) : rat := \sum_i x i * y i.

Definition relu (r : rat) : rat := Num.max r 0.
Definition floor (r : rat) : int := (numq r %/ denq r)%Z.
Definition pow2 (r : rat) : rat := 2%:R ^ floor r.

Lemma pow2_int (z : int) : pow2 z%:~R = 2%:R ^ z.
Proof. by rewrite /pow2 /floor numq_int denq_int divz1. Qed.

Lemma pow2_gt0 r : 0 < pow2 r.
Proof. exact: exprz_gt0. Qed.

Record layer (W : finType) := Layer {
  full : bool;                                     (* softmax attention, or a linear recurrence *)
  heads : finType; kdim : finType; vdim : finType; (* heads; coordinates of keys; of values *)
  W_q : heads -> mat kdim W;
  W_k : heads -> mat kdim W;
  W_v : heads -> mat vdim W;
  W_o : heads -> mat W vdim;
  hidden : finType;                                (* hidden units of the MLP *)
  W_1 : mat hidden W;
  b_1 : vec hidden;
  W_2 : mat W hidden;
  b_2 : vec W }.
Arguments W_1 {W}. Arguments b_1 {W}. Arguments W_2 {W}. Arguments b_2 {W}.

Section Layer.
Variables (W : finType) (Y : layer W) (x : nat -> vec W). (* x t: the stream at token t *)

Definition query h t : vec (kdim Y) := mulmv (W_q h) (x t).
Definition key h t : vec (kdim Y) := mulmv (W_k h) (x t).
Definition value h t : vec (vdim Y) := mulmv (W_v h) (x t).

Definition score h t s : rat := dot (query h t) (key h s).
Definition weight h t s : rat := pow2 (score h t s) / \sum_(s' < t.+1) pow2 (score h t s').
Definition softmax h t : vec (vdim Y) := fun j => \sum_(s < t.+1) weight h t s * value h s j.

Fixpoint state h t : mat (kdim Y) (vdim Y) := fun i j =>
  (if t is t'.+1 then state h t' i j else 0) + key h t i * value h t j.
Definition linear h t : vec (vdim Y) := fun j => \sum_i state h t i j * query h t i.

Definition mixed h t : vec (vdim Y) := if full Y then softmax h t else linear h t.
Definition mix t : vec W := fun c => x t c + \sum_h mulmv (W_o h) (mixed h t) c.
Definition mlp (u : vec W) : vec W := fun c =>
  u c + mulmv (W_2 Y) (fun i => relu (mulmv (W_1 Y) u i + b_1 Y i)) c + b_2 Y c.

Definition apply t : vec W := mlp (mix t).
End Layer.

Record network (token : Type) := Network {
  stream : finType;                                (* coordinates of the residual stream *)
  embed : token -> vec stream;
  layers : seq (layer stream);                     (* bottom to top *)
  bits : nat;
  W_r : mat [finType of 'I_bits] stream }.         (* read-out *)
Arguments embed {token}. Arguments W_r {token}.

Section Run.
Variables (token : Type) (t0 : token) (G : network token) (p : seq token).

(* the stream after l layers *)
Definition stream_after (l : nat) : nat -> vec (stream G) :=
  foldl (fun x Y => apply Y x) (fun t => embed G (nth t0 p t)) (take l (layers G)).

Definition output : vec [finType of 'I_(bits G)] :=
  mulmv (W_r G) (stream_after (size (layers G)) (size p).-1).
Definition net_answer : nat := (\sum_(j < bits G) (0 < output j)%R * 2 ^ j)%N.

Definition integer_scores : Prop := forall l Y h t s, ohead (drop l (layers G)) = Some Y -> full Y ->
  (s <= t < size p)%N -> score (stream_after l) (h : heads Y) t s \is a Qint.
End Run.
Arguments stream_after {token}. Arguments output {token}.

(* The prompt of FC(L; m; n_1, ..., n_{L-1}): a token carries its block, its place in the block, that is
   the argument, and its symbol, a value or the whole tuple w. (Block and argument say the same as the
   position in the prompt, see [position] below.) Blocks are numbered as in Task.v.                  *)
Definition symbol : Type := nat + seq nat.
Definition token : Type := nat * nat * symbol.
Definition token0 : token := (0%N, 0%N, inl 0%N).

Section Prompt.
Variables (L m : nat) (n : nat -> nat).
Implicit Type z : input L m n.

Definition symbol_of z (p x : nat) : symbol :=
  match p with
  | 0 => inr [seq w_ (z 0%N) l | l <- iota 1 L.-1]
  | 1 => inl (val (z 1%N : 'I_m))
  | l.+2 => inl (lookup (z l.+2) x)
  end.

Definition prompt z : seq token :=
  [seq (p, x, symbol_of z p x) | p <- rev (iota 0 L.+2), x <- iota 0 (tokens m n p)].

(* the network computes FC, and its base-2 softmax is exact on the way *)
Definition computes_FC (G : network token) : Prop :=
  forall z, net_answer token0 G (prompt z) = FC z /\ integer_scores token0 G (prompt z).

(* the position of argument x of block p *)
Definition position (p x : nat) : nat := (\sum_(p.+1 <= q < L.+2) tokens m n q + x)%N.

Lemma sum_tokens : (\sum_(0 <= q < L.+2) tokens m n q = prompt_length L m n)%N.
Proof. by rewrite big_nat_recl // big_nat_recl // /prompt_length addnA addnC. Qed.

Lemma prompt_positions z :
  [seq position t.1.1 t.1.2 | t <- prompt z] = iota 0 (prompt_length L m n).
Proof.
rewrite map_allpairs.
have H k : (k <= L.+2)%N ->
    [seq position p x | p <- rev (iota 0 k), x <- iota 0 (tokens m n p)]
    = iota (\sum_(k <= q < L.+2) tokens m n q)%N (\sum_(0 <= q < k) tokens m n q)%N.
  elim: k => [|k IH] kL; first by rewrite (@big_geq _ _ _ 0 0).
  have -> : iota 0 k.+1 = rcons (iota 0 k) k by rewrite -addn1 iotaD cats1.
  rewrite rev_rcons /= IH ?(ltnW kL) // (@big_nat_recr _ _ _ k 0) //=.
  rewrite [X in _ = iota _ X]addnC iotaD (big_ltn kL) [X in _ ++ iota X _]addnC; congr (_ ++ _).
  by rewrite -[in RHS](addn0 (\sum_(_ <= _ < _) _)%N) iotaDl.
by rewrite H // big_geq // sum_tokens.
Qed.

Lemma size_prompt z : size (prompt z) = prompt_length L m n.
Proof. by have /(congr1 size) := prompt_positions z; rewrite size_map size_iota. Qed.

Lemma nth_prompt z s : (s < prompt_length L m n)%N -> exists p x,
  [/\ nth token0 (prompt z) s = (p, x, symbol_of z p x), (p < L.+2)%N, (x < tokens m n p)%N
    & position p x = s].
Proof.
move=> sn; have sz : (s < size (prompt z))%N by rewrite size_prompt.
have /allpairsPdep [p [x [pL xp e]]] := mem_nth token0 sz.
exists p, x; split=> //; first by move: pL; rewrite mem_rev mem_iota.
  by move: xp; rewrite mem_iota.
have := nth_map token0 0%N (fun t => position t.1.1 t.1.2) sz.
by rewrite prompt_positions nth_iota // e.
Qed.

Lemma position_lt p x : (p < L.+2)%N -> (x < tokens m n p)%N -> (position p x < prompt_length L m n)%N.
Proof.
move=> pL xp; rewrite -sum_tokens (big_cat_nat _ _ _ (leq0n p) (ltnW pL)) /= (big_ltn pL) /position.
by move: xp; move: (\sum_(_ <= _ < _) _)%N (\sum_(_ <= _ < _) _)%N => a b; lia.
Qed.

(* later blocks stand further left *)
Lemma position_anti p q x y : (p < q)%N -> (q < L.+2)%N -> (y < tokens m n q)%N ->
  (position q y < position p x)%N.
Proof.
move=> pq qL yq; rewrite /position (big_cat_nat _ _ _ pq (ltnW qL)) /= (big_ltn qL).
by move: yq; move: (\sum_(_ <= _ < _) _)%N (\sum_(_ <= _ < _) _)%N => a b; lia.
Qed.

Lemma position_inj p x q y : (p < L.+2)%N -> (x < tokens m n p)%N -> (q < L.+2)%N ->
  (y < tokens m n q)%N -> position p x = position q y -> p = q /\ x = y.
Proof.
move=> pL xp qL yq; case: (ltngtP p q) => [pq|qp|<-] e; last by move/addnI: e.
  by have := position_anti x pq qL yq; rewrite e ltnn.
by have := position_anti y qp pL xp; rewrite e ltnn.
Qed.

Lemma nth_position z p x : (p < L.+2)%N -> (x < tokens m n p)%N ->
  nth token0 (prompt z) (position p x) = (p, x, symbol_of z p x).
Proof.
move=> pL xp; have [q [y [-> qL yq e]]] := nth_prompt z (position_lt pL xp).
by have [-> ->] := position_inj qL yq pL xp e.
Qed.
End Prompt.
