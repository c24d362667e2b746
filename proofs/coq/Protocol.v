(* Hybrid protocols: the communication model of the notes.

   Players top, top-1, ..., 0 own the blocks of a prompt from left to right; player p owns a block of type
   X p with |p| = tok p tokens. Layers act one after another, bottom to top:

   - in an F layer player p receives from every player j > p (to its left) a message of 2 B |p| bits, any
     function of what j knows and of what p knows, while j learns nothing;
   - in an R layer, going down from top, player p+1 hands player p a message of S bits, any function of
     what p+1 knows and of the message p+1 was just handed.

   What a player knows is its block and its history: for every layer so far the list of messages it
   received. Messages are natural numbers, k bits meaning a number below 2^k. After the last layer player
   0 announces an answer, any function of what it knows. Every message function may depend on the number
   of the layer, so a protocol may use different weights in every layer.

   For FC(L; m; n) there are L+2 players, numbered as in Task.v: [hybrid L m n B S]. *)
From mathcomp Require Import all_ssreflect zify.
From Strata Require Import Task.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(* for each layer the messages received in it *)
Definition history := seq (seq nat).

Unset Implicit Arguments.
Record protocol (top : nat) (X : nat -> finType) (tok : nat -> nat) (B S : nat) := Protocol {
  word : seq bool;         (* the layers from bottom to top: true = F, false = R *)
  (* layer t, sender j, receiver p, what j knows, what p knows *)
  fmsg : nat -> forall j p : nat, X j -> history -> X p -> history -> nat;
  (* layer t, sender j, what j knows, the message just handed to j (none if j = top) *)
  rmsg : nat -> forall j : nat, X j -> history -> option nat -> nat;
  announce : X 0 -> history -> nat;
  fmsg_bound : forall t j p xj hj xp hp, fmsg t j p xj hj xp hp < 2 ^ (2 * B * tok p);
  rmsg_bound : forall t j xj hj r, rmsg t j xj hj r < 2 ^ S }.
Set Implicit Arguments.
Arguments word {top X tok B S} Pr : rename.
Arguments fmsg {top X tok B S} Pr t j p xj hj xp hp : rename.
Arguments rmsg {top X tok B S} Pr t j xj hj r : rename.
Arguments announce {top X tok B S} Pr x h : rename.
Arguments fmsg_bound {top X tok B S} Pr t j p xj hj xp hp : rename.
Arguments rmsg_bound {top X tok B S} Pr t j xj hj r : rename.

Section Run.
Variables (top : nat) (X : nat -> finType) (tok : nat -> nat) (B S : nat).
Variable Pr : protocol top X tok B S.
Implicit Type z : forall p, X p.

(* the message handed to player top - d in R layer t; h = the histories before that layer *)
Fixpoint handed (t : nat) z (h : nat -> history) (d : nat) : option nat :=
  if d is d'.+1 then
    let j := top - d' in Some (rmsg Pr t j (z j) (h j) (handed t z h d'))
  else None.

(* what player p receives in layer t *)
Definition received (t : nat) z (h : nat -> history) (p : nat) : seq nat :=
  if nth false (word Pr) t
  then [seq fmsg Pr t j p (z j) (h j) (z p) (h p) | j <- iota p.+1 (top - p)]
  else oapp (fun r => [:: r]) [::] (handed t z h (top - p)).

(* the history of player p after t layers *)
Fixpoint run (t : nat) z (p : nat) : history :=
  if t is t'.+1 then rcons (run t' z p) (received t' z (run t' z) p) else [::].

Definition answer z : nat := announce Pr (z 0) (run (size (word Pr)) z 0).

Definition nF : nat := count id (word Pr).
Definition nR : nat := count negb (word Pr).
End Run.

(* protocols for FC(L; m; n_1, ..., n_{L-1}) *)
Definition hybrid (L m : nat) (n : nat -> nat) (B S : nat) :=
  protocol L.+1 (block L m n) (tokens m n) B S.

Definition solves L m n B S (Pr : hybrid L m n B S) := forall z, answer Pr z = FC z.
