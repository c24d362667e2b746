(* Theorem 2, the closed form of Theorem 1, and the closed form of Theorem 3 on the same sizes:

     K = 8^L B,   x_l = K^(3^(L-1-l)),   n_l = x_l^2,   m = 8 x_0 ... x_{L-1},   theta_l = x_l P_l / 2.

   Two abbreviations carry all the arithmetic: W_l = x_l ... x_{L-1} and V_l = x_0 x_1^3 ... x_l^3. Then
   x_l = K W_{l+1}^2,  N_l = 8 V_l W_{l+1},  2^l P_{l+1} = V_l  and  A x_0 ... x_l = V_l W_{l+1}^2.

   Section [Bound] shows D_l <= P_l for ANY sequence D_{l+1} = x_l D_l + 1 + C_l that starts with D_1 <=
   x_0 and whose C_l satisfy one common bound; COVER and FINAL follow. The costs of Theorem 1 (if a S <=
   x_0) and of Theorem 3 both satisfy that bound. *)
From mathcomp Require Import all_ssreflect zify.
From Strata Require Import Task Protocol Counting Induction LowerBound FullOnly.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(* the arithmetic of one step: everything is compared with v X^3 = v X^2 K w^2 *)
Lemma closed_step X w v d c p cf lp q q' K : q = 2 * q' -> X = K * w ^ 2 -> p * q' = v ->
  16 * q * cf <= K * w -> 4 * q * lp <= K -> K <= X -> 0 < v -> 2 * q <= K -> 64 <= K -> d <= p ->
  c <= cf * (X * (8 * v * (X * w))) + lp * (v * (X * w) ^ 2) + v ->
  4 * q * (X * d + 1 + c) <= 4 * (v * X ^ 3).
Proof.
move=> eq hX hv e1 e2 XK v0 qK K64 dp hc; set T := v * X ^ 3.
have T1 : T = v * (X * X) * (K * (w * w)) by rewrite /T !expnS expn0 muln1 {3}hX; clear; lia.
have T2 : T = (X * v) * (X * X) by rewrite /T !expnS expn0; clear; lia.
have t1 : 4 * q * (cf * (X * (8 * v * (X * w)))) <= 2 * T.
  have := leq_mul (leqnn (2 * (v * (X * X) * w))) e1.
  by rewrite T1; clear; lia.
have t2 : 4 * q * (lp * (v * (X * w) ^ 2)) <= T.
  have := leq_mul (leqnn (v * (X * X) * (w * w))) e2.
  by rewrite T1 !expnS expn0 muln1; clear; lia.
have t3 : 4 * q * (X * d + 1 + v) <= T.
  have qd : q * (X * d) <= 2 * (X * v).
    by rewrite eq -hv; have := leq_mul dp (leqnn (2 * X * q')); clear; lia.
  have qv : q * (1 + v) <= X * v.
    by have := leq_mul (leq_trans qK XK) (leqnn v); have := leq_mul (leqnn q) v0; clear; lia.
  have := leq_mul (leqnn (X * v)) (leq_mul (leq_trans K64 XK) (leq_trans K64 XK)).
  rewrite -T2; have -> : 4 * q * (X * d + 1 + v) = 4 * (q * (X * d)) + 4 * (q * (1 + v)) by clear; lia.
  by move: (q * (X * d)) (q * (1 + v)) (X * v) (T) qd qv => c1 c2 c3 c4; clear; lia.
have := leq_mul (leqnn (4 * q)) hc; rewrite !mulnDr in t3 *.
move: (4 * q * (cf * _)) (4 * q * (lp * _)) (T) t1 t2 t3 => c1 c2 c6.
by move: (4 * q * c) (4 * q * v) (4 * q * (X * d)) => c3 c4 c5; clear; lia.
Qed.

Section Sizes.
Variables (L B : nat).
Definition K_ : nat := 8 ^ L * B.
Definition x_ (l : nat) : nat := K_ ^ (3 ^ (L - 1 - l)).
Definition n_ (l : nat) : nat := x_ l ^ 2.
Definition m_ : nat := 8 * \prod_(0 <= l < L) x_ l.
(* P_l, and theta_l = x_l P_l / 2 *)
Fixpoint Pc (l : nat) : nat :=
  match l with 0 => 0 | 1 => x_ 0 | k.+1 => n_ k * (x_ k * Pc k)./2 end.
Definition theta_ (l : nat) : nat := (x_ l * Pc l)./2.
Definition W_ (l : nat) : nat := \prod_(l <= i < L) x_ i.
Fixpoint V_ (l : nat) : nat := if l is k.+1 then V_ k * x_ l ^ 3 else x_ 0.
End Sizes.

Section Closed.
Variables (L B : nat).
Hypotheses (L2 : 1 < L) (B0 : 0 < B).
Notation K := (K_ L B).
Notation x := (x_ L B).
Notation n := (n_ L B).
Notation m := (m_ L B).
Notation theta := (theta_ L B).
Notation Pc := (Pc L B).
Notation W := (W_ L B).
Notation V := (V_ L B).
Notation N := (N_ m n).
Notation A := (A_ L n).

Lemma P_closed l : 0 < l -> P_ n x theta l = Pc l.
Proof. by case: l => [|[|l]]. Qed.

(* ---- K, x, W, V ---- *)

Lemma exp8_ge64 : 64 <= 8 ^ L.
Proof. by rewrite -[64]/(8 ^ 2) leq_exp2l. Qed.

Lemma exp8_leq_K : 8 ^ L <= K.
Proof. by rewrite leq_pmulr. Qed.

Lemma K_ge64 : 64 <= K.
Proof. exact: leq_trans exp8_ge64 exp8_leq_K. Qed.

Lemma K_gt0 : 0 < K.
Proof. exact: leq_trans K_ge64. Qed.

Lemma x_gt0 l : 0 < x l.
Proof. by rewrite expn_gt0 K_gt0. Qed.

Lemma x_geK l : K <= x l.
Proof. by rewrite /x_ -{1}(expn1 K) leq_pexp2l ?K_gt0 // expn_gt0. Qed.

Lemma n_gt0 l : 0 < n l.
Proof. by rewrite expn_gt0 x_gt0. Qed.

Lemma x_leq_n l : x l <= n l.
Proof. by rewrite /n_ expnS leq_pmulr // expn_gt0 x_gt0. Qed.

Lemma W_gt0 l : 0 < W l.
Proof. by rewrite prodn_gt0 // => i; apply: x_gt0. Qed.

Lemma W_L : W L = 1.
Proof. by rewrite /W_ big_geq. Qed.

Lemma W_S l : l < L -> W l = x l * W l.+1.
Proof. by move=> lL; rewrite /W_ big_ltn. Qed.

Lemma V_gt0 l : 0 < V l.
Proof. by elim: l => [|l IH] /=; rewrite ?x_gt0 // muln_gt0 IH expn_gt0 x_gt0. Qed.

Lemma x0_leq_V l : x 0 <= V l.
Proof. by elim: l => [//|l IH] /=; apply: leq_trans IH _; rewrite leq_pmulr // expn_gt0 x_gt0. Qed.

Lemma m_gt0 : 0 < m.
Proof. by rewrite muln_gt0 -/(W 0) W_gt0. Qed.

Lemma x0_leq_m : x 0 <= m.
Proof.
rewrite /m_ -/(W 0) W_S; last exact: ltnW.
by rewrite mulnCA; apply: leq_pmulr; rewrite muln_gt0 W_gt0.
Qed.

Lemma x_W l : l < L -> x l = K * W l.+1 ^ 2.
Proof.
move=> lL; have -> : l = L - 1 - (L - 1 - l) by lia.
have : L - 1 - l < L by lia.
elim: (L - 1 - l) => [|j IH] jL.
  have -> : (L - 1 - 0).+1 = L by lia.
  by rewrite W_L /x_ subn0 subnn expn1 muln1.
have -> : (L - 1 - j.+1).+1 = L - 1 - j by lia.
rewrite W_S; last by lia.
rewrite expnMn mulnCA -IH ?(ltnW jL) // -expnSr /x_ -expnM; congr (_ ^ _).
have [-> ->] : L - 1 - (L - 1 - j.+1) = j.+1 /\ L - 1 - (L - 1 - j) = j by lia.
by rewrite expnS mulnC.
Qed.

Lemma N_V l : l < L -> N l = 8 * V l * W l.+1.
Proof.
elim: l => [|l IH] lL /=; first by rewrite /m_ -/(W 0) W_S // mulnA.
rewrite IH ?(ltnW lL) // (W_S lL) /n_ [x l.+1 ^ 3]expnS; move: (x l.+1 ^ 2) => c.
by move: (x l.+1) (V l) (W l.+2) => p q r; clear; lia.
Qed.

Lemma x_even l q : 2 * (x l * q)./2 = x l * q.
Proof.
have ev : odd (x l * q) = false.
  by rewrite oddM /x_ oddX /K_ oddM oddX /= !orbF !expn_eq0 /=; case: L L2.
by have := odd_double_half (x l * q); rewrite ev mul2n.
Qed.

Lemma P_V l : Pc l.+1 * 2 ^ l = V l.
Proof.
elim: l => [|l IH]; first by rewrite muln1.
rewrite [Pc _.+2]/= -/(Pc l.+1) [V _]/= -IH [2 ^ _]expnS.
have e := x_even l.+1 (Pc l.+1); rewrite /n_ [x l.+1 ^ 3]expnSr.
move: (half _) (x l.+1 ^ 2) e => h x2 e.
by move: (x l.+1) (Pc l.+1) (2 ^ l) e => y p q e; nia.
Qed.

Lemma P_gt0 l : 0 < Pc l.+1.
Proof. by have := V_gt0 l; rewrite -P_V muln_gt0 => /andP []. Qed.

Lemma A_W : A = W 1 ^ 2.
Proof. by rewrite /A_ /W_ (big_morph (fun z => z ^ 2) (fun a b => expnMn a b 2) (exp1n 2)). Qed.

Lemma prod_A l : l < L -> (\prod_(0 <= i < l.+1) x i) * A = V l * W l.+1 ^ 2.
Proof.
elim: l => [|l IH] lL; first by rewrite big_nat1 A_W.
rewrite big_nat_recr //= mulnAC IH ?(ltnW lL) // (W_S lL) expnMn [x l.+1 ^ 3]expnSr.
by move: (x l.+1 ^ 2) (W l.+2 ^ 2) => c d; clear; lia.
Qed.

Lemma prod_A1 l : l < L -> (\prod_(0 <= i < l.+1) x i) * (A + 1) <= 2 * (V l * W l.+1 ^ 2).
Proof.
move=> lL; rewrite -prod_A // mulnCA leq_mul2l; apply/orP; right.
by have : 0 < A by [rewrite A_W expn_gt0 W_gt0]; clear; lia.
Qed.

Lemma prod_N i d : (\prod_(i.+1 <= q < i.+1 + d) x q) * N i <= N (i + d).
Proof.
elim: d => [|d IH]; first by rewrite !addn0 big_geq // mul1n.
rewrite !addnS big_nat_recr /=; last by rewrite ltnS leq_addr.
by rewrite mulnAC leq_mul // ?x_leq_n // -addSn.
Qed.

(* the sum over 1 <= i < l in C_l *)
Lemma sum_prod_N k : \sum_(1 <= i < k.+1) (\prod_(i <= q < k.+1) x q) * N i.-1 <= k * (x k.+1 * N k).
Proof.
apply: (@leq_trans (\sum_(1 <= i < k.+1) N k)).
  rewrite !big_add1 !big_mkord; apply: leq_sum => i _; have ik := ltn_ord i.
  by have := prod_N i (k - i); rewrite addSn subnKC // ltnW.
by rewrite sum_nat_const_nat subSS subn0 leq_mul2l leq_pmull ?orbT // x_gt0.
Qed.

(* ---- D_l <= P_l ---- *)

(* the coefficient of x_l N_{l-1} allowed in C_l, l = k+1 *)
Definition coef k := if k.+2 == L then 2 * B * k.+1 else 6 * B * (L - k.+1) * k.+1.

Lemma low_players k : k.+1 < L -> 4 * 2 ^ k.+1 * (4 * B * (L - k.+1)) <= K.
Proof.
move=> kL; have h : 2 * (L - k.+1) <= 2 ^ (L - k.+1).
  have : 0 < L - k.+1 by lia.
  by case: (L - k.+1) => // d _; rewrite expnS leq_mul2l ltn_expl.
have e8 : 8 ^ L = 4 ^ L * (2 ^ k.+1 * 2 ^ (L - k.+1)) by rewrite -expnD subnKC -?expnMn // ltnW.
have p4 : 16 <= 4 ^ L by rewrite -[16]/(4 ^ 2) leq_exp2l.
rewrite /K_ e8; have := leq_mul (leq_mul p4 (leq_mul (leqnn (2 ^ k.+1)) h)) (leqnn B).
by move: (L - _) (2 ^ (L - _)) (2 ^ k.+1) (4 ^ L) => c1 c2 c3 c4; clear; lia.
Qed.

Lemma own_tables k : k.+1 < L -> 16 * 2 ^ k.+1 * coef k <= K * W k.+2.
Proof.
move=> kL; rewrite /coef; case: ifP => /eqP eL.
  have -> : K = 4 ^ k * 16 * (2 ^ k.+1 * 2) * B.
    have e8 : 8 ^ k = 4 ^ k * 2 ^ k by rewrite -expnMn.
    rewrite /K_ -eL [8 ^ _]expnS [8 ^ _]expnS [2 ^ _]expnS e8.
    by move: (4 ^ k) (2 ^ k) => c1 c2; clear; lia.
  have h : k.+1 <= 4 ^ k by apply: ltn_expl.
  rewrite eL W_L muln1; have := leq_mul h (leqnn (32 * 2 ^ k.+1 * B)).
  by move: (k.+1) (4 ^ k) (2 ^ k.+1) => c1 c2 c3; clear; lia.
have kL2 : k.+2 < L by lia.
have W8 : 512 <= W k.+2.
  apply: (@leq_trans (8 ^ L)); first by rewrite -[512]/(8 ^ 3) leq_exp2l //; lia.
  rewrite (W_S kL2); apply: leq_trans (leq_pmulr _ (W_gt0 _)).
  exact: leq_trans exp8_leq_K (x_geK _).
apply: leq_trans (leq_mul (leqnn K) W8).
have h1 : (L - k.+1) * k.+1 * 2 ^ k.+1 <= 4 ^ L.
  have e4 c : 4 ^ c = 2 ^ c * 2 ^ c by rewrite -expnMn.
  have -> : 4 ^ L = 4 ^ (L - k.+1) * 4 ^ k.+1 by rewrite -expnD; congr (_ ^ _); lia.
  rewrite -mulnA; apply: leq_mul; last by rewrite e4 leq_mul2r ltnW ?orbT // ltn_expl.
  by rewrite e4; apply: leq_trans (leq_pmulr _ _); rewrite ?expn_gt0 // ltnW // ltn_expl.
have h2 : 4 ^ L <= 8 ^ L by rewrite leq_exp2r //; lia.
have := leq_mul (leq_trans h1 h2) (leqnn (96 * B)); rewrite /K_.
by move: (k.+1) (L - _) (2 ^ k.+1) (8 ^ L) => c1 c2 c3 c4; clear; nia.
Qed.

Section Bound.
Variables D C : nat -> nat.
Hypothesis D1 : D 1 <= x 0.
Hypothesis DS : forall k, k.+1 < L -> D k.+2 = x k.+1 * D k.+1 + 1 + C k.+1.
Hypothesis C_bound : forall k, k.+1 < L ->
  C k.+1 <= coef k * (x k.+1 * N k) + 4 * B * (L - k.+1) * (V k * W k.+1 ^ 2) + V k.

Lemma D_leq_P k : k < L -> D k.+1 <= Pc k.+1.
Proof.
elim: k => [|k IH] kL; first exact: D1.
have {}IH := IH (ltnW kL).
have := C_bound kL; rewrite (N_V (ltnW kL)) (W_S kL) => hC.
have e1 := own_tables kL; have e2 := low_players kL.
have hX := x_W kL; have hV := P_V k; have hV1 := P_V k.+1.
have XK := x_geK k.+1; have V0 := V_gt0 k; have K64 := K_ge64.
have pK : 2 * 2 ^ k.+1 <= K.
  rewrite -expnS; apply: leq_trans exp8_leq_K; apply: (@leq_trans (2 ^ L)); first by rewrite leq_exp2l.
  by rewrite leq_exp2r //; lia.
rewrite -(@leq_pmul2l (4 * 2 ^ k.+1)) ?muln_gt0 ?expn_gt0 //.
rewrite [4 * _ * Pc _]mulnAC -[4 * Pc _ * _]mulnA hV1 [V k.+1]/= DS //.
by apply: (closed_step _ hX hV e1 e2 XK V0 pK K64 IH hC); rewrite expnS.
Qed.

Lemma cover_closed l : 0 < l < L -> COVER (N l.-1) (theta l) (x l) (P_ n x theta l) (D l).
Proof.
case: l => // k /andP [_ kL]; rewrite P_closed // [k.+1.-1]/=.
have hD := D_leq_P (ltnW kL).
have ht : 2 * theta k.+1 = x k.+1 * Pc k.+1 by apply: x_even.
have hN : N k = 16 * 2 ^ k * W k.+2 * theta k.+1.
  rewrite N_V ?(ltnW kL) // (W_S kL) -P_V.
  move: ht; move: (theta _) (x _) (Pc _) (2 ^ k) (W _) => t y p q w e.
  have -> : 16 * q * w * t = 8 * q * w * (2 * t) by clear; lia.
  by rewrite e; clear; lia.
have r16 : 16 <= 16 * 2 ^ k * W k.+2 by rewrite -mulnA leq_pmulr // muln_gt0 expn_gt0 W_gt0.
have t2 : 2 < theta k.+1.
  have := leq_mul (leq_trans K_ge64 (x_geK k.+1)) (P_gt0 k).
  by rewrite -ht; clear; lia.
split; first by rewrite hN leq_pmull //; apply: leq_trans r16.
rewrite -ht; apply: (cover16 t2 r16); first by rewrite hN.
by rewrite ht leq_add2r leq_mul2l hD orbT.
Qed.

Lemma final_closed : 2 ^ D L < N L.-1 ^ P_ n x theta L.
Proof.
have eL : L.-1.+1 = L by lia.
have kL : L.-1 < L by lia.
have hD := D_leq_P kL; have P0 := P_gt0 L.-1; rewrite eL in hD P0.
rewrite P_closed; last exact: ltnW.
apply: (@leq_ltn_trans (2 ^ Pc L)); first by rewrite leq_exp2l.
rewrite ltn_exp2r // N_V //.
by apply: (@leq_trans (8 * 1 * 1)) => //; rewrite !leq_mul // ?V_gt0 ?W_gt0.
Qed.
End Bound.

(* ---- the two theorems ---- *)

Lemma C_closed a S k : a * S <= x 0 -> k.+1 < L -> C_ L m n B S a x false k.+1
  <= coef k * (x k.+1 * N k) + 4 * B * (L - k.+1) * (V k * W k.+1 ^ 2) + V k.
Proof.
move=> aS kL; have hA := prod_A1 (ltnW kL).
have aV : a * S <= V k by apply: leq_trans aS (x0_leq_V k).
rewrite /C_ /coef; case: eqP => [e|ne]; rewrite leq_add // {aV}.
  have -> : k.+2 == L by lia.
  have [-> -> ->] : [/\ L - 2 = k, L - 1 = k.+1 & L - k.+1 = 1] by split; lia.
  move: hA; rewrite -[k * _ * _]mulnA addn1.
  move: (_ * A.+1) (V k * _) (x k.+1 * N k) => c1 c2 c3; clear => h.
  apply: (@leq_trans (2 * B * (k.+1 * c3 + 2 * c2))); last by lia.
  by rewrite leq_mul2l; apply/orP; right; lia.
have -> : (k.+2 == L) = false by lia.
have := sum_prod_N k; rewrite -[k.+1.-1]/k -[k.+1 * _ * _]mulnA; move: hA.
move: (_ * (A + 1)) (V k * _) (x k.+1 * N k) (L - k.+1) => c1 c2 c3 c4; move: (\sum_(1 <= i < k.+1) _) => c5.
clear => h1 h2; apply: (@leq_trans (2 * B * c4 * (3 * (k.+1 * c3) + 2 * c2))); last by lia.
by rewrite leq_mul2l; apply/orP; right; lia.
Qed.

Lemma Cfull_closed k : k.+1 < L -> Cfull_ L m n B x k.+1
  <= coef k * (x k.+1 * N k) + 4 * B * (L - k.+1) * (V k * W k.+1 ^ 2) + V k.
Proof.
move=> kL; have hA := prod_A1 (ltnW kL); apply: leq_trans (leq_addr _ _).
rewrite /Cfull_ /coef; case: eqP => [e|ne].
  have -> : k.+2 == L by lia.
  have [-> -> ->] : [/\ L - 2 = k, L - 1 = k.+1 & L - k.+1 = 1] by split; lia.
  case: eqP => [eL|_].
    have k0 : k = 0 by lia.
    move: hA; rewrite k0 big_nat1 -[N 0]/m; move: (V 0 * _) (x 0) (x 1) A m => c1 c2 c3 c4 c5; clear => h.
    apply: (@leq_trans (2 * B * (c3 * c5 + 2 * c1))); last by lia.
    by rewrite leq_mul2l; apply/orP; right; lia.
  move: hA; rewrite -[k.+1 * _ * _]mulnA.
  move: (\prod_(0 <= i < _) _) (V k * _) (x k.+1 * N k) A => c1 c2 c3 c4; clear => h.
  apply: (@leq_trans (2 * B * (k.+1 * c3 + 2 * c2))); last by lia.
  by rewrite leq_mul2l; apply/orP; right; lia.
have -> : (k.+2 == L) = false by lia.
case: eqP => [[k0]|_].
  have := leq_mul x0_leq_m (leqnn (x 1)); move: hA; rewrite k0 big_nat1 -[N 0]/m.
  move: (V 0 * _) (x 0) (x 1) A m (L - 1) => c1 c2 c3 c4 c5 c6; clear => h1 h2.
  apply: (@leq_trans (2 * B * c6 * (3 * (c3 * c5) + 2 * c1))); last by lia.
  by rewrite leq_mul2l; apply/orP; right; lia.
have := sum_prod_N k; rewrite -[k.+1.-1]/k -[k.+2 * _ * _]mulnA; move: hA.
move: (_ * (A + 1)) (V k * _) (x k.+1 * N k) (L - k.+1) => c1 c2 c3 c4; move: (\sum_(1 <= i < k.+1) _) => c5.
clear => h1 h2; apply: (@leq_trans (2 * B * c4 * (3 * (k.+1 * c3) + 2 * c2))); last by lia.
by rewrite leq_mul2l; apply/orP; right; lia.
Qed.

Theorem hybrid_closed (S a : nat) : a * S <= x 0 ->
  forall Pr : hybrid L m n B S, nF Pr <= L - 1 -> nR Pr <= a -> exists z, answer Pr z != FC z.
Proof.
move=> aS Pr fewF fewR; have L0 := ltnW L2.
have DS k : k.+1 < L -> D_ L m n B S a x false false k.+2 =
  x k.+1 * D_ L m n B S a x false false k.+1 + 1 + C_ L m n B S a x false k.+1 by [].
have CB k : k.+1 < L -> _ := @C_closed a S k aS.
apply: (@lower_bound _ _ _ _ _ a x theta false false L0 m_gt0 (fun l _ => n_gt0 l) Pr fewF fewR) => //.
- exact: x0_leq_m.
- exact: (cover_closed aS DS CB).
- exact: (final_closed aS DS CB).
Qed.

Theorem full_closed (S : nat) :
  forall Pr : hybrid L m n B S, nF Pr <= L -> nR Pr = 0 -> exists z, answer Pr z != FC z.
Proof.
move=> Pr fewF noR.
have D1 : 2 * B * L * A <= x 0.
  rewrite A_W (x_W (ltnW L2)) leq_mul2r; apply/orP; right; rewrite /K_.
  have h : 2 * L <= 8 ^ L.
    have -> : 8 ^ L = 4 ^ L * 2 ^ L by rewrite -expnMn.
    apply: leq_mul; last by rewrite ltnW // ltn_expl.
    by apply: (@leq_trans (4 ^ 1)) => //; rewrite leq_exp2l // ltnW.
  by have := leq_mul h (leqnn B); move: (8 ^ L) => c; clear; lia.
have DS k : k.+1 < L -> Dfull_ L m n B x k.+2 =
  x k.+1 * Dfull_ L m n B x k.+1 + 1 + Cfull_ L m n B x k.+1 by [].
apply: (@full_only _ _ _ _ _ x theta (ltnW L2) m_gt0 (fun l _ => n_gt0 l) Pr fewF noR).
- exact: x0_leq_m.
- exact: (cover_closed D1 DS Cfull_closed).
- exact: (final_closed D1 DS Cfull_closed).
Qed.

(* ---- the length of the prompt ---- *)

Lemma W_closed j : j <= L -> W (L - j) ^ 2 * K = K ^ (3 ^ j).
Proof.
elim: j => [|j IH] jL; first by rewrite subn0 W_L exp1n mul1n expn1.
have lL : L - j.+1 < L by lia.
have e : (L - j.+1).+1 = L - j by lia.
rewrite (W_S lL) e expnMn -mulnA IH; last by lia.
rewrite /x_ (_ : L - 1 - (L - j.+1) = j); last by lia.
by rewrite -expnM -expnD; congr (_ ^ _); rewrite expnS; lia.
Qed.

Lemma V_W l : l < L -> V l * W l.+1 ^ 3 = x 0 * W 1 ^ 3.
Proof.
elim: l => // l IH lL; rewrite -IH ?(ltnW lL) //.
by rewrite (W_S lL) expnMn /= mulnA.
Qed.

Theorem N_closed : N (L - 1) = 8 * K ^ ((5 * 3 ^ (L - 1) - 3)./2).
Proof.
have lL : L - 1 < L by lia.
have e : (L - 1).+1 = L by lia.
have := V_W lL; rewrite N_V // e W_L exp1n !muln1 => ->; congr (_ * _).
have hW : W 1 ^ 2 * K = K ^ (3 ^ (L - 1)).
  by rewrite -[X in W X](_ : L - (L - 1) = 1) ?W_closed //; lia.
apply/eqP; rewrite -(@eqn_exp2r _ _ 2) // -(@eqn_pmul2r (K ^ 3)) ?expn_gt0 ?K_gt0 //; apply/eqP.
have -> : (x 0 * W 1 ^ 3) ^ 2 * K ^ 3 = x 0 ^ 2 * (W 1 ^ 2 * K) ^ 3.
  by move: (x 0) (W 1) K => c w k; rewrite (expnMn c) (expnMn (w ^ 2)) -!expnM mulnA.
rewrite hW /x_ subn0 -!expnM -!expnD; congr (_ ^ _).
have ev : odd (5 * 3 ^ (L - 1) - 3) = false.
  by rewrite oddB ?oddM ?oddX ?orbT //; have := expn_gt0 3 (L - 1); case: (3 ^ _) => //; lia.
have := odd_double_half (5 * 3 ^ (L - 1) - 3); rewrite ev /= -muln2.
have : 0 < 3 ^ (L - 1) by rewrite expn_gt0.
by move: (3 ^ _) (half _) => d c; clear; lia.
Qed.

Theorem length_closed : prompt_length L m n < 2 * N (L - 1).
Proof.
have H k : k < L -> \sum_(0 <= l < k.+1) N l + 2 < 2 * N k.
  elim: k => [|k IH] kL.
    have : 8 * 1 <= m by rewrite leq_mul2l -/(W 0) W_gt0.
    by rewrite big_nat1 /=; clear; lia.
  have h := IH (ltnW kL); rewrite big_nat_recr //=.
  have n2 : 2 <= n k.+1 by apply: leq_trans (leq_trans (leq_trans K_ge64 (x_geK _)) (x_leq_n _)).
  have := leq_mul (leqnn (N k)) n2; move: h.
  by move: (\sum_(0 <= l < _) _) (N k) (N k * n k.+1) => c1 c2 c3; clear; lia.
have lL : L - 1 < L by lia.
by have := H _ lL; rewrite (_ : (L - 1).+1 = L) //; lia.
Qed.

Lemma size_closed : N (L - 1) = 8 * K ^ ((5 * 3 ^ (L - 1) - 3)./2) /\ prompt_length L m n < 2 * N (L - 1).
Proof. by split; [exact: N_closed|exact: length_closed]. Qed.
End Closed.
