(* The reduction: a network with p-bit block aggregates is a protocol, so Theorem 1 speaks about networks.

   THE ASSUMPTION, in the open. A full layer is computed block by block, as in blockwise or ring attention:
   towards a token of a later block, a block of the prompt is represented, for each head, by
       its largest score                                        (d-1) p bits,
       its partial denominator relative to that score           p bits,
       its partial numerator relative to that score             d numbers of p bits,
   together 2dp bits per head and 2B bits per token, B = H d p. This is [aggregate]. How the aggregate is
   computed from the states of the block and the state of the querying token ([Full]'s first argument), and
   what the token makes of the aggregates of all earlier blocks and of its own block up to itself (second
   argument: combining, output map, residual, MLP), is left arbitrary. Rounding may happen anywhere
   inside; what is assumed is that nothing else crosses a block border in a full layer. A recurrent
   layer is s_t = update(s_{t-1}, x_t), y_t = read(s_t, x_t) with states s_t of S bits. RingAttention.v shows
   how the networks of Network.v are of this form.

   The reduction ([protocol_of]): player b simulates its own tokens. In a full layer the message from j to b
   is the table of all aggregates of block j towards the tokens of b, at most 2B |b| bits; in a recurrent
   layer it is the state at the block border. [protocol_of_answer]: the protocol announces what the
   network answers. [network_fails]: under the conditions of Theorem 1 it fails on some input.         *)
From mathcomp Require Import all_ssreflect all_algebra zify.
From Strata Require Import Task Protocol Induction LowerBound Network.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(* largest score, denominator, numerator: 2dp bits *)
Definition aggregate (d p : nat) : finType :=
  [finType of 'I_(2 ^ ((d - 1) * p)) * 'I_(2 ^ p) * d.-tuple 'I_(2 ^ p)].

Lemma card_aggregate d p : 0 < d -> #|aggregate d p| = 2 ^ (2 * (d * p)).
Proof.
move=> d0; rewrite !card_prod card_tuple !card_ord -expnM -!expnD; congr (2 ^ _).
by rewrite -mulSnr -addn1 subnK // mulnC [p * d]mulnC mul2n addnn.
Qed.

Section Networks.
Variables (H d p S : nat) (state : Type).

Inductive blayer :=
  (* head -> states of an earlier block -> state of the querying token -> aggregate;
     states of the own block up to the token -> aggregates of the earlier blocks -> new state *)
  | Full of 'I_H -> seq state -> state -> aggregate d p
          & seq state -> seq {ffun 'I_H -> aggregate d p} -> state
  (* initial state, update, read *)
  | Rec of 'I_(2 ^ S) & 'I_(2 ^ S) -> state -> 'I_(2 ^ S) & 'I_(2 ^ S) -> state -> state.

Definition is_full (Y : blayer) : bool := if Y is Full _ _ then true else false.

Record bnetwork := Bnetwork {
  depth : nat;
  blayers : nat -> blayer;             (* layer t for t < depth, bottom to top *)
  bembed : token -> state;
  breadout : state -> nat }.           (* applied to the last token *)

Definition letters (G : bnetwork) : seq bool := [seq is_full (blayers G t) | t <- iota 0 (depth G)].
End Networks.
Arguments Full {H d p S state}. Arguments Rec {H d p S state}.

Section Reduction.
Variables (L m : nat) (n : nat -> nat) (H d p S : nat) (state : Type).
Variable G : bnetwork H d p S state.
Implicit Type z : input L m n.

(* -------- what the network does; X b: the states of the tokens of block b -------- *)
Definition s0 : state := bembed G token0.

(* the recurrent state when block top - e begins *)
Fixpoint border r0 (upd : 'I_(2 ^ S) -> state -> 'I_(2 ^ S)) (X : nat -> seq state) (e : nat) :=
  if e is e'.+1 then foldl upd (border r0 upd X e') (X (L.+1 - e')) else r0.

Definition bapply (Y : blayer H d p S state) (X : nat -> seq state) (b : nat) : seq state :=
  match Y with
  | Full agg comb => [seq comb (take y.+1 (X b))
        [seq [ffun h => agg h (X j) (nth s0 (X b) y)] | j <- iota b.+1 (L.+1 - b)]
      | y <- iota 0 (tokens m n b)]
  | Rec r0 upd read => [seq
        read (foldl upd (border r0 upd X (L.+1 - b)) (take y.+1 (X b))) (nth s0 (X b) y)
      | y <- iota 0 (tokens m n b)]
  end.

(* the symbol at place x of a block *)
Definition block_symbol (b : nat) : block L m n b -> nat -> symbol :=
  match b return block L m n b -> nat -> symbol with
  | 0 => fun w _ => inr [seq w_ w l | l <- iota 1 L.-1]
  | 1 => fun u _ => inl (val u)
  | l.+2 => fun f x => inl (lookup f x)
  end.

Definition embedded (b : nat) (u : block L m n b) : seq state :=
  [seq bembed G (b, x, block_symbol u x) | x <- iota 0 (tokens m n b)].

Fixpoint bstates z (t : nat) : nat -> seq state :=
  if t is t'.+1 then bapply (blayers G t') (bstates z t') else fun b => embedded (z b).

Definition banswer z : nat := breadout G (last s0 (bstates z (depth G) 0)).

(* the tokens embedded are those of the prompt *)
Lemma embedded_prompt z :
  flatten [seq embedded (z b) | b <- rev (iota 0 L.+2)] = [seq bembed G t | t <- prompt z].
Proof.
rewrite map_allpairs; congr (flatten _); apply: eq_map => b; apply: eq_map => x.
by case: b => [|[|b]].
Qed.

(* -------- the protocol -------- *)
Notation table T := {ffun 'I_T -> {ffun 'I_H -> aggregate d p}}.

Definition a0 : aggregate d p :=
  let z k : 'I_(2 ^ k) := Ordinal (expn_gt0 2 k : 0 < 2 ^ k) in (z _, z p, nseq_tuple d (z p)).

Definition encode T (f : nat -> {ffun 'I_H -> aggregate d p}) : nat :=
  enum_rank ([ffun y : 'I_T => f y] : table T).
Definition decode T (c y : nat) : {ffun 'I_H -> aggregate d p} :=
  if insub c is Some i then
    if insub y is Some y' then (enum_val (i : 'I_#|[finType of table T]|)) y' else [ffun=> a0]
  else [ffun=> a0].

Lemma encodeK T f y : y < T -> decode T (encode T f) y = f y.
Proof. by move=> yT; rewrite /decode valK insubT /= enum_rankK ffunE. Qed.

Lemma encode_lt T f : 0 < d -> encode T f < 2 ^ (2 * (H * d * p) * T).
Proof.
move=> d0; apply: leq_trans (ltn_ord _) _; rewrite !card_ffun !card_ord card_aggregate // -!expnM.
by rewrite leq_exp2l //; clear; lia.
Qed.

Definition handed_state (r0 : 'I_(2 ^ S)) (c : option nat) : 'I_(2 ^ S) :=
  odflt r0 (obind insub c).

(* a player simulates its own tokens, given the messages of the layer *)
Definition simulate (Y : blayer H d p S state) (b : nat) (X : seq state) (msgs : seq nat) : seq state :=
  match Y with
  | Full _ comb => [seq comb (take y.+1 X) [seq decode (tokens m n b) c y | c <- msgs]
      | y <- iota 0 (tokens m n b)]
  | Rec r0 upd read => [seq read (foldl upd (handed_state r0 (ohead msgs)) (take y.+1 X)) (nth s0 X y)
      | y <- iota 0 (tokens m n b)]
  end.

Fixpoint own_states (t : nat) (b : nat) (u : block L m n b) (h : history) : seq state :=
  if t is t'.+1 then simulate (blayers G t') b (own_states t' u h) (nth [::] h t') else embedded u.

Definition net_fmsg t j b (uj : block L m n j) (hj : history) (ub : block L m n b) (hb : history) : nat :=
  if blayers G t is Full agg _ then encode (tokens m n b)
    (fun y => [ffun h => agg h (own_states t uj hj) (nth s0 (own_states t ub hb) y)])
  else 0.

Definition net_rmsg t j (uj : block L m n j) (hj : history) (c : option nat) : nat :=
  if blayers G t is Rec r0 upd _ then val (foldl upd (handed_state r0 c) (own_states t uj hj)) else 0.

Hypothesis d0 : 0 < d.

Lemma net_fmsg_bound t j b uj hj ub hb :
  @net_fmsg t j b uj hj ub hb < 2 ^ (2 * (H * d * p) * tokens m n b).
Proof. by rewrite /net_fmsg; case: blayers => *; rewrite ?encode_lt ?expn_gt0. Qed.

Lemma net_rmsg_bound t j uj hj c : @net_rmsg t j uj hj c < 2 ^ S.
Proof. by rewrite /net_rmsg; case: blayers => *; rewrite ?ltn_ord ?expn_gt0. Qed.

Definition protocol_of : hybrid L m n (H * d * p) S :=
  @Protocol L.+1 (block L m n) (tokens m n) (H * d * p) S (letters G) net_fmsg net_rmsg
    (fun u h => breadout G (last s0 (own_states (depth G) u h))) net_fmsg_bound net_rmsg_bound.

Lemma own_states_ext t b (u : block L m n b) h h' : (forall i, i < t -> nth [::] h i = nth [::] h' i) ->
  own_states t u h = own_states t u h'.
Proof.
elim: t => [//|t IH] e /=; rewrite e // IH // => i it; apply: e; exact: ltnW.
Qed.

Lemma size_run t z b : size (run protocol_of t z b) = t.
Proof. by elim: t => [//|t IH] /=; rewrite size_rcons IH. Qed.

Lemma own_statesE z t b : t <= depth G -> b <= L.+1 ->
  own_states t (z b) (run protocol_of t z b) = bstates z t b.
Proof.
elim: t b => [//|t IH] b tD bL /=.
rewrite nth_rcons size_run ltnn eqxx (@own_states_ext t b (z b) _ (run protocol_of t z b)); last first.
  by move=> i it; rewrite nth_rcons size_run it.
have {}IH c : c <= L.+1 -> own_states t (z c) (run protocol_of t z c) = bstates z t c.
  by apply: IH; apply: ltnW.
rewrite IH // /received /protocol_of /= (nth_map 0) ?size_iota // nth_iota // add0n.
case YE: (blayers G t) => [agg comb|r0 upd read] /=.
  apply/eq_in_map => y; rewrite mem_iota => yb; congr comb; rewrite -map_comp.
  apply/eq_in_map => j; rewrite mem_iota => jL /=.
  rewrite /net_fmsg YE encodeK; last by case/andP: yb.
  by rewrite !IH //; lia.
have rE e : e <= L.+1 -> handed_state r0 (handed protocol_of t z (run protocol_of t z) e)
    = border r0 upd (bstates z t) e.
  elim: e => [//|e IHe] eL /=; rewrite /handed_state /= /net_rmsg YE -/(handed_state _ _).
  rewrite IHe ?(ltnW eL) //.
  by rewrite valK /= IH // leq_subr.
apply/eq_map => y; congr (read (foldl _ _ _) _); rewrite -rE ?leq_subr //.
by case: handed.
Qed.

Theorem protocol_of_answer z : answer protocol_of z = banswer z.
Proof. by rewrite /answer /= size_map size_iota own_statesE. Qed.

End Reduction.

(* Theorem 1 for networks *)
Section NoNetwork.
Variables (L m : nat) (n : nat -> nat) (H d p S a : nat) (x theta : nat -> nat) (free lastF : bool).
Hypotheses (L0 : 0 < L) (m0 : 0 < m) (n0 : forall l, 0 < l < L -> 0 < n l) (d0 : 0 < d).
Notation D := (D_ L m n (H * d * p) S a x free lastF).
Notation P := (P_ n x theta).

Theorem network_fails state (G : bnetwork H d p S state) :
  count id (letters G) <= L - 1 -> count negb (letters G) <= a ->
  (lastF -> 1 < L /\ last true (letters G)) -> x 0 <= m ->
  (free -> a * S = 0 /\ theta 1 <= minn (x 0 * x 1) m) ->
  (forall l, free < l < L -> COVER (N_ m n l.-1) (theta l) (x l) (P l) (D l)) ->
  2 ^ D L < N_ m n L.-1 ^ P L ->
  exists z : input L m n, banswer G z <> FC z.
Proof.
move=> fF fR eF xm zero cover final.
have [z /eqP ne] := @lower_bound L m n (H * d * p) S a x theta free lastF L0 m0 n0
  (protocol_of L m n G d0) fF fR eF xm zero cover final.
by exists z; rewrite -(protocol_of_answer G d0).
Qed.
End NoNetwork.
