(* Executable versions of N_l, P_l, C_l and D_l over binary numbers.

   The parameters are given as lists of binary numbers, ns = n_1, ..., n_{L-1}, xs = x_0, ..., x_{L-1},
   ths = theta_1, ..., theta_{L-1}; [fun_of] and [fun_of1] turn them into the functions that the theorems
   speak about. Each number computed here is proved equal to its namesake in the theorems, so

     Eval vm_compute in [seq bD L B S a m ns xs false false l | l <- iota 1 L].

   prints D_1, ..., D_L of Theorem 1 for parameters of any size. *)
From Coq Require Import NArith.
From mathcomp Require Import all_ssreflect zify.
From Strata Require Import Task Induction LowerBound FullOnly.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(* entry l of a list that starts with entry 0 resp. with entry 1 *)
Definition bnth (s : seq N) (l : nat) : N := nth 0%num s l.
Definition bnth1 (s : seq N) (l : nat) : N := nth 0%num s l.-1.
Definition fun_of (s : seq N) (l : nat) : nat := N.to_nat (bnth s l).
Definition fun_of1 (s : seq N) (l : nat) : nat := N.to_nat (bnth1 s l).

Definition bnat (k : nat) : N := N.of_nat k.
Definition bprod (f : nat -> N) (i j : nat) : N := foldr (fun k c => f k * c)%num 1%num (iota i (j - i)).
Definition bsum (f : nat -> N) (i j : nat) : N := foldr (fun k c => f k + c)%num 0%num (iota i (j - i)).

Section Numbers.
Variables (L : nat) (B S a m : N) (ns xs ths : seq N) (free lastF : bool).
Notation n := (bnth1 ns).
Notation x := (bnth xs).
Notation theta := (bnth1 ths).

Fixpoint bN (l : nat) : N := (if l is k.+1 then bN k * n l else m)%num.
Definition bA : N := bprod n 1 L.
Definition bP (l : nat) : N := (if l is k.+2 then n k.+1 * theta k.+1 else x 0)%num.

Definition bC (l : nat) : N :=
  (if l == (L - 1)%N
   then 2 * B * (bnat (L - 2) * x (L - 1) * bN (L - 2) + bprod x 0 (L - 1) * (if lastF then bA else bA + 1))
        + a * S
   else 2 * B * bnat (L - l) * (bnat l * x l * bN l.-1 + bprod x 0 l * (bA + 1)
          + bsum (fun i => bprod x i l * bN i.-1) 1 l) + a * S)%num.

Definition bCfull (l : nat) : N :=
  (if l == (L - 1)%N then
     if L == 2%N then 2 * B * (x 1 * m + x 0 + bA * x 0)
     else 2 * B * (bnat (L - 1) * x (L - 1) * bN (L - 2) + bA * bprod x 0 (L - 1))
   else if l == 1%N then 2 * B * bnat (L - 1) * (2 * x 1 * m + x 0 + x 0 * x 1 + bA * x 0)
   else 2 * B * bnat (L - l) * (bnat l.+1 * x l * bN l.-1 + bprod x 0 l * (bA + 1)
          + bsum (fun i => bprod x i l * bN i.-1) 1 l))%num.

Fixpoint bD_of (f : bool) (d : N) (C : nat -> N) (l : nat) : N :=
  match l with
  | 0 => 0%num
  | 1 => d
  | k.+1 => ((if f && (k == 1%N) then 0 else x k * bD_of f d C k + 1) + C k)%num
  end.

Definition bD : nat -> N := bD_of free (a * S)%num bC.
Definition bDfull : nat -> N := bD_of false (2 * B * bnat L * bA)%num bCfull.
End Numbers.

(* ---- they are the numbers of the theorems ---- *)

Lemma to_natD c d : N.to_nat (c + d)%num = N.to_nat c + N.to_nat d.
Proof. by rewrite N2Nat.inj_add. Qed.

Lemma to_natM c d : N.to_nat (c * d)%num = N.to_nat c * N.to_nat d.
Proof. by rewrite N2Nat.inj_mul. Qed.

Lemma bnatK k : N.to_nat (bnat k) = k.
Proof. exact: Nat2N.id. Qed.

Definition to_natE := (to_natD, to_natM, bnatK).

Lemma bprodE f i j : N.to_nat (bprod f i j) = \prod_(i <= k < j) N.to_nat (f k).
Proof. by rewrite /bprod /index_iota unlock /=; elim: (iota _ _) => //= k s <-; rewrite to_natM. Qed.

Lemma bsumE f i j : N.to_nat (bsum f i j) = \sum_(i <= k < j) N.to_nat (f k).
Proof. by rewrite /bsum /index_iota unlock /=; elim: (iota _ _) => //= k s <-; rewrite to_natD. Qed.

Section Equal.
Variables (L : nat) (B S a m : N) (ns xs ths : seq N) (free lastF : bool).
Notation nB := (N.to_nat B).
Notation nS := (N.to_nat S).
Notation na := (N.to_nat a).
Notation nm := (N.to_nat m).
Notation n := (fun_of1 ns).
Notation x := (fun_of xs).

Theorem bNE l : N.to_nat (bN m ns l) = N_ nm n l.
Proof. by elim: l => //= l IH; rewrite to_natM IH. Qed.

Theorem bPE l : N.to_nat (bP ns xs ths l) = P_ n x (fun_of1 ths) l.
Proof. by case: l => [|[|l]] //=; rewrite to_natM. Qed.

Lemma bAE : N.to_nat (bA L ns) = A_ L n.
Proof. exact: bprodE. Qed.

Lemma bsum_prodE l : N.to_nat (bsum (fun i => bprod (bnth xs) i l * bN m ns i.-1)%num 1 l) =
  \sum_(1 <= i < l) (\prod_(i <= k < l) x k) * N_ nm n i.-1.
Proof. by rewrite bsumE; apply: eq_bigr => i _; rewrite to_natM bprodE bNE. Qed.

Theorem bCE l : N.to_nat (bC L B S a m ns xs lastF l) = C_ L nm n nB nS na x lastF l.
Proof.
have eA : N.to_nat (if lastF then bA L ns else bA L ns + 1)%num = if lastF then A_ L n else A_ L n + 1.
  by rewrite -bAE; case: lastF; rewrite // to_natD.
by rewrite /bC /C_; case: ifP => _; rewrite !to_natE ?bsum_prodE ?eA ?bAE !bprodE !bNE.
Qed.

Theorem bCfullE l : N.to_nat (bCfull L B m ns xs l) = Cfull_ L nm n nB x l.
Proof.
rewrite /bCfull /Cfull_; case: ifP => _; case: ifP => _.
all: by rewrite !to_natE ?bsum_prodE ?bAE ?bprodE ?bNE.
Qed.

Lemma bD_ofE f d C C' l : (forall k, N.to_nat (C k) = C' k) ->
  N.to_nat (bD_of xs f d C l) = D_of f (N.to_nat d) x C' l.
Proof.
move=> eC; elim: l => // -[//|l] IH; rewrite [LHS]/= -/(bD_of _ _ _ _ l.+1) to_natD eC D_ofS //.
by congr (_ + _); rewrite /E_of; case: ifP => // _; rewrite to_natD to_natM IH.
Qed.

Theorem bDE l : N.to_nat (bD L B S a m ns xs free lastF l) = D_ L nm n nB nS na x free lastF l.
Proof. by rewrite (bD_ofE free _ _ bCE) to_natM. Qed.

Theorem bDfullE l : N.to_nat (bDfull L B m ns xs l) = Dfull_ L nm n nB x l.
Proof. by rewrite (bD_ofE false _ _ bCfullE) !to_natE bAE. Qed.
End Equal.
