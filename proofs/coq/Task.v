(* The task: L-step sequential function composition FC(L; m; n_1, ..., n_{L-1}).

   Sizes, inputs and the answer, in the notation of the notes:

     N_0 = m,  N_l = N_{l-1} n_l                                   N_ m n l
     A   = n_1 ... n_{L-1}, the number of queries                  A_ L n
     z_0 in [m],  z_l : [N_{l-1}] -> [N_{l-1}] for l = 1 .. L,
     w   = (w_1, ..., w_{L-1}) with w_l in [n_l]                   z : input L m n
     i_0 = z_0,  i_1 = z_1(i_0),  i_l = z_l(w_{l-1} N_{l-2} + i_{l-1})    i_ z l
     the answer i_L                                                FC z

   Everything is 0-based and n is a function of l of which only n 1, ..., n (L-1) matter.

   NUMBERING OF THE PLAYERS.  The notes call the owners of the blocks of the prompt L, ..., 1, 0, -1.
   Here they are natural numbers, one higher:

     player p here    0      1      l+1  (1 <= l <= L)
     in the notes    -1      0      l
     owns             w     z_0    the table of z_l
     tokens           1      1      N_{l-1}

   so the prompt reads  L+1, L, ..., 2, 1, 0  from left to right.                                     *)
From mathcomp Require Import all_ssreflect zify.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Task.
Variables (L m : nat) (n : nat -> nat).

Fixpoint N_ (l : nat) : nat := if l is l'.+1 then N_ l' * n l else m.

Definition A_ : nat := \prod_(1 <= l < L) n l.

(* what player p owns; w_l is stored at index l-1 *)
Definition block (p : nat) : finType :=
  match p with
  | 0 => [finType of {dffun forall k : 'I_L.-1, 'I_(n k.+1)}]
  | 1 => [finType of 'I_m]
  | l.+2 => [finType of {ffun 'I_(N_ l) -> 'I_(N_ l)}]
  end.

Definition tokens (p : nat) : nat := if p is l.+2 then N_ l else 1.

(* N_{L-1} + ... + N_0 + 2 *)
Definition prompt_length : nat := \sum_(0 <= l < L) N_ l + 2.

Definition input := forall p : nat, block p.

(* w_l, for 1 <= l <= L-1; 0 for other l *)
Definition w_ (w : block 0) (l : nat) : nat :=
  if l is k.+1 then (if insub k is Some k' then val (w k') else 0) else 0.

(* the table f at position x; 0 if x is not a position *)
Definition lookup (k : nat) (f : {ffun 'I_k -> 'I_k}) (x : nat) : nat :=
  if insub x is Some x' then val (f x') else 0.

(* i_l; for l = 1 the argument of z_1 is i_0 because w_ w 0 = 0 *)
Fixpoint i_ (z : input) (l : nat) : nat :=
  match l with
  | 0 => val (z 1 : 'I_m)
  | k.+1 => lookup (z k.+2) (w_ (z 0) k * N_ k.-1 + i_ z k)
  end.

Definition FC (z : input) : nat := i_ z L.

(* the argument at which z_{l+1} is read *)
Definition arg (z : input) (l : nat) : nat := w_ (z 0) l * N_ l.-1 + i_ z l.

Lemma i_S z l : i_ z l.+1 = lookup (z l.+2) (arg z l).
Proof. by []. Qed.

(* i_l depends on w_1, ..., w_{l-1} and z_0, ..., z_l only *)
Lemma i_ext (y z : input) l :
  (forall k, k < l -> w_ (y 0) k = w_ (z 0) k) ->
  (forall p, 0 < p <= l.+1 -> y p = z p) -> i_ y l = i_ z l.
Proof.
elim: l => [|l IH] ew ez /=; first by rewrite ez.
rewrite ez ?(ew l) ?IH //; try by clear -ew => k kl; apply: ew; lia.
- by move=> p pl; apply: ez; lia.
- by lia.
Qed.

Section Positive.
Hypothesis mP : 0 < m.
Hypothesis nP : forall l, 0 < l < L -> 0 < n l.

Lemma N_pos l : l < L -> 0 < N_ l.
Proof.
elim: l => [//|l IH] lL /=; rewrite muln_gt0 IH ?nP //; lia.
Qed.

Lemma n_pos (k : 'I_L.-1) : 0 < n k.+1.
Proof. by apply: nP; have := ltn_ord k; lia. Qed.

(* some input *)
Definition some_input : input := fun p => match p as p return block p with
  | 0 => [ffun k : 'I_L.-1 => Ordinal (n_pos k)]
  | 1 => Ordinal mP
  | l.+2 => [ffun x => x]
  end.
End Positive.

Lemma w_lt (w : block 0) l : 0 < l < L -> w_ w l < n l.
Proof.
case: l => // k kL; rewrite /w_; case: insubP => [i _ <-|]; first exact: ltn_ord.
by rewrite -ltnNge ltnS; lia.
Qed.

Lemma lookup_lt k (f : {ffun 'I_k -> 'I_k}) x : x < k -> lookup f x < k.
Proof. by move=> xk; rewrite /lookup insubT; apply: ltn_ord. Qed.

Lemma lookupE k (f : {ffun 'I_k -> 'I_k}) (x : 'I_k) : lookup f x = f x.
Proof. by rewrite /lookup valK. Qed.

(* no table is ever read outside its range *)
Lemma arg_lt (z : input) l : l < L -> arg z l < N_ l.
Proof.
rewrite /arg; elim: l => [|l IH] lL; first by rewrite mul0n; apply: ltn_ord.
have wl : w_ (z 0) l.+1 < n l.+1 by apply: w_lt.
have il : i_ z l.+1 < N_ l by rewrite i_S lookup_lt // IH //; apply: ltnW.
rewrite [N_ l.+1]/=; move: il wl.
by move: (w_ _ _) (i_ _ _) (N_ l) (n _) => w i N k; clear; nia.
Qed.

Lemma i_lt (z : input) l : l < L -> i_ z l.+1 < N_ l.
Proof. by move=> lL; rewrite i_S lookup_lt // arg_lt. Qed.

Lemma card_queries : #|block 0| = A_.
Proof.
rewrite card_dep_ffun foldrE big_map big_enum_cond /= /A_ big_add1 big_mkord.
by apply: eq_bigr => k _; rewrite card_ord.
Qed.
End Task.

Lemma leq_N L m n k l : (forall l, 0 < l < L -> 0 < n l) -> k <= l < L -> N_ m n k <= N_ m n l.
Proof.
move=> nP /andP [kl]; rewrite -(subnKC kl); elim: (l - k) => [|d IH]; first by rewrite addn0.
rewrite addnS => lL; apply: leq_trans (IH (ltnW lL)) _.
by rewrite /= leq_pmulr // nP.
Qed.
