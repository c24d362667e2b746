(* A table look-up by attention, and the composition of L+1 look-ups.

   First the arithmetic. A number x is coded by its bits as +1/-1 ([code]). If attention puts weight at
   least 1 - eps on the right token and all values lie in [-1, 1], the output is within 2 eps of the right
   value ([average_near]); with eps <= 1/4 the map clip(2y) = ReLU(2y+1) - ReLU(2y-1) - 1 restores a
   +1/-1 value exactly ([gate_last]), and its gated form is 0 where the flag is 0 ([gate_other]).

   Then the machine shared by all constructions. The stream has memory fields no layer writes: X (keys and
   the query, the choice of a construction), the flags F (1 on the w token) and Z (1 on the z_0 token; only
   hybrids use it), the value code V; and two work fields, the register R and the scratch Y. A look-up
   layer ([lookup_layer]) has one head; its queries and keys are free, its values are V, its output goes to
   Y, and its MLP sets
       R := gated clip(2Y),   Y := 0.
   Such a layer [looks_up] l if on every input, R on the last token holding the code of i_{l-1} and 0 on
   all others, the head returns the bits of i_l to the last token up to 1/2, and something in [-1, 1] to
   all others. The composition theorem [lookups_compute]: L+1 layers, the l-th of which looks up l, make a
   network that computes FC. The state after every layer is exactly the intended one, so no error
   accumulates. [full_looks_up] is the criterion for softmax layers: the target's weight exceeds four
   times that of all other tokens together.                                                          *)
From mathcomp Require Import all_ssreflect all_algebra zify.
From Strata Require Import Task Network.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

(* -------- codes -------- *)
Definition bit (x j : nat) : bool := odd (x %/ 2 ^ j).
Definition pm (b : bool) : rat := if b then 1 else -1.
Definition code (x j : nat) : rat := pm (bit x j).

Lemma sum_bits k x : (x < 2 ^ k)%N -> (\sum_(j < k) bit x j * 2 ^ j)%N = x.
Proof.
move=> xk; rewrite -[RHS](modn_small xk); elim: k {xk} => [|k IH]; first by rewrite big_ord0 modn1.
have K0 : (0 < 2 ^ k)%N by rewrite expn_gt0.
have rK := ltn_pmod x K0; rewrite big_ord_recr /= IH /bit.
have e := divn_eq x (2 ^ k); have o := odd_double_half (x %/ 2 ^ k).
rewrite [in RHS]e -{2}o -muln2 expnS; move: (2 ^ k)%N (x %% _)%N (x %/ _)%N rK {K0 e o} => K r q rK.
by rewrite mulnDl -mulnA addnAC [in RHS]addnC modnMDl modn_small; case: odd; lia.
Qed.

Lemma bit_inj k x y : (x < 2 ^ k)%N -> (y < 2 ^ k)%N ->
  (forall j : 'I_k, bit x j = bit y j) -> x = y.
Proof. by move=> xk yk e; rewrite -(sum_bits xk) -(sum_bits yk); apply: eq_bigr => j _; rewrite e. Qed.

Lemma norm_pm b : `|pm b| = 1.
Proof. by case: b; rewrite /pm ?normrN normr1. Qed.

Lemma code0 j : code 0 j = -1.
Proof. by rewrite /code /bit div0n. Qed.

Lemma Qint_pm b : pm b \is a Qint.
Proof. by case: b; rewrite /pm ?rpredN rpred1. Qed.

(* -------- averages and clipping -------- *)
Section Average.
Variables (T : nat) (a v : 'I_T -> rat).
Hypotheses (a_ge0 : forall s, 0 <= a s) (a_sum : \sum_s a s = 1) (v_le1 : forall s, `|v s| <= 1).

Lemma average_le1 : `|\sum_s a s * v s| <= 1.
Proof.
apply: le_trans (ler_norm_sum _ _ _) _; rewrite -a_sum ler_sum // => s _.
by rewrite normrM ger0_norm // ler_pimulr.
Qed.

Lemma average_near s0 (eps : rat) : 1 - eps <= a s0 -> `|\sum_s a s * v s - v s0| <= 2%:R * eps.
Proof.
move=> near; have -> : v s0 = \sum_s a s * v s0 by rewrite -mulr_suml a_sum mul1r.
rewrite -sumrB (bigD1 s0) //= subrr add0r.
apply: le_trans (ler_norm_sum _ _ _) _.
apply: (@le_trans _ _ (\sum_(s | s != s0) 2%:R * a s)).
  rewrite ler_sum // => s _; rewrite -mulrBr normrM ger0_norm // mulrC ler_wpmul2r //.
  by rewrite (le_trans (ler_norm_sub _ _)) // (ler_add (v_le1 s) (v_le1 s0)).
rewrite -mulr_sumr ler_pmul2l //.
move: a_sum; rewrite (bigD1 s0) //= => /(canRL (addKr _)) ->.
by rewrite addrC ler_subl_addr -ler_subl_addl.
Qed.
End Average.

Lemma relu_pos r : 0 <= r -> relu r = r. Proof. exact: max_l. Qed.
Lemma relu_neg r : r <= 0 -> relu r = 0. Proof. exact: max_r. Qed.

Lemma relu_id r : relu r - relu (- r) = r.
Proof.
have [r0|r0] := orP (le_total 0 r); first by rewrite relu_pos // relu_neg ?oppr_le0 // subr0.
by rewrite relu_neg // relu_pos ?oppr_ge0 // sub0r opprK.
Qed.

Definition gate (f y : rat) : rat :=
  relu (2%:R * y + (4%:R * f - 3%:R)) - relu (2%:R * y + (4%:R * f - 5%:R)) - relu f.

Lemma gate_last y b : `|y - pm b| <= 1 / 2%:R -> gate 1 y = pm b.
Proof.
have P2 : 0 < 2%:R :> rat by [].
rewrite ler_distl /gate -(ler_pmul2l P2) -[y <= _](ler_pmul2l P2) [relu 1]relu_pos //.
move: (2%:R * y) => u; case: b => /andP [lo hi].
  have u1 : 1 <= u by apply: le_trans lo.
  rewrite !relu_pos; first 1 last.
  - by rewrite -[X in X <= _](subrr 1) ler_add.
  - by rewrite -[X in X <= _]addr0 ler_add ?(le_trans _ u1).
  by rewrite [- (u + _)]opprD addrACA subrr add0r.
have u1 : u <= -1 by apply: le_trans hi _.
have N1 : u + (4%:R * 1 - 3%:R) <= 0 by rewrite -[X in _ <= X](addNr 1) ler_add.
have N2 : u + (4%:R * 1 - 5%:R) <= 0 by rewrite -[X in _ <= X](addNr 1) ler_add.
by rewrite (relu_neg N1) (relu_neg N2) subrr sub0r.
Qed.

Lemma gate_other y : `|y| <= 1 -> gate 0 y = 0.
Proof.
rewrite ler_norml => /andP [_ y1]; rewrite /gate [relu 0]relu_neg // mulr0.
have y2 : 2%:R * y <= 2%:R by rewrite -[X in _ <= X]mulr1 ler_pmul2l.
by rewrite !relu_neg ?subrr // -[X in _ <= X](subrr 2%:R) ler_add.
Qed.

(* -------- matrices given by the nonzero entries of each row -------- *)
Definition sparse (I J : finType) (rows : I -> seq (rat * J)) : mat I J :=
  fun i j => \sum_(e <- rows i) (if e.2 == j then e.1 else 0).

Lemma mul_sparse (I J : finType) (rows : I -> seq (rat * J)) x i :
  mulmv (sparse rows) x i = \sum_(e <- rows i) e.1 * x e.2.
Proof.
rewrite /mulmv; under eq_bigr do rewrite mulr_suml; rewrite exchange_big; apply: eq_bigr => e _.
rewrite (bigD1 e.2) //= eqxx big1 ?addr0 // => j /negbTE; rewrite eq_sym => ->.
by rewrite mul0r.
Qed.

(* -------- layers see only what they may see -------- *)
Lemma eq_mulmv (I J : finType) (M : mat I J) (x y : vec J) i : x =1 y -> mulmv M x i = mulmv M y i.
Proof. by move=> e; apply: eq_bigr => j _; rewrite e. Qed.

Lemma eq_score W (Y : layer W) (x y : nat -> vec W) h t s : x t =1 y t -> x s =1 y s ->
  score x (h : heads Y) t s = score y h t s.
Proof. by move=> et es; apply: eq_bigr => i _; congr (_ * _); apply: eq_mulmv. Qed.

Lemma apply_causal W (Y : layer W) (x y : nat -> vec W) t :
  (forall s, (s <= t)%N -> x s =1 y s) -> apply Y x t =1 apply Y y t.
Proof.
move=> e c.
have em h : mixed x h t =1 mixed (Y := Y) y h t.
  move=> j; rewrite /mixed; case: full.
    have ew s : (s <= t)%N -> weight x h t s = weight y h t s.
      move=> st; rewrite /weight (eq_score h (e t (leqnn t)) (e s st)); congr (_ / _).
      by apply: eq_bigr => s' _; rewrite (eq_score h (e t (leqnn t)) (e s' (leq_ord s'))).
    by apply: eq_bigr => s _; have st := leq_ord s; rewrite ew // /value (eq_mulmv _ _ (e s st)).
  apply: eq_bigr => i _; congr (_ * _); last by apply: eq_mulmv (e t (leqnn t)).
  elim: t e => [|t IH] e /=; first by rewrite /key /value !(eq_mulmv _ _ (e 0%N isT)).
  rewrite IH => [|s st]; last by apply: e; apply: leqW.
  by rewrite /key /value !(eq_mulmv _ _ (e t.+1 (leqnn _))).
have ex : mix Y x t =1 mix Y y t.
  move=> d; rewrite /mix e //; congr (_ + _); apply: eq_bigr => h _; exact: eq_mulmv.
by rewrite /apply /mlp ex; congr (_ + _ + _); apply: eq_mulmv => i; rewrite (eq_mulmv _ _ ex).
Qed.

(* -------- the machine -------- *)
Section Machine.
Variables (L m : nat) (n : nat -> nat) (k : nat) (X : finType) (e : token -> vec X).
Implicit Types (z : input L m n) (j : 'I_k).

Definition field : finType := [finType of X + (bool + ('I_k + ('I_k + 'I_k)))].
Definition cX (x : X) : field := inl x.
Definition cF : field := inr (inl false).
Definition cZ : field := inr (inl true).
Definition cV j : field := inr (inr (inl j)).
Definition cR j : field := inr (inr (inr (inl j))).
Definition cY j : field := inr (inr (inr (inr j))).

Definition lookup_embed (t : token) : vec field := fun c =>
  match c with
  | inl x => e t x
  | inr (inl b) => (t.1.1 == b)%:R         (* F: block 0, Z: block 1 *)
  | inr (inr (inl j)) => if t.2 is inl v then code v j else 0
  | _ => 0
  end.

(* softmax ([full] = true) or linear; K indexes the coordinates of keys *)
Definition lookup_layer (full : bool) (K : finType) (q kr : K -> seq (rat * field)) : layer field :=
  {| Network.full := full;
     heads := [finType of 'I_1]; kdim := K; vdim := [finType of 'I_k];
     W_q := fun _ => sparse q;
     W_k := fun _ => sparse kr;
     W_v := fun _ => sparse (fun j => [:: (1, cV j)]);
     W_o := fun _ => sparse (fun c => if c is inr (inr (inr (inr j))) then [:: (1, j)] else [::]);
     hidden := [finType of 'I_k * 'I_7];
     W_1 := sparse (fun ju => match val ju.2 with
       | 0 | 1 => [:: (2%:R, cY ju.1); (4%:R, cF)]
       | 2 => [:: (1, cR ju.1)] | 3 => [:: (-1, cR ju.1)]
       | 4 => [:: (1, cY ju.1)] | 5 => [:: (-1, cY ju.1)]
       | _ => [:: (1, cF)] end);
     b_1 := fun ju => match val ju.2 with 0 => - 3%:R | 1 => - 5%:R | _ => 0 end;
     W_2 := sparse (fun c => match c with
       | inr (inr (inr (inl j))) =>
           [:: (1, (j, inord 0)); (-1, (j, inord 1)); (-1, (j, inord 6));
               (-1, (j, inord 2)); (1, (j, inord 3))]
       | inr (inr (inr (inr j))) => [:: (-1, (j, inord 4)); (1, (j, inord 5))]
       | _ => [::] end);
     b_2 := fun _ => 0 |}.

(* R := gated clip(2Y), Y := 0, the rest unchanged *)
Lemma lookup_mlp b K q kr (u : vec field) c :
  mlp (@lookup_layer b K q kr) u c =
  match c with
  | inr (inr (inr (inl j))) => gate (u cF) (u (cY j))
  | inr (inr (inr (inr j))) => 0
  | _ => u c
  end.
Proof.
have N r : - relu r + relu (- r) = - r by rewrite -[in RHS](relu_id r) opprB addrC.
rewrite /mlp mul_sparse /= addr0; case: c => [x|[b'|[j|[j|j]]]]; rewrite ?big_nil ?addr0 //.
  rewrite !big_cons big_nil !mul_sparse /= !inordK //= !big_cons !big_nil /=.
  by rewrite !mul1r !mulN1r !addr0 N /gate addrC !addrA subrK.
rewrite !big_cons big_nil !mul_sparse /= !inordK //= !big_cons !big_nil /=.
by rewrite !mul1r !mulN1r !addr0 N subrr.
Qed.

Definition last : nat := (prompt_length L m n).-1.

(* the stream after l layers, as intended: memory as embedded, on the last token R = code of i_{l-1} *)
Definition intended z (l s : nat) : vec field := fun c =>
  match c with
  | inr (inr (inr (inl j))) => if (s == last) && (0 < l)%N then code (i_ z l.-1) j else 0
  | _ => lookup_embed (nth token0 (prompt z) s) c
  end.

(* layer Y brings i_l to the last token, up to 1/2 *)
Definition looks_up (full : bool) (K : finType) (q kr : K -> seq (rat * field)) (l : nat) : Prop :=
  let Y := lookup_layer full q kr in forall z,
  [/\ forall j, `|mixed (Y := Y) (intended z l) ord0 last j - code (i_ z l) j| <= 1 / 2%:R,
      forall s j, (s < last)%N -> `|mixed (Y := Y) (intended z l) ord0 s j| <= 1
    & full -> forall t s, (s <= t <= last)%N -> score (Y := Y) (intended z l) ord0 t s \is a Qint].

Lemma position_last : position L m n 0 0 = last.
Proof.
rewrite /position addn0 /last -sum_tokens [in RHS]big_ltn //.
Qed.

Lemma lastS : last.+1 = prompt_length L m n.
Proof. by rewrite /last /prompt_length addn2. Qed.

Lemma flag z l s : (s <= last)%N -> intended z l s cF = (s == last)%:R.
Proof.
rewrite -ltnS lastS => sn; have [p [x [e1 pL xp ps]]] := nth_prompt z sn.
rewrite /= e1 /= -ps -position_last; congr (_%:R); case: eqP => [p0|p0].
  by subst p; case: x xp {e1 ps} => //; rewrite eqxx.
by case: eqP => // /position_inj []//.
Qed.

Lemma lookup_step full K q kr l z s : @looks_up full K q kr l -> (s <= last)%N ->
  apply (lookup_layer full q kr) (intended z l) s =1 intended z l.+1 s.
Proof.
move=> /(_ z) [near small _] sl c; rewrite /apply lookup_mlp.
set Y := lookup_layer _ _ _ in near small *.
have mixE d : mix Y (intended z l) s d = if d is inr (inr (inr (inr j)))
    then mixed (Y := Y) (intended z l) ord0 s j else intended z l s d.
  rewrite /mix big_ord1 mul_sparse /=; case: d => [?|[?|[?|[?|j]]]]; rewrite ?big_nil ?addr0 //.
  by rewrite big_cons big_nil /= add0r mul1r addr0.
case: c => [?|[?|[?|[j|//]]]]; rewrite !mixE //=.
have /= -> := flag z l sl; case: (ltngtP s last) sl => // [lt|->] _; first by rewrite gate_other ?small.
exact: gate_last (near j).
Qed.

(* -------- the criterion for softmax layers -------- *)
Definition target z (l : nat) : nat := if l is k.+1 then arg z k else 0.
Definition target_pos z (l : nat) : nat := position L m n l.+1 (target z l).

Lemma target_lt z l : (l <= L)%N -> (target z l < tokens m n l.+1)%N.
Proof. by case: l => // l lL; apply: arg_lt. Qed.

Lemma target_pos_lt z l : (l <= L)%N -> (target_pos z l < last.+1)%N.
Proof. by move=> lL; rewrite lastS position_lt // target_lt. Qed.

Lemma nth_target z l : (l <= L)%N ->
  nth token0 (prompt z) (target_pos z l) = (l.+1, target z l, inl (i_ z l)).
Proof. by move=> lL; rewrite nth_position ?target_lt //; case: l lL. Qed.

Definition integer_rows (K : finType) (q : K -> seq (rat * field)) :=
  forall d, all (fun c => c.1 \is a Qint) (q d).

Lemma full_looks_up (K : finType) (q kr : K -> seq (rat * field)) l : (l <= L)%N ->
  (forall t x, e t x \is a Qint) -> integer_rows q -> integer_rows kr ->
  (forall z, let u s := pow2 (score (Y := lookup_layer true q kr) (intended z l) ord0 last s) in
     (4%:R * (\sum_(s < last.+1 | val s != target_pos z l) u s) <= u (target_pos z l))%R) ->
  looks_up true q kr l.
Proof.
move=> lL eI qI kI sharp Y z.
have valE s j : value (Y := Y) (intended z l) ord0 s j = intended z l s (cV j).
  by rewrite /value mul_sparse big_cons big_nil /= mul1r addr0.
have val1 s j : `|value (Y := Y) (intended z l) ord0 s j| <= 1.
  by rewrite valE /=; case: (_.2) => [v|_]; rewrite ?normr0 ?norm_pm.
have pos t : 0 < \sum_(s < t.+1) pow2 (score (Y := Y) (intended z l) ord0 t s).
  rewrite (bigD1 ord0) //= ltr_paddr ?pow2_gt0 //.
  by apply: sumr_ge0 => s _; apply/ltW/pow2_gt0.
have w_ge0 t s : 0 <= weight (Y := Y) (intended z l) ord0 t s.
  by rewrite divr_ge0 // ltW ?pow2_gt0 // pos.
have w_sum t : \sum_(s < t.+1) weight (Y := Y) (intended z l) ord0 t s = 1.
  by rewrite -mulr_suml divff // gt_eqF // pos.
split=> [j|s j _|_ t s _]; rewrite /mixed /=.
- set s0 := Ordinal (target_pos_lt z lL).
  have -> : code (i_ z l) j = value (Y := Y) (intended z l) ord0 s0 j by rewrite valE /= nth_target.
  rewrite (_ : 1 / 2%:R = 2%:R * (1 / 4%:R)) //.
  apply: (average_near (v := fun s => value (Y := Y) (intended z l) ord0 s j)); rewrite ?w_sum //.
  rewrite /weight ler_pdivl_mulr ?pos // (bigD1 s0) //= mulrBl !mul1r ler_subl_addr ler_add2l.
  rewrite mulrC ler_pdivl_mulr // mulrC (le_trans (sharp z)) // ler_addl.
  by apply: sumr_ge0 => s _; apply/ltW/pow2_gt0.
- by apply: (average_le1 (v := fun s => value (Y := Y) (intended z l) ord0 s j)); rewrite ?w_sum.
have int_x t' c : intended z l t' c \is a Qint.
  by case: c => [x|[?|[j|[j|j]]]] //=; [case: eqP|case: (_.2)|case: ifP] => // ? ; rewrite Qint_pm.
have int_row (r : K -> seq (rat * field)) t' d : integer_rows r ->
    mulmv (sparse r) (intended z l t') d \is a Qint.
  by move=> rI; rewrite mul_sparse big_seq rpred_sum // => c /(allP (rI d)) cI; rewrite rpredM.
by apply: rpred_sum => d _; rewrite rpredM // int_row.
Qed.

(* -------- the composition theorem -------- *)
Variables (K : nat -> finType) (full : nat -> bool) (q kr : forall l, K l -> seq (rat * field)).

Definition lookup_network : network token :=
  {| stream := field; embed := lookup_embed;
     layers := [seq lookup_layer (full l) (@q l) (@kr l) | l <- iota 0 L.+1];
     bits := k; W_r := sparse (fun j => [:: (1, cR j)]) |}.

Hypothesis Q : forall l, (l <= L)%N -> looks_up (full l) (@q l) (@kr l) l.

Lemma stream_intended z l s : (l <= L.+1)%N -> (s <= last)%N ->
  stream_after token0 lookup_network (prompt z) l s =1 intended z l s.
Proof.
move=> lL; elim: l lL s => [|l IH] lL s sl c.
  by rewrite /stream_after take0 /=; case: c => [?|[?|[?|[?|?]]]] //=; rewrite andbF.
have T i : (i <= L.+1)%N -> take i (layers lookup_network)
    = [seq lookup_layer (full l) (@q l) (@kr l) | l <- iota 0 i].
  by move=> iL; rewrite -map_take take_iota (minn_idPl iL).
have -> : stream_after token0 lookup_network (prompt z) l.+1 =
    apply (lookup_layer (full l) (@q l) (@kr l)) (stream_after token0 lookup_network (prompt z) l).
  by rewrite /stream_after (T _ lL) (T _ (ltnW lL)) -addn1 iotaD map_cat foldl_cat.
rewrite -(lookup_step z (Q lL) sl); apply: apply_causal => t ts.
by apply: IH; [apply: ltnW | apply: leq_trans sl].
Qed.

Hypothesis fits : forall z, (FC z < 2 ^ k)%N.

Theorem lookups_compute : computes_FC L m n lookup_network.
Proof.
move=> z; split.
  rewrite -[RHS](sum_bits (fits z)); apply: eq_bigr => j _; congr (nat_of_bool _ * _)%N.
  rewrite /output mul_sparse big_cons big_nil /= mul1r addr0 size_map size_iota size_prompt.
  rewrite stream_intended //= eqxx /code /pm; by case: bit.
move=> l Y h t s; rewrite size_prompt -lastS ltnS => YE fY /andP [st tn].
have lL : (l <= L)%N.
  by move: YE; rewrite leqNgt; apply: contraPN => lL; rewrite drop_oversize // size_map size_iota.
have D : drop l (layers lookup_network)
    = [seq lookup_layer (full i) (@q i) (@kr i) | i <- iota l (L.+1 - l)].
  by rewrite -map_drop drop_iota.
move: YE h fY; rewrite D subSn //= => -[<-] h fl.
rewrite (ord1 h) (eq_score _ (stream_intended _ _ _) (stream_intended _ _ _)) //.
- by have [_ _ ->] := Q lL z; rewrite ?st.
- exact: leqW.
- exact: leqW.
exact: leq_trans tn.
Qed.
End Machine.
