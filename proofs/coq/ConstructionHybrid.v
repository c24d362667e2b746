(* A hybrid: ONE linear layer and L full layers compute FC.

   Layer 0 only hands z_0 to the last token. A linear recurrence S_t = S_{t-1} + k_t v_t^T, y_t = S_t^T
   q_t does that with key 1 on the z_0 token and 0 elsewhere (the flag Z), query 1 on the last token
   and 0 elsewhere (the flag F): its state is one row of value bits. Layers 1 .. L stay as they are;
   the composition theorem of Lookup.v does not ask how a layer looks up. [hybrid_computes] is the
   statement for any such layers, [hybrid_binary_computes] and [hybrid_quadratic_computes] are its two
   instances. *)
From mathcomp Require Import all_ssreflect all_algebra zify.
From Strata Require Import Task Network Lookup ConstructionBinary ConstructionQuadratic.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory Order.Theory.
Local Open Scope ring_scope.

(* the state of a linear layer as a sum *)
Lemma stateE W (Y : layer W) x (h : heads Y) t i j :
  state x h t i j = \sum_(s < t.+1) key x h s i * value x h s j.
Proof.
elim: t => [|t IH]; first by rewrite big_ord1 /= add0r.
by rewrite big_ord_recr -IH.
Qed.

Section Hybrid.
Variables (L m : nat) (n : nat -> nat) (k : nat) (X : finType) (e : token -> vec X).
Notation fld := (field k X).

Definition seed_query (_ : 'I_1) : seq (rat * fld) := [:: (1, cF k X)].
Definition seed_key (_ : 'I_1) : seq (rat * fld) := [:: (1, cZ k X)].

Lemma linear_looks_up : looks_up L m n e false seed_query seed_key 0.
Proof.
move=> z; set Y := lookup_layer _ _ _; have L0 : (0 <= L)%N by [].
have mixedE t j : mixed (Y := Y) (intended e z 0) ord0 t j =
    (\sum_(s < t.+1) intended e z 0 s (cZ k X) * intended e z 0 s (cV X j)) * intended e z 0 t (cF k X).
  rewrite /mixed /= /linear big_ord1 stateE /query mul_sparse !big_cons !big_nil /= mul1r addr0.
  congr (_ * _); apply: eq_bigr => s _.
  by rewrite /key /value !mul_sparse !big_cons !big_nil /= !mul1r !addr0.
split=> // [j|s j sl]; last by rewrite mixedE flag ?(ltnW sl) // (ltn_eqF sl) mulr0 normr0.
rewrite mixedE flag // eqxx mulr1 (bigD1 (Ordinal (target_pos_lt z L0))) //= nth_target //= !mul1r.
rewrite big1 ?addr0 ?subrr ?normr0 // => s /eqP ne.
have sn : (s < prompt_length L m n)%N by rewrite -lastS.
have [p [x [-> pL xp sE]]] := nth_prompt z sn.
case: eqP => [/= p1|]; rewrite ?mul0r //; case: ne; apply: val_inj; rewrite /= -sE /target_pos p1.
by congr position; subst p; case: x xp {sE}.
Qed.

Variables (K : nat -> finType) (q kr : forall l, K l -> seq (rat * fld)).

Definition hyb_dim (l : nat) : finType := if l is 0 then [finType of 'I_1] else K l.
Definition hyb_query (l : nat) : hyb_dim l -> seq (rat * fld) :=
  match l with 0 => seed_query | l'.+1 => @q l'.+1 end.
Definition hyb_key (l : nat) : hyb_dim l -> seq (rat * fld) :=
  match l with 0 => seed_key | l'.+1 => @kr l'.+1 end.

Definition hybrid_network : network token := lookup_network L e (fun l => 0 < l)%N hyb_query hyb_key.

Lemma hybrid_letters : [seq full Y | Y <- layers hybrid_network] = false :: nseq L true.
Proof.
rewrite -map_comp /=; congr cons; set s := map _ _.
have -> : L = size s by rewrite size_map size_iota.
by apply/all_pred1P; rewrite all_map; apply/allP => l; rewrite mem_iota => /andP [] /= ->.
Qed.

Theorem hybrid_computes : (forall z : input L m n, FC z < 2 ^ k)%N ->
  (forall l, (0 < l <= L)%N -> looks_up L m n e true (@q l) (@kr l) l) -> computes_FC L m n hybrid_network.
Proof.
move=> fits Q; apply: lookups_compute fits => -[|l] lL; first exact: linear_looks_up.
exact: Q.
Qed.
End Hybrid.

Section Instances.
Variables (L m : nat) (n : nat -> nat).
Hypotheses (L1 : (0 < L)%N) (m1 : (0 < m)%N) (n1 : forall l, (0 < l < L)%N -> (0 < n l)%N).

Definition hybrid_binary : network token :=
  hybrid_network L (@bin_embed L m n) (@bin_query L m n) (fun _ => @bin_key L m n).
Definition hybrid_quadratic : network token :=
  hybrid_network L (@quad_embed L m n) (@quad_query L m n) (fun _ => @quad_key L m n).

Theorem hybrid_binary_computes : computes_FC L m n hybrid_binary.
Proof.
by apply: hybrid_computes (FC_fits L1) _ => l /andP [_ lL]; apply: binary_looks_up.
Qed.

Theorem hybrid_quadratic_computes : computes_FC L m n hybrid_quadratic.
Proof.
by apply: hybrid_computes (FC_fits L1) _ => l /andP [_ lL]; apply: quad_looks_up.
Qed.
End Instances.
