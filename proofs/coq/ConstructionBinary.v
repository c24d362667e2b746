(* The `binary` construction: L+1 softmax layers with +1/-1 keys compute FC, for all L, m, n_l >= 1.

   The key of the token (block p, argument x) is the +1/-1 code of p followed by the codes of the two
   parts of x: for z_t, t >= 2, the argument x = w_{t-1} N_{t-2} + i_{t-1} is coded as the code of
   w_{t-1} = x / N_{t-2} and the code of i_{t-1} = x mod N_{t-2}; for z_0 and z_1 the first part is 0. The w
   token has key 0; it carries instead the codes of w_1, ..., w_{L-1}. Layer l = 0 .. L asks for
   block l+1 (which is z_l), copying the two parts from the code of w_{l-1} and from the register.

   Widths: a = ceil log2 (L+2) for the block number, k = ceil log2 N_{L-1} for every other number, and
   ceil log2 n_l for w_l on the w token. So keys have b = a + 2k coordinates. (a >= 2 because all L+2
   block numbers are counted, hence b >= 2, which the bound needs: on the w token the score is 0, and
   this is at most beta (b - 2) only if b >= 2.) The score is beta b on the target, at most
   beta (b - 2) elsewhere, and beta = ceil (log2 (4 (n-1)) / 2) makes the target outweigh the n - 1 other
   tokens together four times. The stream has O(log n) coordinates ([binary_size]).                  *)
From mathcomp Require Import all_ssreflect all_algebra zify.
From Strata Require Import Task Network Lookup.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

(* the inner product of +1/-1 vectors counts the places where they differ *)
Lemma dot_pm (D : finType) (u v : D -> bool) :
  \sum_d pm (u d) * pm (v d) = (#|D|%:Z - (2 * #|[pred d | u d != v d]|)%:Z)%:~R.
Proof.
rewrite (eq_bigr (fun d => 1 - (2 * (u d != v d))%:R)) => [|d _]; last by case: (u d); case: (v d).
rewrite sumrB sumr_const -natr_sum -big_distrr /= -big_mkcond sum1_card /=.
by rewrite rmorphB /= -!pmulrn.
Qed.

Section Query.
Variables (L m : nat) (n : nat -> nat).
Implicit Type z : input L m n.

(* the codes of w_1, ..., w_{L-1} on the w token; index i stands for w_{i+1} *)
Definition qwidth (i : 'I_L.-1) : nat := up_log 2 (n i.+1).
Definition qfield : finType := [finType of {i : 'I_L.-1 & 'I_(qwidth i)}].

Definition qembed (t : token) : vec qfield := fun c =>
  if t.2 is inr w then code (nth 0%N w (tag c)) (tagged c) else 0.

(* the modulus that cuts the argument of block p into its two parts *)
Definition modulus (p : nat) : nat := N_ m n (p - 3).

Lemma target_parts z l : (l <= L)%N ->
  (target z l %/ modulus l.+1 = w_ (z 0%N) l.-1 /\
   target z l %% modulus l.+1 = if l is i.+1 then i_ z i else 0)%N.
Proof.
case: l => [|[|l]] lL; first by rewrite div0n mod0n.
  have -> : target z 1 = i_ z 0 by [].
  by rewrite /modulus /= divn_small ?modn_small.
have il : (i_ z l.+1 < N_ m n l)%N by apply: i_lt; apply: ltnW.
rewrite /modulus /= /arg !subSS subn0 divnMDl ?modnMDl ?modn_small ?divn_small ?addn0 //.
exact: leq_ltn_trans il.
Qed.
End Query.

Section Binary.
Variables (L m : nat) (n : nat -> nat).
Hypotheses (L1 : (0 < L)%N) (m1 : (0 < m)%N) (n1 : forall l, (0 < l < L)%N -> (0 < n l)%N).
Implicit Type z : input L m n.

Definition idwidth : nat := up_log 2 L.+2.
Definition width : nat := up_log 2 (N_ m n L.-1).
Definition beta : nat := uphalf (up_log 2 (4 * (prompt_length L m n).-1)).

Definition kfield : finType := [finType of 'I_idwidth + ('I_width + 'I_width)].
Definition kbit (p u v : nat) (d : kfield) : bool :=
  match d with inl j => bit p j | inr (inl j) => bit u j | inr (inr j) => bit v j end.

Definition bin_embed (t : token) : vec [finType of kfield + qfield L n] := fun c =>
  match c with
  | inl d => let: (p, x, _) := t in
      if p is 0 then 0 else pm (kbit p (x %/ modulus m n p) (x %% modulus m n p) d)
  | inr d => qembed t d
  end.

Let cF := cF width [finType of kfield + qfield L n].
Let cR := @cR width [finType of kfield + qfield L n].
Let cX := @cX width [finType of kfield + qfield L n].

(* bit j of w_{l-1} *)
Definition w_entry (l j : nat) : seq (rat * field width [finType of kfield + qfield L n]) :=
  if l is i.+2 then
    if insub i is Some i' then
      if insub j is Some j' then
        [:: (beta%:R, cX (inr (Tagged (fun i => 'I_(qwidth n i)) (j' : 'I_(qwidth n i')))))]
      else [:: (- beta%:R, cF)]
    else [:: (- beta%:R, cF)]
  else [:: (- beta%:R, cF)].

Definition bin_query (l : nat) (d : kfield) :=
  match d with
  | inl j => [:: (beta%:R * code l.+1 j, cF)]
  | inr (inl j) => w_entry l j
  | inr (inr j) => if l is 0 then [:: (- beta%:R, cF)] else [:: (beta%:R, cR j)]
  end.

Definition bin_key (d : kfield) := [:: (1 : rat, cX (inl d))].

Definition binary : network token :=
  lookup_network L bin_embed (fun _ => true) bin_query (fun _ => bin_key).

Let Y l := lookup_layer true (bin_query l) bin_key.

Lemma intended_cF z l : intended bin_embed z l (last L m n) cF = 1.
Proof. by rewrite flag // eqxx. Qed.

Lemma w_entryE z l (j : 'I_width) : (l <= L)%N ->
  \sum_(c <- w_entry l j) c.1 * intended bin_embed z l (last L m n) c.2
  = beta%:R * code (w_ (z 0%N) l.-1) j.
Proof.
move=> lL; have F := intended_cF z l.
have N : \sum_(c <- [:: (- beta%:R, cF)]) c.1 * intended bin_embed z l (last L m n) c.2 = - beta%:R.
  by rewrite big_cons big_nil F mulr1 addr0.
case: l lL F N => [|[|l]] lL F N; rewrite /w_entry ?N ?code0 ?mulrN1 //.
have lL' : (l < L.-1)%N by case: (L) lL.
rewrite insubT /=; case: insubP => [j' _ jE|jw].
  rewrite big_cons big_nil addr0 /= -position_last nth_position //= /qembed /= jE.
  by rewrite (nth_map 0%N) ?size_iota // nth_iota.
rewrite N /code /bit divn_small ?mulrN1 //.
have wn := w_lt (z 0%N) (_ : 0 < l.+1 < L)%N.
apply: leq_trans (wn _) _; first by case: (L) lL.
by rewrite (leq_trans (up_logP _ (isT : 1 < 2)%N)) // leq_exp2l // leqNgt.
Qed.

Lemma query_last z l d : (l <= L)%N ->
  query (Y := Y l) (intended bin_embed z l) ord0 (last L m n) d
  = beta%:R * pm (kbit l.+1 (w_ (z 0%N) l.-1) (if l is i.+1 then i_ z i else 0) d).
Proof.
move=> lL; rewrite /query mul_sparse; case: d => [j|[j|j]] /=.
- by rewrite big_cons big_nil addr0 intended_cF mulr1.
- exact: w_entryE.
case: l lL => [|l] lL; rewrite big_cons big_nil addr0; last by rewrite /= eqxx.
by rewrite intended_cF -/(code 0 j) code0 mulr1 mulrN1.
Qed.

Lemma fits p x : (0 < p < L.+2)%N -> (x < tokens m n p)%N -> (x < 2 ^ width)%N.
Proof.
move=> pL xp; apply: leq_trans (up_logP _ (isT : 1 < 2)%N); apply: leq_trans xp _.
case: p pL => [//|[_|l /andP[_ lL]]] /=; first by rewrite (N_pos m1 n1) ?prednK.
by apply: (@leq_N L) => //; rewrite ltn_predL L1 andbT -ltnS prednK.
Qed.

Lemma idwidth_ge2 : (2 <= idwidth)%N.
Proof.
have := up_logP L.+2 (isT : 1 < 2)%N; rewrite -/idwidth.
by case: idwidth => [|[|//]]; [rewrite expn0 | rewrite expn1; case: (L) L1].
Qed.

Lemma score_last z l s : (l <= L)%N -> (s <= last L m n)%N -> exists c : int,
  [/\ score (Y := Y l) (intended bin_embed z l) ord0 (last L m n) s = c%:~R,
      s = target_pos z l -> c = (beta * #|kfield|)%:Z
    & s <> target_pos z l -> c <= (beta * (#|kfield| - 2))%:Z].
Proof.
move=> lL; rewrite -ltnS lastS => sn; have [p [x [nE pL xp sE]]] := nth_prompt z sn.
have keyE d : key (Y := Y l) (intended bin_embed z l) ord0 s d =
    if p is 0 then 0 else pm (kbit p (x %/ modulus m n p) (x %% modulus m n p) d).
  by rewrite /key mul_sparse big_cons big_nil /= nE mul1r addr0.
have scoreE : score (Y := Y l) (intended bin_embed z l) ord0 (last L m n) s = if p is 0 then 0 else
    (beta%:Z * (#|kfield|%:Z - (2 * #|[pred d |
      kbit l.+1 (target z l %/ modulus m n l.+1) (target z l %% modulus m n l.+1) d
      != kbit p (x %/ modulus m n p) (x %% modulus m n p) d]|)%:Z))%:~R.
  rewrite /score /dot; case: (p) keyE => [|p'] keyE; first by rewrite big1 // => d _; rewrite keyE mulr0.
  rewrite intrM -dot_pm mulr_sumr; apply: eq_bigr => d _.
  by have [-> ->] := target_parts z lL; rewrite query_last // keyE mulrA.
have b2 : (2 <= #|kfield|)%N.
  by rewrite card_sum card_ord (leq_trans _ (leq_addr _ _)) // idwidth_ge2.
case: p nE pL xp sE keyE scoreE => [|p] nE pL xp sE keyE ->.
  exists 0; split=> // st; have [] := position_inj _ _ _ _ (etrans sE st) => //.
  exact: target_lt.
eexists; split; first by []; set D := #|_|; move=> st.
  have [||||[pE] xE] := position_inj _ _ _ _ (etrans sE st) => //; first exact: target_lt.
  have -> : D = 0%N; last by rewrite muln0 subr0 -PoszM.
  by apply: eq_card0 => d; rewrite !inE pE xE eqxx.
have D0 : (0 < D)%N.
  rewrite lt0n; apply/eqP => /card0_eq eD; apply: st; rewrite -sE /target_pos.
  have {}eD d : kbit l.+1 (target z l %/ modulus m n l.+1) (target z l %% modulus m n l.+1) d =
      kbit p.+1 (x %/ modulus m n p.+1) (x %% modulus m n p.+1) d.
    by apply/eqP; move: (eD d); rewrite !inE => /negbFE.
  have pE : l.+1 = p.+1.
    by apply: (@bit_inj idwidth) (fun j => eD (inl j)); apply: leq_trans (up_logP _ (isT : 1 < 2)%N).
  have xw : (x < 2 ^ width)%N by apply: fits xp.
  have tw : (target z l < 2 ^ width)%N by apply: fits (target_lt z lL).
  rewrite -pE in eD *; congr (position _ _ _ _ _).
  rewrite (divn_eq x (modulus m n l.+1)) (divn_eq (target z l) (modulus m n l.+1)).
  congr (_ * _ + _)%N; apply/esym.
    by apply: (bit_inj _ _ (fun j => eD (inr (inl j)))); apply: leq_ltn_trans (leq_div _ _) _.
  by apply: (bit_inj _ _ (fun j => eD (inr (inr j)))); apply: leq_ltn_trans (leq_mod _ _) _.
by rewrite [X in _ <= X]PoszM ler_wpmul2l // -subzn // ler_add2l ler_opp2 lez_nat leq_pmulr.
Qed.

Lemma beta_sharp : (4 * last L m n <= 2 ^ (2 * beta))%N.
Proof.
apply: leq_trans (up_logP _ (isT : 1 < 2)%N) _; rewrite leq_exp2l // mul2n.
by rewrite /beta -/(last L m n) uphalf_half; move: (up_log _ _) => k; have := odd_double_half k; lia.
Qed.

Lemma FC_fits z : (FC z < 2 ^ width)%N.
Proof.
have -> : FC z = i_ z L.-1.+1 by rewrite prednK.
by apply: leq_trans (up_logP _ (isT : 1 < 2)%N); apply: i_lt; rewrite prednK.
Qed.

Lemma binary_looks_up l : (l <= L)%N -> looks_up L m n bin_embed true (bin_query l) bin_key l.
Proof.
move=> lL.
have I : beta%:R \is a Qint by rewrite rpred_nat.
apply: full_looks_up => // [t [d|d]|d|z].
- by case: t => [[[|p] x] y] /=; rewrite ?rpred0 ?Qint_pm.
- by rewrite /= /qembed; case: t.2 => ?; rewrite ?rpred0 ?Qint_pm.
- case: d => [j|[j|j]]; rewrite /= ?rpredM ?Qint_pm //.
    case: (l) => [|[|i]]; rewrite /= ?rpredN ?I //.
    by case: insub => [?|] /=; first case: insub => [?|]; rewrite /= ?rpredN I.
  by case: (l) => [|?]; rewrite /= ?rpredN I.
have b2 : (2 <= #|kfield|)%N by rewrite card_sum card_ord (leq_trans idwidth_ge2) // leq_addr.
cbv zeta; have [c0 [-> /(_ erefl) -> _]] := score_last z lL (target_pos_lt z lL : _ <= _)%N.
rewrite pow2_int -exprnP; set u := 2%:R ^+ (beta * (#|kfield| - 2)) : rat.
apply: (@le_trans _ _ (4%:R * \sum_(s < (last L m n).+1 | val s != target_pos z l) u)).
  rewrite ler_pmul2l // ler_sum // => s /eqP sx.
  have [c [-> _ /(_ sx) cb]] := score_last z lL (leq_ord s).
  by rewrite pow2_int /u exprnP ler_eexpz2l.
rewrite sumr_const (eq_card (B := predC1 (Ordinal (target_pos_lt z lL)))); last first.
  by move=> s; rewrite !inE.
rewrite cardC1 card_ord /= -[u *+ _]mulr_natr mulrCA -natrM /u -!natrX -natrM ler_nat.
rewrite (leq_trans (leq_mul (leqnn _) beta_sharp)) // -expnD leq_exp2l //.
by move: #|kfield| b2 => b b2; rewrite [(2 * _)%N]mulnC -mulnDr subnK.
Qed.


Theorem binary_computes : computes_FC L m n binary.
Proof. by apply: lookups_compute FC_fits => l; apply: binary_looks_up. Qed.

(* -------- sizes -------- *)
Lemma leq_width : (width <= up_log 2 (prompt_length L m n))%N.
Proof.
apply: up_log_min => //; apply: leq_trans (up_logP _ (isT : 1 < 2)%N).
by rewrite /prompt_length -{2}(prednK L1) big_nat_recr //= -addnA addnCA leq_addr.
Qed.

Lemma leq_idwidth : (idwidth <= up_log 2 (prompt_length L m n))%N.
Proof.
apply: up_log_min => //; apply: leq_trans (up_logP _ (isT : 1 < 2)%N).
rewrite /prompt_length addn2 !ltnS -[X in (X <= _)%N]muln1 -[X in (X * _ <= _)%N]subn0 -sum_nat_const_nat.
by rewrite !big_seq; apply: leq_sum => l; rewrite mem_index_iota => /(N_pos m1 n1).
Qed.

Lemma card_qfield : (#|qfield L n| <= 2 * width)%N.
Proof.
have P i : (i < L)%N -> (\prod_(j < i) n j.+1 <= N_ m n i)%N.
  elim: i => [|i IH] iL; first by rewrite big_ord0.
  by rewrite big_ord_recr leq_mul // IH // ltnW.
rewrite card_tagged sumnE big_map big_enum /= -(leq_exp2l (m := 2)) // expn_sum.
apply: (@leq_trans (N_ m n L.-1 ^ 2)); last by rewrite mulnC expnM leq_exp2r // up_logP.
apply: (@leq_trans ((\prod_(i < L.-1) n i.+1) ^ 2)); last by rewrite leq_exp2r // P // prednK.
rewrite -mulnn -big_split /=; apply: leq_prod => i _; rewrite card_ord /qwidth.
have ni : (0 < n i.+1)%N by apply: n1; rewrite -ltn_predRL ltn_ord.
have [n2|n2] := leqP 2 (n i.+1); last by rewrite (_ : n i.+1 = 1)%N ?up_log1 //; lia.
have := up_log_gtn (isT : 1 < 2)%N n2; rewrite -{2}[up_log _ _]prednK ?up_log_gt0 ?n2 // expnS.
by move: (2 ^ _)%N => K lt; nia.
Qed.

(* L+1 softmax layers of one head; the stream, the keys and the values have O(log n) coordinates *)
Theorem binary_size : let log := up_log 2 (prompt_length L m n) in
  [/\ size (layers binary) = L.+1,
      all (fun Y => [&& full Y, #|heads Y| == 1, #|kdim Y| <= 3 * log & #|vdim Y| <= log]%N) (layers binary)
    & (#|stream binary| <= 8 * log + 2)%N].
Proof.
have W := leq_width; have I := leq_idwidth; have C := card_qfield; split.
- by rewrite size_map size_iota.
- rewrite all_map; apply/allP => l _ /=.
  by rewrite !card_ord W !card_sum !card_ord andbT /= 2!mulSn mul1n !leq_add.
rewrite /= /field !card_sum !card_ord card_bool.
move: (up_log 2 (prompt_length _ _ _)) W I C => log W I C.
by move: idwidth width #|qfield L n| W I C => a k c; lia.
Qed.
End Binary.
