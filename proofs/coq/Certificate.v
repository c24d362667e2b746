(* Theorems 1 and 3 at concrete numbers, by computation.

   [check1] and [check3] decide, over binary numbers, whether given parameters satisfy the hypotheses of
   Theorem 1 resp. Theorem 3; if they answer true the theorem holds for these parameters ([check1_sound],
   [check3_sound]). Powers are compared by logarithms where that is enough:

     FINAL    2^k D < P floor(log2 N^(2^k)), k = 4 or 11               implies 2^D < N^P
     COVER    16 (8 t + 5 E) <= 5 (e - t) floor(log2 floor(N/t)^16)    implies binom(N, t) t^e 2^E <= N^e

   since binom(N, t) <= (3N/t)^t and 3^5 < 2^8; otherwise the inequality itself is evaluated. *)
From Coq Require Import NArith.
From mathcomp Require Import all_ssreflect zify.
From Strata Require Import Task Protocol Counting Induction LowerBound FullOnly Numbers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(* M^(2^k), and the floor of its logarithm *)
Fixpoint bsquares (k : nat) (M : N) : N := if k is i.+1 then N.square (bsquares i M) else M.
Definition logpow (k : nat) (M : N) : N := N.log2 (bsquares k M).

(* small enough to be evaluated: 2^E and M^e *)
Definition small (E e M : N) : bool := (E + e * N.succ (N.log2 M) <=? 30000)%num.

Definition final_quick (k : nat) (D P M : N) : bool := (bnat (2 ^ k) * D <? P * logpow k M)%num.
Definition final_ok (D P M : N) : bool :=
  if final_quick 4 D P M then true
  else if (if (M <=? 65536)%num then final_quick 11 D P M else false) then true
  else if small D P M then (2 ^ D <? M ^ P)%num else false.

(* M (M-1) ... (M-k+1) and k! *)
Fixpoint bffact (M : N) (k : nat) : N := (if k is i.+1 then bffact M i * (M - bnat i) else 1)%num.
Fixpoint bfact (k : nat) : N := (if k is i.+1 then bnat k * bfact i else 1)%num.

(* e = x P, E = x D + 1 *)
Definition cover_quick (M t e E : N) : bool :=
  (if t <=? e then 16 * (8 * t + 5 * E) <=? 5 * (e - t) * logpow 4 (M / t) else false)%num.
Definition cover_exact (M t e E : N) : bool :=
  if small E (e + t) M
  then (bffact M (N.to_nat t) * t ^ e * 2 ^ E <=? M ^ e * bfact (N.to_nat t))%num else false.
Definition cover_ok (M t e E : N) : bool :=
  if (t <=? M)%num then (if cover_quick M t e E then true else cover_exact M t e E) else false.

Lemma to_nat_pow c d : N.to_nat (c ^ d)%num = N.to_nat c ^ N.to_nat d.
Proof.
elim/N.peano_ind: d => [|d IH]; first by rewrite N.pow_0_r.
by rewrite N.pow_succ_r' to_natM IH N2Nat.inj_succ expnS.
Qed.

Lemma leN c d : (c <=? d)%num -> N.to_nat c <= N.to_nat d.
Proof. by move/N.leb_le; lia. Qed.

Lemma ltN c d : (c <? d)%num -> N.to_nat c < N.to_nat d.
Proof. by move/N.ltb_lt; lia. Qed.

Lemma bsquaresE k M : N.to_nat (bsquares k M) = N.to_nat M ^ (2 ^ k).
Proof.
by elim: k => [|k IH] /=; rewrite ?expn1 // N.square_spec to_natM IH -expnD addnn -mul2n -expnS.
Qed.

Lemma exp_logpow k M : M <> 0%num -> 2 ^ N.to_nat (logpow k M) <= N.to_nat M ^ (2 ^ k).
Proof.
move=> M0; rewrite -bsquaresE /logpow; set Q := bsquares k M.
have Q0 : Q <> 0%num.
  move=> e; have := bsquaresE k M; rewrite -/Q e => /esym/eqP; rewrite expn_eq0; lia.
have [|le _] := N.log2_spec Q; first by lia.
by rewrite -[2]/(N.to_nat 2) -to_nat_pow; lia.
Qed.

Lemma final_quickP k D P M : final_quick k D P M -> 2 ^ N.to_nat D < N.to_nat M ^ N.to_nat P.
Proof.
rewrite /final_quick => /ltN; rewrite !to_natM bnatK => lt.
case: (N.eq_dec M 0) => [e|M0].
  have b0 : bsquares k 0 = 0%num by clear; elim: k => //= k ->.
  by move: lt; rewrite e /logpow b0 muln0.
rewrite -(@ltn_exp2r _ _ (2 ^ k)) ?expn_gt0 // -!expnM.
apply: (@leq_trans (2 ^ (N.to_nat P * N.to_nat (logpow k M)))); first by rewrite ltn_exp2l // mulnC.
rewrite [N.to_nat P * _]mulnC [N.to_nat P * 2 ^ k]mulnC !expnM; case: (N.to_nat P) => // p.
by rewrite leq_exp2r // exp_logpow.
Qed.

Lemma final_okP D P M : final_ok D P M -> 2 ^ N.to_nat D < N.to_nat M ^ N.to_nat P.
Proof.
rewrite /final_ok; case: ifP => [/final_quickP //|_].
case: ifP => [|_]; first by case: ifP => // _ /final_quickP.
by case: ifP => // _ /ltN; rewrite !to_nat_pow.
Qed.

Lemma bffactE M k : k <= N.to_nat M -> N.to_nat (bffact M k) = N.to_nat M ^_ k.
Proof.
elim: k => // k IH kM; rewrite /= to_natM IH ?(ltnW kM) // ffactnSr; congr (_ * _).
by rewrite N2Nat.inj_sub bnatK.
Qed.

Lemma bfactE k : N.to_nat (bfact k) = k`!.
Proof. by elim: k => // k IH; rewrite -[bfact _]/(bnat k.+1 * bfact k)%num to_natM IH bnatK. Qed.

Lemma cover_quickP M t e E : N.to_nat t <= N.to_nat M -> cover_quick M t e E ->
  'C(N.to_nat M, N.to_nat t) * N.to_nat t ^ N.to_nat e * 2 ^ N.to_nat E <= N.to_nat M ^ N.to_nat e.
Proof.
rewrite /cover_quick => tM; case: ifP => // /leN te /leN; rewrite !to_natE N2Nat.inj_sub minusE => quick.
case: (N.eq_dec t 0) => [t0|t0].
  have l0 : logpow 4 (M / t) = 0%num by rewrite t0; case: (M).
  have -> : N.to_nat E = 0.
    by move: quick; rewrite l0 muln0 leqn0 muln_eq0 addn_eq0 !muln_eq0 /= => /andP [_ /eqP].
  by rewrite t0 bin0 muln1 mul1n; case: (N.to_nat e) => // k; rewrite exp0n.
apply: (@cover_ratio _ _ _ _ (N.to_nat (M / t))) => //.
  by have := N.mul_div_le M t t0; rewrite -to_natM; lia.
have r0 : (M / t)%num <> 0%num by move/(N.div_small_iff _ _ t0); lia.
rewrite -(@leq_exp2r _ _ 80) // expnMn -!expnM.
have h3 : 3 ^ (N.to_nat t * 80) <= 2 ^ (128 * N.to_nat t).
  have -> : N.to_nat t * 80 = 5 * (16 * N.to_nat t) by clear; lia.
  have -> : 128 * N.to_nat t = 8 * (16 * N.to_nat t) by clear; lia.
  by rewrite (expnM 3 5) (expnM 2 8); case: (16 * _) => // k; rewrite leq_exp2r.
apply: leq_trans (leq_mul h3 (leqnn _)) _; rewrite -expnD.
apply: (@leq_trans (2 ^ (N.to_nat (logpow 4 (M / t)) * ((N.to_nat e - N.to_nat t) * 5)))).
  rewrite leq_exp2l //; move: quick; move: (N.to_nat E) (N.to_nat t) (N.to_nat (logpow _ _)) (_ - _).
  move=> c1 c2 c3 c4; rewrite -[N.to_nat 8]/8 -[N.to_nat 5]/5 -[N.to_nat 16]/16; clear; lia.
have -> : (N.to_nat e - N.to_nat t) * 80 = 16 * ((N.to_nat e - N.to_nat t) * 5) by clear; lia.
rewrite expnM [X in _ <= X]expnM; case: ((N.to_nat e - N.to_nat t) * 5) => // k.
by rewrite leq_exp2r // (exp_logpow 4).
Qed.

Lemma cover_exactP M t e E : N.to_nat t <= N.to_nat M -> cover_exact M t e E ->
  'C(N.to_nat M, N.to_nat t) * N.to_nat t ^ N.to_nat e * 2 ^ N.to_nat E <= N.to_nat M ^ N.to_nat e.
Proof.
rewrite /cover_exact => tM; case: ifP => // _ /leN.
rewrite !to_natM !to_nat_pow bffactE // bfactE -bin_ffact => le.
rewrite -(@leq_pmul2r (N.to_nat t)`!) ?fact_gt0 //; apply: leq_trans le.
by move: 'C(_, _) (_`!) (N.to_nat t ^ _) (2 ^ _) => c1 c2 c3 c4; clear; lia.
Qed.

Lemma cover_okP M t x P D : cover_ok M t (x * P)%num (x * D + 1)%num ->
  COVER (N.to_nat M) (N.to_nat t) (N.to_nat x) (N.to_nat P) (N.to_nat D).
Proof.
rewrite /cover_ok; case: ifP => // /leN tM ok; split=> //; rewrite -to_natM.
have -> : N.to_nat x * N.to_nat D + 1 = N.to_nat (x * D + 1)%num by rewrite to_natD to_natM.
by move: ok; case: ifP => [q _|_ q]; [apply: cover_quickP|apply: cover_exactP].
Qed.

Section Check.
Variables (L : nat) (B S a m : N) (ns xs ths : seq N).
Notation nB := (N.to_nat B).
Notation nS := (N.to_nat S).
Notation nm := (N.to_nat m).
Notation n := (fun_of1 ns).

Definition sizes_ok : bool :=
  [&& 0 < L, (0 <? m)%num, all (fun l => (0 <? bnth1 ns l)%num) (iota 1 L.-1) & (bnth xs 0 <=? m)%num].

Definition covers_ok (s : nat) (D : nat -> N) : bool :=
  all (fun l => cover_ok (bN m ns l.-1) (bnth1 ths l) (bnth xs l * bP ns xs ths l)%num
                         (bnth xs l * D l + 1)%num) (iota s (L - s)).

Definition check1 (free lastF : bool) : bool :=
  let D := bD L B S a m ns xs free lastF in
  [&& sizes_ok, lastF ==> (1 < L),
   free ==> [&& (a * S =? 0)%num, (bnth1 ths 1 <=? bnth xs 0 * bnth xs 1)%num & (bnth1 ths 1 <=? m)%num],
   covers_ok free.+1 D & final_ok (D L) (bP ns xs ths L) (bN m ns L.-1)].

Definition check3 : bool :=
  let D := bDfull L B m ns xs in
  [&& sizes_ok, covers_ok 1 D & final_ok (D L) (bP ns xs ths L) (bN m ns L.-1)].

Lemma sizes_okP : sizes_ok ->
  [/\ 0 < L, 0 < nm, forall l, 0 < l < L -> 0 < n l & fun_of xs 0 <= nm].
Proof.
case/and4P=> L0 /ltN m0 /allP n0 /leN xm; split=> // l lL; apply: (ltN (n0 l _)).
by rewrite mem_iota; lia.
Qed.

Lemma covers_okP s D D' : (forall l, N.to_nat (D l) = D' l) -> covers_ok s D ->
  forall l, s <= l < L -> COVER (N_ nm n l.-1) (fun_of1 ths l) (fun_of xs l)
                                (P_ n (fun_of xs) (fun_of1 ths) l) (D' l).
Proof.
move=> eD /allP ok l lL; rewrite -bNE -bPE -eD; apply: cover_okP; apply: ok.
by rewrite mem_iota; lia.
Qed.

Theorem check1_sound free lastF : check1 free lastF ->
  forall Pr : hybrid L nm n nB nS, nF Pr <= L - 1 -> nR Pr <= N.to_nat a -> (lastF -> last true (word Pr)) ->
  exists z, answer Pr z != FC z.
Proof.
case/and5P=> /sizes_okP [L0 m0 n0 xm] /implyP L2 /implyP zero cov fin Pr fewF fewR lst.
apply: (@lower_bound _ _ _ _ _ (N.to_nat a) (fun_of xs) (fun_of1 ths) free lastF L0 m0 n0 Pr fewF fewR) => //.
- by move=> lF; split; [apply: L2|apply: lst].
- move=> /zero /and3P [/N.eqb_eq aS /leN t1 /leN t2].
  by rewrite -to_natM aS leq_min t2 andbT; move: t1; rewrite to_natM.
- exact: (covers_okP (@bDE L B S a m ns xs free lastF)).
- by rewrite -bDE -bPE -bNE; apply: final_okP.
Qed.

Theorem check3_sound : check3 ->
  forall (T : nat) (Pr : hybrid L nm n nB T), nF Pr <= L -> nR Pr = 0 -> exists z, answer Pr z != FC z.
Proof.
case/and3P=> /sizes_okP [L0 m0 n0 xm] cov fin T Pr fewF noR.
apply: (@full_only _ _ _ _ _ (fun_of xs) (fun_of1 ths) L0 m0 n0 Pr fewF noR) => //.
- exact: (covers_okP (@bDfullE L B m ns xs)).
- by rewrite -bDfullE -bPE -bNE; apply: final_okP.
Qed.
End Check.
