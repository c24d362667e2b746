(* Causality: everything player p ever knows is a function of the blocks of players >= p, and the message
   handed to player p in an R layer is a function of the blocks of players > p.

   Both follow by induction over the layers: in a layer a player hears only from players to its left. *)
From mathcomp Require Import all_ssreflect zify.
From Strata Require Import Task Protocol.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Causality.
Variables (top : nat) (X : nat -> finType) (tok : nat -> nat) (B S : nat).
Variable Pr : protocol top X tok B S.
Implicit Types z : forall p, X p.

(* the message handed to p is determined by the one handed to q >= p and by what players p+1, ..., q know *)
Lemma handed_ext q t z z' h h' p : p <= q <= top ->
  handed Pr t z h (top - q) = handed Pr t z' h' (top - q) ->
  (forall j, p < j <= q -> z j = z' j /\ h j = h' j) ->
  handed Pr t z h (top - p) = handed Pr t z' h' (top - p).
Proof.
case/andP=> pq qT e0 e.
suff {p pq e} H d : d <= q -> (forall j, q - d < j <= q -> z j = z' j /\ h j = h' j) ->
    handed Pr t z h (top - (q - d)) = handed Pr t z' h' (top - (q - d)).
  by rewrite -[p](subKn pq); apply: H; rewrite ?leq_subr // subKn.
elim: d => [|d IH] dq e; first by rewrite subn0.
have -> : top - (q - d.+1) = (top - (q - d)).+1 by lia.
have [|ez eh] := e (q - d); first by lia.
rewrite /= subKn; last by lia.
by rewrite ez eh IH //; [lia|move=> j jd; apply: e; lia].
Qed.

Lemma run_causal p z z' : (forall q, p <= q <= top -> z q = z' q) ->
  forall t q, p <= q <= top -> run Pr t z q = run Pr t z' q.
Proof.
move=> e; elim=> [//|t IH] q pq /=.
rewrite IH //; congr (rcons _ _); rewrite /received; case: ifP => _.
  by apply/eq_in_map => j; rewrite mem_iota => jq; rewrite !e ?IH //; lia.
congr (oapp _ _ _); apply: (@handed_ext top); [lia|by rewrite subnn|].
by move=> j jq; rewrite e ?IH //; lia.
Qed.

Lemma handed_causal p z z' : (forall q, p < q <= top -> z q = z' q) ->
  forall t, handed Pr t z (run Pr t z) (top - p) = handed Pr t z' (run Pr t z') (top - p).
Proof.
move=> e t; case: (leqP p top) => pT; last by rewrite (eqP (ltnW pT : top - p == 0)).
apply: (@handed_ext top); [lia|by rewrite subnn|move=> j jp].
by rewrite e ?(run_causal (p := p.+1) e) //; lia.
Qed.

Lemma answer_causal z z' : (forall q, q <= top -> z q = z' q) -> answer Pr z = answer Pr z'.
Proof. by move=> e; rewrite /answer e // (run_causal (p := 0) (z' := z')). Qed.
End Causality.
