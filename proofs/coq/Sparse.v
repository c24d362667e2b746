(* Block-sparse attention fails at 2-Sum (one full layer solves it: TwoSum.v).

   Tokens 1 .. n-1 carry numbers in [M], cut into nb blocks of Bs tokens; the last token carries y. 2-Sum:
   is there a j < n with x_j + y = 0 (mod M)? A (Bs, k)-sparse layer ([sparse_layer]) summarises every
   block in s bits; the last token picks at most k blocks from y and the summaries (so ties may be broken
   by position), and decides from y, all summaries and the tokens of the blocks picked. Everything else
   about the layer is arbitrary.

   [sparse_fails]: if summaries do not see where a block stands ([position_free]), k < nb and
   2^s < binom(M, Bs), the layer fails on some input. Proof: two different Bs-subsets U, V of [M] have the
   same summary; take u in U \ V and y = -u. Fill every block with V: no. Then replace a block that is not
   picked by U: yes, but the last token sees the same.

   [position_aware]: with summaries that see the position the statement is false. For M = 5, Bs = 1, two
   blocks, k = 1, s = 2 the first block's summary confuses only 3 and 4, the second block's only 0 and 1;
   whatever number is wanted, one of the two summaries settles its block, and the other block is picked. *)
From mathcomp Require Import all_ssreflect zify.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Definition two_sum (M y : nat) (xs : seq nat) : bool := has (fun x => (x + y) %% M == 0) xs.

Section Sparse.
Variables (M Bs nb k s : nat).
Notation content := (Bs.-tuple 'I_M).
Notation summaries := {ffun 'I_nb -> 'I_(2 ^ s)}.

Record sparse_layer := SparseLayer {
  summary : 'I_nb -> content -> 'I_(2 ^ s);
  pick : 'I_M -> summaries -> {set 'I_nb};
  pick_bound : forall y f, #|pick y f| <= k;
  decide : 'I_M -> summaries -> {ffun 'I_nb -> option content} -> bool }.

Section Run.
Variables (G : sparse_layer) (x : 'I_nb -> content) (y : 'I_M).
Definition summarised : summaries := [ffun b => summary G b (x b)].
Definition picked := pick G y summarised.
Definition sees : {ffun 'I_nb -> option content} := [ffun b => if b \in picked then Some (x b) else None].
Definition sparse_answer : bool := decide G y summarised sees.
End Run.

(* summaries do not see where the block stands *)
Definition position_free (G : sparse_layer) : Prop := forall b c, summary G b = summary G c.

(* the numbers of the prompt, block by block *)
Definition numbers (x : 'I_nb -> content) : seq nat :=
  flatten [seq [seq val v | v <- x b] | b <- enum 'I_nb].

(* v - u = 0 (mod M) only for v = u *)
Lemma neg_mod (u v : 'I_M) : ((v + (M - u) %% M) %% M == 0) = (v == u).
Proof.
rewrite modnDmr -val_eqE /=; have [uM vM] := (ltn_ord u, ltn_ord v).
case: (ltngtP v u) => [vu|uv|->]; last by rewrite subnKC ?modnn // ltnW.
  by rewrite modn_small; lia.
have -> : v + (M - u) = (v - u) + M by lia.
by rewrite modnDr modn_small; lia.
Qed.

Theorem sparse_fails (G : sparse_layer) : position_free G -> k < nb -> 2 ^ s < 'C(M, Bs) ->
  exists x y, sparse_answer G x y != two_sum M y (numbers x).
Proof.
move=> free knb few; have b0 : 'I_nb := Ordinal (leq_ltn_trans (leq0n k) knb).
pose D := [set U : {set 'I_M} | #|U| == Bs].
have M0 : 0 < M by case: (M) few => //; rewrite bin0n; case: (Bs) => //=; case: expn (expn_gt0 2 s).
pose o := Ordinal M0; pose tup (U : {set 'I_M}) : content := insubd (nseq_tuple Bs o) (enum U).
have tupE U : U \in D -> tup U = enum U :> seq _.
  by rewrite inE cardE => UB; rewrite /tup val_insubd UB.
have [U [V [UD VD UV e]]] : exists U V,
    [/\ U \in D, V \in D, U != V & summary G b0 (tup U) = summary G b0 (tup V)].
  have : ~~ dinjectiveb (fun U => summary G b0 (tup U)) D.
    apply: contraL few => /dinjectiveP inj; rewrite -leqNgt -[M]card_ord -card_draws -(card_in_imset inj).
    by rewrite -[X in _ <= X]card_ord max_card.
  case/dinjectivePn=> U UD [V]; rewrite !inE => /andP [VU VD] e.
  by exists U, V; split=> //; [rewrite inE | rewrite eq_sym].
have [u uU uV] : exists2 u, u \in U & u \notin V.
  apply/subsetPn; apply: contra UV => UV; rewrite eqEcard UV /=.
  by move: UD VD; rewrite !inE => /eqP -> /eqP ->; rewrite leqnn.
have My : (M - u) %% M < M by rewrite ltn_mod.
pose y := Ordinal My; pose x0 (_ : 'I_nb) := tup V.
have no : two_sum M y (numbers x0) = false.
  apply/negbTE/hasPn => _ /flattenP [_ /mapP [b _ ->] /mapP [v vV ->]].
  by rewrite /= neg_mod; apply: contraNneq uV => <-; move: vV; rewrite tupE // mem_enum.
have [b bP] : exists b, b \notin picked G x0 y.
  apply/existsP; rewrite -negb_forall; apply: contraL knb => /forallP all; rewrite -leqNgt.
  rewrite -[X in X <= _]card_ord -cardsT (leq_trans _ (pick_bound G y (summarised G x0))) //.
  by apply/subset_leq_card/subsetP => c _; apply: all.
pose x1 c := if c == b then tup U else tup V.
have yes : two_sum M y (numbers x1).
  apply/hasP; exists (val u); last by rewrite neg_mod.
  apply/flattenP; exists [seq val v | v <- x1 b]; first by apply: map_f; rewrite mem_enum.
  by rewrite map_f // /x1 eqxx tupE // mem_enum.
have sE : summarised G x1 = summarised G x0.
  by apply/ffunP => c; rewrite !ffunE /x1 (free c b0); case: eqP.
have same : sparse_answer G x1 y = sparse_answer G x0 y.
  rewrite /sparse_answer sE; congr decide; apply/ffunP => c; rewrite !ffunE /picked sE.
  by rewrite /x1; case: eqP => // ->; rewrite (negbTE bP).
case E : (sparse_answer G x0 y).
  by exists x0, y; rewrite E no.
by exists x1, y; rewrite same E yes.
Qed.

(* y = -u: there is a j with x_j = u *)
Lemma two_sum_neg (x : 'I_nb -> content) (y u : 'I_M) : (u + y) %% M = 0 ->
  two_sum M y (numbers x) = [exists b, u \in x b].
Proof.
move=> uy; have yE : nat_of_ord y = (M - u) %% M.
  have [uM yM] := (ltn_ord u, ltn_ord y); have [h|h] := ltnP (u + y) M.
    by move: uy; rewrite modn_small // => uy; rewrite (_ : nat_of_ord u = 0) ?subn0 ?modnn; lia.
  move: uy; rewrite -(subnK h) modnDr modn_small; last by lia.
  by move=> uy; rewrite modn_small; lia.
apply/hasP/existsP => [[_ /flattenP [_ /mapP [b _ ->] /mapP [v vb ->]]]|[b ub]].
  by rewrite yE neg_mod => /eqP <-; exists b.
exists (val u); last by rewrite yE neg_mod.
apply/flattenP; exists [seq val v | v <- x b]; last exact: map_f.
by apply: map_f; rewrite mem_enum.
Qed.
End Sparse.

Section PositionAware.
Notation first := (ord0 : 'I_2).
Notation second := (lift ord0 ord0 : 'I_2).
Let token_of (c : 1.-tuple 'I_5) : nat := thead c.
Let wanted (y : 'I_5) : nat := (5 - y) %% 5.

Definition aware_summary (b : 'I_2) (c : 1.-tuple 'I_5) : 'I_(2 ^ 2) :=
  inord (if b == first then minn (token_of c) 3 else (token_of c).-1).
Definition aware_pick (y : 'I_5) (_ : {ffun 'I_2 -> 'I_(2 ^ 2)}) : {set 'I_2} :=
  [set if wanted y < 3 then second else first].
Definition aware_decide (y : 'I_5) (f : {ffun 'I_2 -> 'I_(2 ^ 2)})
    (v : {ffun 'I_2 -> option (1.-tuple 'I_5)}) : bool :=
  if wanted y < 3 then (f first == wanted y :> nat) || oapp (fun c => token_of c == wanted y) false (v second)
  else (f second == (wanted y).-1 :> nat) || oapp (fun c => token_of c == wanted y) false (v first).

Lemma aware_bound y f : #|aware_pick y f| <= 1.
Proof. by rewrite cards1. Qed.

Theorem position_aware : exists G : sparse_layer 5 1 2 1 2,
  2 ^ 2 < 'C(5, 1) /\ forall x y, sparse_answer G x y = two_sum 5 y (numbers x).
Proof.
exists (SparseLayer aware_summary aware_bound aware_decide); split=> // x y.
pose u : 'I_5 := inord (wanted y); have uE : u = wanted y :> nat by rewrite inordK // ltn_mod.
rewrite (@two_sum_neg _ _ _ x y u); last first.
  by rewrite uE /wanted modnDml subnK ?modnn // ltnW.
have mem c : (u \in (c : 1.-tuple 'I_5)) = (token_of c == wanted y).
  by case/tupleP: c => a t; rewrite (tuple0 t) /token_of theadE inE -val_eqE /= uE eq_sym.
have -> : [exists b, u \in x b] = (u \in x first) || (u \in x second).
  apply/existsP/orP => [[b]|[]]; [|by exists first|by exists second].
  case: b => [[|[|//]] lt] h; [left|right]; congr (_ \in tval (x _)): h; exact: val_inj.
rewrite /sparse_answer /= /aware_decide /sees /summarised !ffunE /picked /= /aware_pick !mem !inE.
have t5 b : token_of (x b) < 5 := ltn_ord _.
rewrite /aware_summary /=; case: ltnP => w3; rewrite eqxx /= inordK.
- by congr (_ || _); move: (token_of _) (wanted y) w3 => t w; clear; lia.
- by have := t5 first; move: (token_of _) => t; clear; lia.
- rewrite orbC; congr (_ || _); move: (token_of _) (wanted y) w3 => t w; clear; lia.
by have := t5 second; move: (token_of _) => t; clear; lia.
Qed.
End PositionAware.
