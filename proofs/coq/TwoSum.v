(* 2-Sum by one full layer: what block-sparse attention cannot do (Sparse.v) is one look-up for softmax.

   Tokens x_1, ..., x_{n-1}, then y. The key of x_j is the +1/-1 code of x_j, the query of the last
   token the code of -y mod M, so the score is beta b on a match and at most beta (b - 2) on any other
   number, b = ceil log2 M. The last token itself has score beta (b - 1): it wins against n - 1 misses,
   as 2^beta >= n, and loses against one match. Values are +1 on numbers and -1 on the last token, so
   the sign of the output is the answer. One head, keys of dimension b + 1. *)
From mathcomp Require Import all_ssreflect all_algebra zify.
From Strata Require Import Network Lookup ConstructionBinary Sparse.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

(* a number, or the last token y *)
Definition sum_token : Type := nat + nat.
Definition sum_prompt (xs : seq nat) (y : nat) : seq sum_token := rcons (map inl xs) (inr y).

Section TwoSum.
Variables (M n : nat). (* n tokens *)
Definition sum_bits : nat := up_log 2 M.
Definition sum_beta : nat := up_log 2 n.
Notation b := sum_bits.
Notation beta := sum_beta.

(* key code; code of -y; flag of the last token (false) and value (true); output *)
Definition sum_field : finType := [finType of ('I_b + 'I_b) + (bool + unit)].

Definition sum_embed (t : sum_token) : vec sum_field := fun c =>
  match c, t with
  | inl (inl j), inl x => code x j
  | inl (inr j), inr y => code ((M - y) %% M) j
  | inr (inl false), inr _ => 1
  | inr (inl true), inl _ => 1
  | inr (inl true), inr _ => -1
  | _, _ => 0
  end.

Definition sum_layer : layer sum_field :=
  {| full := true; heads := [finType of 'I_1]; kdim := [finType of 'I_b + 'I_1]; vdim := [finType of 'I_1];
     W_q := fun _ => sparse (fun i => match i with
       | inl j => [:: (beta%:R, inl (inr j) : sum_field)]
       | inr _ => [:: (beta%:R * (b%:R - 1), inr (inl false) : sum_field)] end);
     W_k := fun _ => sparse (fun i => match i with
       | inl j => [:: (1, inl (inl j) : sum_field)] | inr _ => [:: (1, inr (inl false) : sum_field)] end);
     W_v := fun _ => sparse (fun _ => [:: (1, inr (inl true) : sum_field)]);
     W_o := fun _ => sparse (fun c => if c is inr (inr _) then [:: (1, ord0)] else [::]);
     hidden := [finType of 'I_0]; W_1 := fun _ _ => 0; b_1 := fun _ => 0; W_2 := fun _ _ => 0;
     b_2 := fun _ => 0 |}.

Definition two_sum_network : network sum_token :=
  {| stream := sum_field; embed := sum_embed; layers := [:: sum_layer]; bits := 1;
     W_r := sparse (fun _ => [:: (1, inr (inr tt) : sum_field)]) |}.

Variables (xs : seq nat) (y : nat).
Hypotheses (xsM : all (fun x => x < M)%N xs) (yM : (y < M)%N) (size_xs : size xs = n.-1).
Let x t := sum_embed (nth (inl 0%N) (sum_prompt xs y) t).
Let g := ((M - y) %% M)%N.

Lemma x_number s : (s < n.-1)%N -> x s = sum_embed (inl (nth 0%N xs s)).
Proof. by move=> sn; rewrite /x nth_rcons size_map size_xs sn (nth_map 0%N) ?size_xs. Qed.

Lemma x_last : x n.-1 = sum_embed (inr y).
Proof. by rewrite /x nth_rcons size_map size_xs ltnn eqxx. Qed.

Lemma sum_query i : query (Y := sum_layer) x ord0 n.-1 i =
  match i with inl j => beta%:R * code g j | inr _ => beta%:R * (b%:R - 1) end.
Proof. by case: i => [j|j]; rewrite /query mul_sparse x_last big_cons big_nil addr0 // mulr1. Qed.

Lemma score_self : score (Y := sum_layer) x ord0 n.-1 n.-1 = (beta%:Z * (b%:Z - 1))%:~R.
Proof.
rewrite /score /dot big_sumType big_ord1 /= big1 ?add0r => [|j _]; last first.
  by rewrite /key mul_sparse x_last big_cons big_nil /= !(mulr0, addr0).
by rewrite sum_query /key mul_sparse x_last big_cons big_nil /= addr0 !mulr1 rmorphM rmorphB.
Qed.

Lemma score_number s : (s < n.-1)%N -> score (Y := sum_layer) x ord0 n.-1 s =
  (beta%:Z * (b%:Z - (2 * #|[pred j : 'I_b | bit g j != bit (nth 0%N xs s) j]|)%:Z))%:~R.
Proof.
move=> sn; rewrite /score /dot big_sumType big_ord1 /= {2}/key mul_sparse x_number //.
rewrite big_cons big_nil /= !(mulr0, addr0) -[X in X%:Z - _]card_ord intrM -dot_pm mulr_sumr.
apply: eq_bigr => j _; rewrite sum_query /key mul_sparse x_number // big_cons big_nil /= mul1r addr0.
by rewrite mulrA.
Qed.

Let u s := pow2 (score (Y := sum_layer) x ord0 n.-1 s).

Lemma hit_iff v : (v < M)%N -> (forall j : 'I_b, bit g j = bit v j) <-> ((v + y) %% M == 0)%N.
Proof.
move=> vM; have MK : (M <= 2 ^ b)%N := up_logP M (isT : 1 < 2)%N.
have gM : (g < M)%N by rewrite ltn_mod (leq_ltn_trans _ yM).
have -> : ((v + y) %% M == 0)%N = (g == v).
  rewrite /g; case: (posnP y) => [->|y0]; first by rewrite addn0 subn0 modnn modn_small // eq_sym.
  rewrite (modn_small (_ : M - y < M)%N); last by clear -y0 yM; lia.
  have [h|h] := ltnP (v + y) M; first by rewrite modn_small //; clear -h y0; lia.
  rewrite -(subnK h) modnDr modn_small; clear -h y0 yM vM; lia.
split=> [e|/eqP -> //]; apply/eqP; apply: (@bit_inj b) e; first exact: leq_trans gM MK.
exact: leq_trans vM MK.
Qed.

Lemma outweighed : (u n.-1 < \sum_(s < n.-1) u s) = two_sum M y xs.
Proof.
have u_ge0 s : 0 <= u s by apply/ltW/pow2_gt0.
have uE : u n.-1 = 2%:R ^ (beta%:Z * (b%:Z - 1)) by rewrite /u score_self pow2_int.
have xM s : (s < n.-1)%N -> (nth 0%N xs s < M)%N by move=> sn; apply: (allP xsM); rewrite mem_nth ?size_xs.
apply/idP/hasP => [lt|[v vxs hit]].
  apply/hasP; apply: contraLR lt => /hasPn miss; rewrite -leNgt.
  have le s : (s < n.-1)%N -> u s <= 2%:R ^ (beta%:Z * (b%:Z - 2)).
    move=> sn; rewrite /u score_number // pow2_int ler_eexpz2l // ler_wpmul2l // ler_add2l ler_opp2.
    rewrite lez_nat leq_pmulr // lt0n; apply/eqP => /card0_eq e.
    have sz : (s < size xs)%N by rewrite size_xs.
    have /negP := miss _ (mem_nth 0%N sz); apply; apply/(hit_iff (xM s sn)) => j.
    by apply/eqP; move: (e j); rewrite !inE => /negbFE.
  apply: (@le_trans _ _ (\sum_(s < n.-1) 2%:R ^ (beta%:Z * (b%:Z - 2)))).
    by apply: ler_sum => s _; apply: le.
  rewrite sumr_const card_ord uE (_ : b%:Z - 1 = 1 + (b%:Z - 2)); last by lia.
  rewrite mulrDr mulr1 expfzDr // -exprnP -natrX -mulr_natl ler_wpmul2r ?exprz_ge0 // ler_nat.
  exact: leq_trans (leq_pred n) (up_logP n (isT : 1 < 2)%N).
have sn : (index v xs < n.-1)%N by rewrite -size_xs index_mem.
have b0 : (0 < beta)%N by rewrite /sum_beta up_log_gt0 /=; clear -sn; lia.
rewrite (bigD1 (Ordinal sn)) //= ltr_paddr ?sumr_ge0 // uE /u score_number // nth_index // pow2_int.
have -> : #|[pred j : 'I_b | bit g j != bit v j]| = 0%N.
  apply: eq_card0 => j; rewrite !inE; have /hit_iff e := allP xsM v vxs.
  by rewrite (proj2 e hit) eqxx.
by rewrite muln0 subr0 ltr_eexpz2l // ltr_pmul2l //; lia.
Qed.

Theorem two_sum_by_softmax :
  net_answer (inl 0%N) two_sum_network (sum_prompt xs y) = two_sum M y xs /\
  integer_scores (inl 0%N) two_sum_network (sum_prompt xs y).
Proof.
split.
  rewrite -outweighed /net_answer big_ord1 expn0 muln1 /output mul_sparse big_cons big_nil /= mul1r addr0.
  rewrite /stream_after /= size_rcons size_map size_xs; congr nat_of_bool.
  rewrite /apply /mlp /mix big_ord1 mul_sparse big_cons big_nil /= add0r mul1r !addr0.
  rewrite [X in _ + X]big_ord0 addr0 /mixed /= /softmax big_ord_recr /= -/x.
  have Z0 : 0 < \sum_(s < n.-1.+1) u s.
    by rewrite big_ord_recr /= ltr_paddl ?pow2_gt0 // sumr_ge0 // => s _; apply/ltW/pow2_gt0.
  have iZ0 : 0 < (\sum_(s < n.-1.+1) u s)^-1 by rewrite invr_gt0.
  rewrite -[RHS]subr_gt0 -[RHS](pmulr_lgt0 _ iZ0); congr (_ < _).
  rewrite mulrBl mulr_suml; congr (_ + _).
    apply: eq_bigr => s _; rewrite /value mul_sparse x_number // big_cons big_nil /= mul1r addr0.
    by rewrite mulr1.
  by rewrite /value mul_sparse x_last big_cons big_nil /= mul1r addr0 mulrN1.
have int t c : sum_embed t c \is a Qint.
  by case: t c => [v|v] [[j|j]|[[]|[]]] /=; rewrite ?rpredN ?Qint_pm ?rpred1 ?rpred0.
move=> l Y h t s YE _ _; case: l YE h => [|l] //= [<-] h; rewrite /stream_after /=.
apply: rpred_sum => i _; rewrite /query /key !mul_sparse.
by case: i => i; rewrite !big_cons !big_nil !addr0 !rpredM ?rpredB ?int ?rpred_nat ?rpred1.
Qed.
End TwoSum.
