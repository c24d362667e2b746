(* Padding to a prescribed number of tokens.

   A padded prompt consists of [pad] padding tokens with fixed content, then the prompt of an instance:

     padding tokens   z_L(0) ... z_L(N_{L-1}-1)   ...   z_1(0) ... z_1(m-1)   z_0   w

   The padding stands IN FRONT and is a block of its own, owned by one more player (number top+1), the
   first one; the answer is still read off the last token. Its content is fixed (the block has type unit),
   so a protocol for padded prompts has to work for one content only and may use it: this is the weakest
   way to ask for padded prompts to be solved, and makes impossibility as strong as it can be.

   The padding player never hears anything, so what it says is known to everybody beforehand: every player
   computes the missing messages itself. Hence a protocol for padded prompts gives one for the prompts
   themselves with the same word, the same B and the same S ([unpad], [answer_unpad]). *)
From mathcomp Require Import all_ssreflect zify.
From Strata Require Import Task Protocol.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Padding.
Variables (top : nat) (X : nat -> finType) (tok : nat -> nat) (pad : nat).

Definition padded_block (p : nat) : finType := if p == top.+1 then [finType of unit] else X p.
Definition padded_tokens (p : nat) : nat := if p == top.+1 then pad else tok p.

Definition embed (p : nat) (b : X p) : padded_block p :=
  match p == top.+1 as c return (if c then [finType of unit] else X p) with true => tt | false => b end.

(* the padded prompt *)
Definition pad_input (z : forall p, X p) : forall p, padded_block p := fun p => embed (z p).

Variables (B S : nat) (Pr : protocol top.+1 padded_block padded_tokens B S).
Implicit Types z : forall p, X p.

(* what the padding player owns *)
Definition padding : padded_block top.+1 :=
  match top.+1 == top.+1 as c return (c = true -> if c then [finType of unit] else X top.+1) with
  | true => fun=> tt | false => fun e => match notF e with end end (eqxx _).

(* what the padding player says in layer t *)
Definition pad_fmsg t p (xp : padded_block p) (hp : history) : nat :=
  fmsg Pr t top.+1 p padding (nseq t [::]) xp hp.
Definition pad_rmsg t : nat := rmsg Pr t top.+1 padding (nseq t [::]) None.

(* player p completes its history *)
Definition complete p (xp : X p) : history -> history :=
  foldl (fun h e => let t := size h in rcons h
    (if nth false (word Pr) t then rcons e (pad_fmsg t (embed xp) h)
     else if p == top then [:: pad_rmsg t] else e)) [::].

Definition unpad_fmsg t j p (xj : X j) hj (xp : X p) hp : nat :=
  if p == top.+1 then 0
  else fmsg Pr t j p (embed xj) (complete xj hj) (embed xp) (complete xp hp).

Definition unpad_rmsg t j (xj : X j) hj r : nat :=
  rmsg Pr t j (embed xj) (complete xj hj) (if j == top then Some (pad_rmsg t) else r).

Lemma unpad_fmsg_bound t j p xj hj xp hp : @unpad_fmsg t j p xj hj xp hp < 2 ^ (2 * B * tok p).
Proof.
rewrite /unpad_fmsg; case: ifP => e; first by rewrite expn_gt0.
have := fmsg_bound Pr t j p (embed xj) (complete xj hj) (embed xp) (complete xp hp).
by rewrite /padded_tokens e.
Qed.

Definition unpad : protocol top X tok B S :=
  @Protocol top X tok B S (word Pr) unpad_fmsg unpad_rmsg
    (fun x0 h => announce Pr (embed x0) (complete x0 h)) unpad_fmsg_bound
    (fun t j xj hj r => rmsg_bound Pr t j (embed xj) (complete xj hj) _).

Lemma pad_input_top z : pad_input z top.+1 = padding.
Proof.
rewrite /pad_input /embed /padding; move: (eqxx top.+1); rewrite /padded_block.
by case: (top.+1 == top.+1).
Qed.

Lemma run_top z t : run Pr t (pad_input z) top.+1 = nseq t [::].
Proof.
elim: t => // t /= ->; rewrite /received subnn; case: ifP => _ /=; by elim: t => //= t ->.
Qed.

(* R messages: player top now hears the padding player *)
Lemma handed_unpad t z (h h' : nat -> history) d : 0 < d <= top ->
  (forall p, p <= top -> complete (z p) (h p) = h' p) -> h' top.+1 = nseq t [::] ->
  handed unpad t z h d = handed Pr t (pad_input z) h' d.+1.
Proof.
move=> + eh etop; elim: d => // -[|d] IH dT.
  by rewrite /= subn0 subSS subn0 /unpad_rmsg eqxx eh // etop pad_input_top.
have {}IH := IH (ltnW dT).
rewrite -[LHS]/(Some (unpad_rmsg t (z (top - d.+1)) (h (top - d.+1)) (handed unpad t z h d.+1))) IH.
rewrite -[RHS]/(Some (rmsg Pr t (top - d.+1) (pad_input z _) (h' _) (handed Pr t (pad_input z) h' d.+2))).
by rewrite /unpad_rmsg ifF ?eh ?leq_subr //; apply/eqP; lia.
Qed.

Lemma complete_run z t p : p <= top -> complete (z p) (run unpad t z p) = run Pr t (pad_input z) p.
Proof.
elim: t p => // t IH p pT.
have sz : size (run Pr t (pad_input z) p) = t.
  by elim: (t) => //= k sk; rewrite size_rcons sk.
rewrite /= /complete foldl_rcons -/(complete (z p) _) IH // sz; congr (rcons _ _).
rewrite /received /=; case lt: (nth false (word Pr) t).
  have -> : top.+1 - p = top - p + 1 by lia.
  have ep : (p == top.+1) = false by lia.
  rewrite iotaD map_cat /= (_ : p.+1 + (top - p) = top.+1) ?cats1; last by lia.
  congr (rcons _ _); last by rewrite /pad_fmsg run_top pad_input_top.
  apply/eq_in_map => j; rewrite mem_iota => jp; have jT : j <= top by lia.
  by rewrite /unpad_fmsg ep !IH.
case: eqP => [->|/eqP np].
  by rewrite subSn // subnn /= subn0 run_top pad_input_top.
rewrite (@handed_unpad t z (run unpad t z) (run Pr t (pad_input z))) ?run_top //.
  by rewrite subSn.
by lia.
Qed.

Theorem answer_unpad z : answer unpad z = answer Pr (pad_input z).
Proof. by rewrite /answer -complete_run. Qed.
End Padding.

(* padded prompts with an instance of FC: [pad] tokens in front *)
Definition padded_hybrid (L m : nat) (n : nat -> nat) (pad B S : nat) :=
  protocol L.+2 (padded_block L.+1 (block L m n)) (padded_tokens L.+1 (tokens m n) pad) B S.

Definition padded_length (L m : nat) (n : nat -> nat) (pad : nat) : nat := pad + prompt_length L m n.

(* what no protocol for the prompts can do, no protocol for padded prompts can do *)
Lemma padding_fails L m n pad B S f r :
  (forall Pr : hybrid L m n B S, nF Pr <= f -> nR Pr <= r -> exists z, answer Pr z != FC z) ->
  forall Pr : padded_hybrid L m n pad B S, nF Pr <= f -> nR Pr <= r ->
  exists z : input L m n, answer Pr (pad_input L.+1 z) != FC z.
Proof.
move=> fails Pr fewF fewR; have [z hz] := fails (unpad Pr) fewF fewR.
by exists z; rewrite -answer_unpad.
Qed.
