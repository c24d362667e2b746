(* Sets of inputs measured by their density.

   The set R_l of the notes is a subset of A_{>=l}. Here it is a set of complete inputs of which only the
   blocks of players above a border matter, measured by its share of all inputs; this avoids products of
   tails. Replacing one block is what makes it work: with u[q := b] the input u with block q replaced,

     sum over u of #{b : u[q := b] in R} = |X_q| |R|                                        (sum_fibres)

   by the involution (u, b) -> (u[q := b], u_q). The power mean then gives steps 1 to 3 of the notes: if
   |R| >= 2^-D |all inputs|, some x-tuple t of elements of X_q that is not bad has |{u : u[q := t_k] in R
   for all k}| >= 2^-(xD+1) |all inputs|                             (good_tuple). *)
From mathcomp Require Import all_ssreflect zify.
From Strata Require Import Counting.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(* z with block q replaced by b *)
Definition put (X : nat -> Type) (z : forall p, X p) (q : nat) (b : X q) (p : nat) : X p :=
  match @eqP _ q p with
  | ReflectT e => eq_rect q X b p e
  | ReflectF _ => z p
  end.

Lemma put_eq (X : nat -> Type) z q b : @put X z q b q = b.
Proof. by rewrite /put; case: eqP => // e; rewrite (eq_axiomK e). Qed.

Lemma put_neq (X : nat -> Type) z q b p : q != p -> @put X z q b p = z p.
Proof. by rewrite /put; case: eqP. Qed.

Section Density.
Variables (top : nat) (X : nat -> finType) (dflt : forall p, X p).

(* the inputs of players 0 .. top, as a finite type *)
Definition inputs : finType := [finType of {dffun forall p : 'I_top.+1, X p}].

Definition get (u : inputs) (p : nat) : X p :=
  match @idP (p < top.+1) with
  | ReflectT e => u (Ordinal e)
  | ReflectF _ => dflt p
  end.

Definition pack (z : forall p, X p) : inputs := [ffun p : 'I_top.+1 => z p].

Lemma get_ord (u : inputs) (p : 'I_top.+1) : get u p = u p.
Proof.
case: p => i lt; rewrite /get /=; case: {-}_ / idP => [e|//].
by rewrite (bool_irrelevance e lt).
Qed.

Lemma get_pack z p : p <= top -> get (pack z) p = z p.
Proof. by move=> pT; rewrite -[p]/(nat_of_ord (Ordinal (pT : p < top.+1))) get_ord ffunE. Qed.

Lemma get_inj u v : (forall p, p <= top -> get u p = get v p) -> u = v.
Proof. by move=> e; apply/ffunP => p; rewrite -!get_ord e // -ltnS. Qed.

Definition replace (u : inputs) q (b : X q) : inputs := pack (put (get u) b).

Lemma replace_eq u q b : q <= top -> get (@replace u q b) q = b.
Proof. by move=> qT; rewrite get_pack // put_eq. Qed.

Lemma replace_neq u q b p : q != p -> get (@replace u q b) p = get u p.
Proof.
move=> qp; case: (leqP p top) => pT; first by rewrite get_pack // put_neq.
by rewrite /get; case: {-}_ / idP => // e; have := e; rewrite ltnS leqNgt pT.
Qed.

Lemma card_inputs_gt0 : 0 < #|inputs|.
Proof. by apply/card_gt0P; exists (pack dflt). Qed.

Lemma dense_nonempty (R : {set inputs}) D : #|inputs| <= #|R| * 2 ^ D -> exists r, r \in R.
Proof.
move=> dR; apply/card_gt0P; case: #|R| dR => //.
by have := card_inputs_gt0; rewrite mul0n ltnNge => /negbTE ->.
Qed.

Section Fibres.
Variables (q : nat) (qT : q <= top) (R : {set inputs}).

Definition fibre (u : inputs) : {set X q} := [set b | replace u b \in R].

Lemma sum_fibres : \sum_u #|fibre u| = #|X q| * #|R|.
Proof.
pose E := [set ub : inputs * X q | replace ub.1 ub.2 \in R].
have -> : \sum_u #|fibre u| = #|E|.
  rewrite -sum1_card (eq_bigr (fun u : inputs => \sum_(b : X q | replace u b \in R) 1)); last first.
    by move=> u _; rewrite -sum1_card; apply: eq_bigl => b; rewrite inE.
  by rewrite pair_big_dep /=; apply: eq_bigl => -[u b]; rewrite inE.
pose f (ub : inputs * X q) := (replace ub.1 ub.2, get ub.1 q).
have inv : involutive f.
  move=> [u b]; rewrite /f /= replace_eq //; congr (_, _).
  apply: get_inj => p pT; case: (altP (q =P p)) => [e|ne]; last by rewrite !replace_neq.
  by subst p; rewrite replace_eq.
rewrite -(card_imset E (inv_inj inv)).
have -> : f @: E = setX R setT; last by rewrite cardsX cardsT mulnC.
apply/setP => -[u b]; apply/imsetP/setXP => [[[u' b']]|[uR _]].
  by rewrite inE /= => h [-> ->]; rewrite inE.
exists (f (u, b)); last by rewrite inv.
by rewrite inE; have [-> _] := inv (u, b).
Qed.

(* inputs that stay in R whichever member of the tuple replaces block q *)
Definition common x (t : {ffun 'I_x -> X q}) : {set inputs} :=
  [set u | [forall k, replace u (t k) \in R]].

Lemma sum_common x : \sum_(t : {ffun 'I_x -> X q}) #|common t| = \sum_u #|fibre u| ^ x.
Proof.
rewrite (eq_bigr (fun t : {ffun 'I_x -> X q} => \sum_(u | [forall k, replace u (t k) \in R]) 1)); last first.
  by move=> t _; rewrite -sum1_card; apply: eq_bigl => u; rewrite inE.
rewrite (exchange_big_dep predT) //=; apply: eq_bigr => u _.
rewrite sum1_card -[in RHS](card_ord x) -card_ffun_on; apply: eq_card => t.
by rewrite inE; apply/forallP/ffun_onP => H k; have := H k; rewrite ?inE.
Qed.

Lemma average x D : #|inputs| <= #|R| * 2 ^ D ->
  #|inputs| * #|{ffun 'I_x -> X q}| <= (\sum_(t : {ffun 'I_x -> X q}) #|common t|) * 2 ^ (x * D).
Proof.
move=> dR; rewrite sum_common card_ffun card_ord; case: x => [|x].
  by rewrite !muln1 (eq_bigr (fun=> 1)) ?sum1_card.
rewrite -(@leq_pmul2l (#|inputs| ^ x)) ?expn_gt0 ?card_inputs_gt0 // mulnA -expnSr mulnA.
apply: (@leq_trans ((\sum_u #|fibre u|) ^ x.+1 * 2 ^ (x.+1 * D))); last first.
  by rewrite leq_mul2r power_mean orbT.
rewrite sum_fibres [x.+1 * D]mulnC expnM -!expnMn leq_exp2r //.
by rewrite mulnC -mulnA leq_mul2l dR orbT.
Qed.

Lemma good_tuple x D (bd : {set {ffun 'I_x -> X q}}) : #|inputs| <= #|R| * 2 ^ D ->
  #|bd| * 2 ^ (x * D + 1) <= #|{ffun 'I_x -> X q}| ->
  exists2 t, t \notin bd & #|inputs| <= #|common t| * 2 ^ (x * D + 1).
Proof.
move=> dR few; have av := average x dR.
set T := #|{ffun 'I_x -> X q}| in av few; set E := 2 ^ (x * D + 1) in few *; set I := #|inputs| in av *.
have T0 : 0 < T by apply/card_gt0P; exists [ffun=> dflt q].
have I0 : 0 < I by exact: card_inputs_gt0.
case: (pickP [pred t | (t \notin bd) && (I <= #|common t| * E)]) => [t /andP [h1 h2]|none]; first by exists t.
have small t : t \notin bd -> #|common t| * E <= I.-1.
  by move=> tb; have := none t; rewrite /= tb; lia.
have cc : #|[pred t | t \notin bd]| <= T by exact: max_card.
have le : (\sum_(t : {ffun 'I_x -> X q}) #|common t|) * E <= #|bd| * (I * E) + T * I.-1.
  rewrite big_distrl (bigID (mem bd)) /= leq_add //.
    rewrite -sum_nat_const; apply: leq_sum => t _; by rewrite leq_mul2r max_card orbT.
  apply: (@leq_trans (\sum_(t | t \notin bd) I.-1)); first exact: leq_sum.
  by rewrite sum_nat_const leq_mul2r cc orbT.
have E2 : E = 2 * 2 ^ (x * D) by rewrite /E addn1 expnS.
have h1 : 2 * (I * T) <= #|bd| * (I * E) + T * I.-1.
  apply: leq_trans le; rewrite E2 [X in _ <= X]mulnCA leq_mul2l; exact: av.
have h2 : #|bd| * (I * E) <= I * T by rewrite mulnCA leq_mul2l few orbT.
have h3 : T * I.-1 < I * T by rewrite mulnC ltn_pmul2r // ltn_predL.
by exfalso; move: (#|bd| * _) h1 h2 h3 => c1; move: (T * _) (I * T) => c2 c3; clear; lia.
Qed.
End Fibres.
End Density.
