(* The `quadratic` construction: keys of dimension 2 and a sharpness that does not depend on n.

   The key of the token at position P is (P, P^2); the query of layer l is beta (2 T, -1) with T the
   position of the entry of z_l asked for. The score is beta (T^2 - (P - T)^2), so with beta = 4 the
   other tokens together weigh at most 2 (2^-4 + 2^-5 + ...) <= 1/4 of the target, whatever n is. T is a
   linear function of the stream: the base of block l+1, plus w_{l-1} N_{l-2} + i_{l-1} read off the bits
   of w_{l-1} (on the w token) and of the register. Value codes and everything else are those of
   Lookup.v; the codes of w_1, ..., w_{L-1} on the w token are those of ConstructionBinary.v.       *)
From mathcomp Require Import all_ssreflect all_algebra zify.
From Strata Require Import Task Network Lookup ConstructionBinary.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

(* a number read off its +1/-1 code *)
Lemma sum_codes k x : (x < 2 ^ k)%N -> \sum_(j < k) (2 ^ j)%:R * (code x j + 1) = (2 * x)%:R.
Proof.
move=> xk; rewrite -{2}(sum_bits xk) big_distrr natr_sum /=; apply: eq_bigr => j _.
by rewrite /code /pm; case: bit; rewrite ?mul1n ?mul0n ?muln0 ?addNr ?mulr0 // natrM mulrC.
Qed.

(* 2^-4 + 2^-5 + ... + 2^-(k+3) <= 1/8 *)
Lemma geometric k : \sum_(0 <= i < k) 2%:R ^- i.+4 <= 8%:R^-1 :> rat.
Proof.
suff -> : \sum_(0 <= i < k) 2%:R ^- i.+4 = 8%:R^-1 - 2%:R ^- k.+3 :> rat.
  by rewrite ger_addl oppr_le0 invr_ge0 exprn_ge0.
elim: k => [|k IH]; first by rewrite big_geq.
rewrite big_nat_recr //= IH -addrA; congr (_ + _).
have -> : 2%:R ^- k.+3 = 2%:R ^- k.+4 + 2%:R ^- k.+4 :> rat; last by rewrite opprD addrNK.
have D (r : rat) : r^-1 = (2%:R * r)^-1 + (2%:R * r)^-1.
  by rewrite invfM -mulrDl (_ : 2%:R^-1 + 2%:R^-1 = 1) ?mul1r.
by rewrite [2%:R ^+ k.+4]exprS; apply: D.
Qed.

(* the weight of position s if position T is asked for *)
Definition quad_weight (T s : nat) : rat := 2%:R ^ ((8 * T * s)%:Z - (4 * s ^ 2)%:Z).

Lemma quad_weight_le T s e : (e + 3 <= 4 * (T - s + (s - T)) ^ 2)%N ->
  quad_weight T s <= quad_weight T T * 2%:R ^- e.+3.
Proof.
move=> le; rewrite /quad_weight exprnN -expfzDr // ler_eexpz2l //.
have [h|h] := leqP s T.
  have [d dE] : exists d, T = (s + d)%N by exists (T - s)%N; rewrite subnKC.
  move: le; rewrite dE; nia.
have [d dE] : exists d, s = (T + d)%N by exists (s - T)%N; rewrite subnKC // ltnW.
move: le; rewrite dE; nia.
Qed.

Lemma quad_sharp N T : (T < N)%N ->
  4%:R * (\sum_(s < N | val s != T) quad_weight T s) <= quad_weight T T.
Proof.
move=> TN; set U := quad_weight T T.
have U0 : 0 < U by apply: exprz_gt0.
have -> : \sum_(s < N | val s != T) quad_weight T s =
    \sum_(0 <= s < T) quad_weight T s + \sum_(T.+1 <= s < N) quad_weight T s.
  apply: (addrI U); rewrite -(bigD1 (Ordinal TN) (P := predT)) //= -(big_mkord predT (quad_weight T)).
  by rewrite (big_cat_nat _ _ _ (leq0n T) (ltnW TN)) /= (big_ltn TN) addrCA.
have lo : \sum_(0 <= s < T) quad_weight T s <= U * 8%:R^-1.
  apply: le_trans (ler_wpmul2l (ltW U0) (geometric T)); rewrite mulr_sumr big_nat_rev /=.
  by apply: ler_sum_nat => s /andP [_ sT]; apply: quad_weight_le; nia.
have hi : \sum_(T.+1 <= s < N) quad_weight T s <= U * 8%:R^-1.
  apply: le_trans (ler_wpmul2l (ltW U0) (geometric (N - T.+1))); rewrite mulr_sumr -{1}[T.+1]add0n big_addn.
  by apply: ler_sum_nat => s _; apply: quad_weight_le; nia.
apply: le_trans (ler_wpmul2l _ (ler_add lo hi)) _ => //.
by rewrite -mulrDr mulrCA (_ : 4%:R * (8%:R^-1 + 8%:R^-1) = 1) ?mulr1.
Qed.

Section Quadratic.
Variables (L m : nat) (n : nat -> nat).
Hypotheses (L1 : (0 < L)%N) (m1 : (0 < m)%N) (n1 : forall l, (0 < l < L)%N -> (0 < n l)%N).
Implicit Type z : input L m n.

Notation k := (width L m n).
Notation X := [finType of bool + qfield L n].
Notation fld := (field k X).

Definition quad_embed (t : token) : vec X := fun c =>
  match c with
  | inl sq => (position L m n t.1.1 t.1.2 ^ sq.+1)%:R
  | inr d => qembed t d
  end.

(* 4 c times a number given by its bits: the entries of the bits, and those of the constant *)
Definition read_off (c w : nat) (f : 'I_w -> fld) : seq (rat * fld) :=
  [seq ((4 * c * 2 ^ val j)%:R, f j) | j : 'I_w] ++
  [seq ((4 * c * 2 ^ val j)%:R, cF k X) | j : 'I_w].

Definition quad_query (l : nat) (sq : bool) : seq (rat * fld) :=
  if sq then [:: (- 4%:R, cF k X)] else
  ((8 * position L m n l.+1 0)%:R, cF k X) ::
  (if l is i.+2 then
     if insub i is Some i' then
       read_off (modulus m n l.+1)
         (fun j => cX k (inr (Tagged (fun i => 'I_(qwidth n i)) (j : 'I_(qwidth n i')))))
     else [::]
   else [::]) ++
  (if l is _.+1 then read_off 1 (@cR k X) else [::]).

Definition quad_key (sq : bool) : seq (rat * fld) := [:: (1, cX k (inl sq))].

Definition quadratic : network token :=
  lookup_network L quad_embed (fun _ => true) quad_query (fun _ => quad_key).

Lemma read_offE c w (f : 'I_w -> fld) (x : vec fld) v : x (cF k X) = 1 -> (v < 2 ^ w)%N ->
  (forall j, x (f j) = code v j) -> \sum_(e <- read_off c f) e.1 * x e.2 = (8 * (c * v))%:R.
Proof.
move=> F vw xf; rewrite big_cat !big_image -big_split /=.
rewrite (eq_bigr (fun j : 'I_w => (4 * c)%:R * ((2 ^ j)%:R * (code v j + 1)))) => [|j _].
  by rewrite -mulr_sumr sum_codes // -natrM; congr (_%:R); lia.
by rewrite xf F -mulrDr natrM mulrA.
Qed.

Let Y l := lookup_layer true (quad_query l) quad_key.

Lemma quad_query_last z l sq : (l <= L)%N ->
  query (Y := Y l) (intended quad_embed z l) ord0 (last L m n) sq
  = if sq then - 4%:R else (8 * target_pos z l)%:R.
Proof.
move=> lL; rewrite /query mul_sparse; have F : intended quad_embed z l (last L m n) (cF k X) = 1.
  by rewrite flag // eqxx.
case: sq; rewrite /quad_query ?big_cons ?big_nil F mulr1 ?addr0 //.
have -> : (8 * target_pos z l = 8 * position L m n l.+1 0 +
    (8 * (modulus m n l.+1 * w_ (z 0) l.-1) + 8 * (1 * if l is i.+1 then i_ z i else 0)))%N.
  have [e1 e2] := target_parts z lL; rewrite /target_pos {1}(divn_eq (target z l) (modulus m n l.+1)).
  rewrite e1 e2 /position; lia.
rewrite natrD natrD; congr (_ + _); rewrite big_cat /=; congr (_ + _).
  case: l lL F => [|[|l]] lL F; rewrite ?big_nil ?muln0 //.
  have lL' : (l < L.-1)%N by case: (L) lL.
  rewrite insubT /=; apply: read_offE => //=.
    have wn : (w_ (z 0%N) l.+1 < n l.+1)%N by apply: w_lt; case: (L) lL.
    exact: leq_trans wn (up_logP _ (isT : 1 < 2)%N).
  move=> j; rewrite -position_last nth_position //= /qembed /=.
  by rewrite (nth_map 0%N) ?size_iota // nth_iota.
case: l lL F => [|l] lL F; rewrite ?big_nil //; apply: read_offE => //=; last by rewrite eqxx.
have [_ <-] := target_parts z lL; apply: leq_ltn_trans (leq_mod _ _) _.
exact: (fits L1 m1 n1 _ (target_lt z lL)).
Qed.

Lemma quad_score z l s : (l <= L)%N -> (s <= last L m n)%N ->
  score (Y := Y l) (intended quad_embed z l) ord0 (last L m n) s
  = ((8 * target_pos z l * s)%:Z - (4 * s ^ 2)%:Z)%:~R.
Proof.
move=> lL; rewrite -ltnS lastS => sn; have [p [x [nE _ _ sE]]] := nth_prompt z sn.
have keyE sq : key (Y := Y l) (intended quad_embed z l) ord0 s sq = (s ^ sq.+1)%:R.
  by rewrite /key mul_sparse big_cons big_nil /= nE /= sE mul1r addr0.
rewrite /score /dot big_bool /= !quad_query_last // !keyE rmorphB /= -!pmulrn addrC.
by rewrite -natrM mulNr -natrM.
Qed.

Lemma quad_looks_up l : (l <= L)%N -> looks_up L m n quad_embed true (quad_query l) quad_key l.
Proof.
move=> lL; apply: full_looks_up => // [t [d|d]|d|z].
- by rewrite rpred_nat.
- by rewrite /= /qembed; case: t.2 => ?; rewrite ?rpred0 ?Qint_pm.
- have R c w (f : 'I_w -> fld) : all (fun c => c.1 \is a Qint) (read_off c f).
    by apply/allP => e; rewrite mem_cat => /orP [] /mapP [j _ ->]; apply: rpred_nat.
  have I c r : c \is a Qint -> all (fun c => c.1 \is a Qint) r ->
      all (fun c => c.1 \is a Qint) ((c, cF k X) :: r) by move=> cI rI; apply/andP.
  case: d; rewrite /quad_query; apply: I; rewrite ?rpredN ?rpred_nat // all_cat.
  by case: (l) => [|[|i]]; rewrite ?R //; case: insub => [?|] //; rewrite R.
cbv zeta; set T := target_pos z l; have TL : (T <= last L m n)%N := target_pos_lt z lL.
rewrite (eq_bigr (fun s : 'I__ => quad_weight T s)); last first.
  by move=> s _; rewrite quad_score ?leq_ord // pow2_int.
by rewrite quad_score // pow2_int; apply: quad_sharp.
Qed.

Theorem quadratic_computes : computes_FC L m n quadratic.
Proof. by apply: lookups_compute (FC_fits L1) => l; apply: quad_looks_up. Qed.

(* L+1 softmax layers of one head with keys of dimension 2 *)
Theorem quadratic_size : let log := up_log 2 (prompt_length L m n) in
  [/\ size (layers quadratic) = L.+1,
      all (fun Y => [&& full Y, #|heads Y| == 1, #|kdim Y| == 2 & #|vdim Y| <= log]%N) (layers quadratic)
    & (#|stream quadratic| <= 5 * log + 4)%N].
Proof.
have W := leq_width m n L1; have C := card_qfield L1 m1 n1; split.
- by rewrite size_map size_iota.
- by rewrite all_map; apply/allP => l _ /=; rewrite !card_ord card_bool W.
rewrite /= /field !card_sum !card_ord card_bool.
move: (up_log 2 (prompt_length _ _ _)) W C => log W C.
by move: k #|qfield L n| W C => a c; lia.
Qed.
End Quadratic.
