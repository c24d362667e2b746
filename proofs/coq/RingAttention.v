(* Softmax networks computed block by block, and what precision costs them.

   A network of Network.v is turned into a network with p-bit block aggregates (Reduction.v): towards a
   querying token, a block gives for each head its largest score, coded in (d-1) p bits, and relative to it
   its partial denominator and numerator, d+1 numbers coded in p bits; a linear layer codes its state in S
   bits. The codes are arbitrary maps. [blockwise_exact]: if no aggregate of the exact run is changed by
   coding, the blockwise network gives the answer of the exact one. So ([precision_needed]) a network that
   computes FC with fewer full layers than Theorem 1 demands must, on some prompt, need an aggregate that
   does not fit: no choice of codes with p and S bits saves it. *)
From mathcomp Require Import all_ssreflect all_algebra zify.
From Strata Require Import Task Protocol Induction LowerBound Network Lookup Reduction.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* heads and coordinates, numbered *)
Definition of_num (T : finType) (K : nat) (i : 'I_K) : option T :=
  omap (fun j : 'I_#|T| => enum_val j) (insub (val i)).
Definition to_num (T : finType) (K : nat) (x : T) : option 'I_K := insub (val (enum_rank x)).

Lemma to_numP (T : finType) K (x : T) : (#|T| <= K)%N ->
  exists2 i : 'I_K, to_num K x = Some i & of_num T i = Some x.
Proof.
move=> TK; have iK := leq_trans (ltn_ord (enum_rank x)) TK.
exists (Ordinal iK); first by rewrite /to_num insubT.
by rewrite /of_num /= valK /= enum_rankK.
Qed.

Lemma pow2D (a b : rat) : a \is a Qint -> b \is a Qint -> pow2 a * pow2 (b - a) = pow2 b.
Proof.
move=> /QintP [i ->] /QintP [j ->]; rewrite -rmorphB /= !pow2_int -expfzDr //.
by rewrite addrC subrK.
Qed.

Section Layer.
Variables (W : finType) (H d p : nat).
Notation state := {ffun W -> rat}.
Variables (top_enc : rat -> 'I_(2 ^ ((d - 1) * p))) (top_dec : 'I_(2 ^ ((d - 1) * p)) -> rat).
Variables (num_enc : rat -> 'I_(2 ^ p)) (num_dec : 'I_(2 ^ p) -> rat).
Variable Y : layer W.

(* the score of token u for the query of token v *)
Definition sc (h : heads Y) (v u : state) : rat := dot (mulmv (W_q h) v) (mulmv (W_k h) u).

Definition block_top h (us : seq state) v := top_enc (foldr Num.max (sc h v (head v us)) (map (sc h v) us)).
Definition block_den h us v (M : rat) : rat := \sum_(u <- us) pow2 (sc h v u - M).
Definition block_num h us v (M : rat) (c : vdim Y) : rat :=
  \sum_(u <- us) pow2 (sc h v u - M) * mulmv (W_v h) u c.

Definition block_aggregate h us v : aggregate d p :=
  let M := top_dec (block_top h us v) in
  (block_top h us v, num_enc (block_den h us v M),
   [tuple num_enc (oapp (block_num h us v M) 0 (of_num (vdim Y) j)) | j < d]).

Definition agg_top (q : aggregate d p) : rat := top_dec q.1.1.
Definition agg_den (q : aggregate d p) : rat := num_dec q.1.2.
Definition agg_num (q : aggregate d p) (c : vdim Y) : rat :=
  oapp (fun j => num_dec (tnth q.2 j)) 0 (to_num d c).

(* the output of head h from the own block up to the token, us, and the aggregates of the earlier blocks *)
Definition combined h (us : seq state) v (qs : seq (aggregate d p)) (c : vdim Y) : rat :=
  (\sum_(u <- us) pow2 (sc h v u) * mulmv (W_v h) u c + \sum_(q <- qs) pow2 (agg_top q) * agg_num q c) /
  (\sum_(u <- us) pow2 (sc h v u) + \sum_(q <- qs) pow2 (agg_top q) * agg_den q).

Definition head_of (f : {ffun 'I_H -> aggregate d p}) (h : heads Y) : aggregate d p :=
  oapp f (a0 d p) (to_num H h).

Definition blockwise_comb (us : seq state) (fs : seq {ffun 'I_H -> aggregate d p}) : state :=
  let v := seq.last [ffun=> 0] us in
  [ffun c => mlp Y (fun c => v c + \sum_h mulmv (W_o h) (combined h us v [seq head_of f h | f <- fs]) c) c].

Definition blockwise_full S : blayer H d p S state :=
  Full (fun i us v => oapp (fun h => block_aggregate h us v) (a0 d p) (of_num (heads Y) i)) blockwise_comb.

(* coding does not change the aggregates of block us towards v *)
Definition fits us v : Prop := forall h, let M := top_dec (block_top h us v) in
  num_dec (num_enc (block_den h us v M)) = block_den h us v M /\
  forall c, num_dec (num_enc (block_num h us v M c)) = block_num h us v M c.

Hypothesis top_int : forall i, top_dec i \is a Qint.

Lemma aggregate_exact h us v : (#|vdim Y| <= d)%N -> fits us v ->
  (forall u, u \in us -> sc h v u \is a Qint) ->
  let q := block_aggregate h us v in
  pow2 (agg_top q) * agg_den q = \sum_(u <- us) pow2 (sc h v u) /\
  forall c, pow2 (agg_top q) * agg_num q c = \sum_(u <- us) pow2 (sc h v u) * mulmv (W_v h) u c.
Proof.
move=> dY /(_ h) [eD eN] int q; rewrite /q /agg_top /agg_den /agg_num /=; split.
  rewrite eD mulr_sumr big_seq [RHS]big_seq; apply: eq_bigr => u uu.
  by rewrite pow2D ?int.
move=> c; have [j -> cE] := to_numP c dY; rewrite /= tnth_mktuple cE /= eN mulr_sumr.
by rewrite big_seq [RHS]big_seq; apply: eq_bigr => u uu; rewrite mulrA pow2D ?int.
Qed.
End Layer.

(* sums over the tokens up to place y of block b, block by block *)
Lemma sum_blocks L m n b y (F : nat -> rat) : (b <= L.+1)%N ->
  \sum_(s < (position L m n b y).+1) F s =
  \sum_(y' <- iota 0 y.+1) F (position L m n b y') +
  \sum_(j <- iota b.+1 (L.+1 - b)) \sum_(y' <- iota 0 (tokens m n j)) F (position L m n j y').
Proof.
move=> bL.
have part c k : \sum_(position L m n c 0 <= s < position L m n c k) F s
    = \sum_(y' <- iota 0 k) F (position L m n c y').
  rewrite /position addn0 -{1}[(\sum_(_ <= _ < _) _)%N]add0n big_addn addKn /index_iota subn0.
  by apply: eq_bigr => s _; rewrite addnC.
have earlier e : (e <= L.+1)%N -> \sum_(0 <= s < position L m n (L.+1 - e) 0) F s =
    \sum_(j <- iota (L.+1 - e).+1 e) \sum_(y' <- iota 0 (tokens m n j)) F (position L m n j y').
  elim: e => [|e IH] eL.
    by rewrite /position addn0 subn0 [X in index_iota _ X]big_geq // big_geq // big_nil.
  have cE : (L.+1 - e.+1).+1 = (L.+1 - e)%N by rewrite -subSn.
  rewrite [iota _ _]/= big_cons cE -{}IH ?(ltnW eL) // -part addrC.
  rewrite -big_cat_nat ?leq_add2l //=; congr (bigop _ (index_iota _ _) _).
  have lt : (L.+1 - e < L.+2)%N by rewrite ltnS leq_subr.
  by rewrite /position cE addn0 (big_ltn lt) addnC.
rewrite -(big_mkord predT F) -[(position L m n b y).+1]addnS -/(position L m n b y.+1).
rewrite (@big_cat_nat _ _ _ (position L m n b 0)) ?leq_add2l //= part addrC; congr (_ + _).
by have := earlier _ (leq_subr b L.+1); rewrite subKn.
Qed.

Lemma eq_mlp W (Y : layer W) (u v : vec W) : u =1 v -> mlp Y u =1 mlp Y v.
Proof.
move=> e c; rewrite /mlp e; congr (_ + _ + _).
by apply: eq_mulmv => i; rewrite (eq_mulmv _ _ e).
Qed.

Section Step.
Variables (L m : nat) (n : nat -> nat) (W : finType) (H d p S : nat).
Variables (top_enc : rat -> 'I_(2 ^ ((d - 1) * p))) (top_dec : 'I_(2 ^ ((d - 1) * p)) -> rat).
Variables (num_enc : rat -> 'I_(2 ^ p)) (num_dec : 'I_(2 ^ p) -> rat).
Hypothesis top_int : forall i, top_dec i \is a Qint.
Variables (G : bnetwork H d p S {ffun W -> rat}) (Y : layer W) (x : nat -> vec W).
Notation pos := (position L m n).

(* the stream of Network.v as states of the blocks *)
Definition vector (x : nat -> vec W) (t : nat) : {ffun W -> rat} := [ffun c => x t c].
Definition in_blocks (x : nat -> vec W) (b : nat) : seq {ffun W -> rat} :=
  [seq vector x (pos b y) | y <- iota 0 (tokens m n b)].

Lemma take_block b y : (y < tokens m n b)%N ->
  take y.+1 (in_blocks x b) = [seq vector x (pos b y') | y' <- iota 0 y.+1].
Proof. by move=> yb; rewrite -map_take take_iota (minn_idPl yb). Qed.

Lemma nth_block b y : (y < tokens m n b)%N -> nth (s0 G) (in_blocks x b) y = vector x (pos b y).
Proof. by move=> yb; rewrite (nth_map 0%N) ?size_iota // nth_iota. Qed.

Lemma mul_vector (I : finType) (M : mat I W) t : mulmv M (vector x t) =1 mulmv M (x t).
Proof. by move=> i; apply: eq_mulmv => c; rewrite ffunE. Qed.

Lemma sc_vector (h : heads Y) t s : sc h (vector x t) (vector x s) = score x h t s.
Proof. by apply: eq_bigr => i _; rewrite !mul_vector. Qed.

Lemma blockwise_full_exact b : (b <= L.+1)%N -> full Y -> (#|heads Y| <= H)%N -> (#|vdim Y| <= d)%N ->
  (forall (h : heads Y) t s, (s <= t < prompt_length L m n)%N -> score x h t s \is a Qint) ->
  (forall j y, (b < j <= L.+1)%N -> (y < tokens m n b)%N ->
     fits top_enc top_dec num_enc num_dec Y (in_blocks x j) (vector x (pos b y))) ->
  bapply L m n G (blockwise_full H top_enc top_dec num_enc num_dec Y S) (in_blocks x) b =
  in_blocks (apply Y x) b.
Proof.
move=> bL fY HY dY int fit; apply/eq_in_map => y; rewrite mem_iota add0n => /andP [_ yb].
rewrite take_block // nth_block // /blockwise_comb.
have -> : seq.last [ffun=> 0] [seq vector x (pos b y') | y' <- iota 0 y.+1] = vector x (pos b y).
  by rewrite -nth_last (nth_map 0%N) !size_map size_iota // nth_iota.
apply/ffunP => c; rewrite !ffunE; apply: eq_mlp => {}c; rewrite ffunE /mix; congr (_ + _).
apply: eq_bigr => h _; apply: eq_mulmv => j.
rewrite /mixed fY /softmax /weight; under [RHS]eq_bigr do rewrite mulrAC.
rewrite -mulr_suml (sum_blocks m n y (fun s => pow2 (score x h (pos b y) s) * value x h s j) bL).
rewrite (sum_blocks m n y (fun s => pow2 (score x h (pos b y) s)) bL) /combined !big_map.
have E i : (b < i <= L.+1)%N -> let q := head_of [ffun i' : 'I_H => oapp (fun h' => block_aggregate
      top_enc top_dec num_enc h' (in_blocks x i) (vector x (pos b y))) (a0 d p) (of_num (heads Y) i')] h in
    pow2 (agg_top top_dec q) * agg_den num_dec q =
      \sum_(y' <- iota 0 (tokens m n i)) pow2 (score x h (pos b y) (pos i y')) /\
    pow2 (agg_top top_dec q) * agg_num num_dec q j =
      \sum_(y' <- iota 0 (tokens m n i)) pow2 (score x h (pos b y) (pos i y')) * value x h (pos i y') j.
  move=> bi q; have -> : q = block_aggregate top_enc top_dec num_enc h (in_blocks x i) (vector x (pos b y)).
    by rewrite /q /head_of; have [k -> kE] := to_numP h HY; rewrite /= ffunE kE.
  have int' u : u \in in_blocks x i -> sc h (vector x (pos b y)) u \is a Qint.
    case/mapP=> y'; rewrite mem_iota add0n => y'i ->; rewrite sc_vector int // position_lt ?ltnS // andbT.
    by apply: ltnW; apply: position_anti => //; case/andP: bi.
  have [-> ->] := aggregate_exact top_int dY (fit i y bi yb) int'.
  by rewrite /in_blocks !big_map; split; apply: eq_bigr => y' _; rewrite sc_vector ?mul_vector.
congr (_ / _); congr (_ + _).
- by apply: eq_bigr => y' _; rewrite sc_vector mul_vector.
- apply: eq_big_seq => i; rewrite mem_iota => bi; have bi' : (b < i <= L.+1)%N by lia.
  by have [_ ->] := E i bi'.
- by apply: eq_bigr => y' _; rewrite sc_vector.
apply: eq_big_seq => i; rewrite mem_iota => bi; have bi' : (b < i <= L.+1)%N by lia.
by have [-> _] := E i bi'.
Qed.

(* -------- linear layers, with a code for the state -------- *)
Notation memory := {ffun heads Y * kdim Y * vdim Y -> rat}.
Variables (st_enc : memory -> 'I_(2 ^ S)) (st_dec : 'I_(2 ^ S) -> memory).

Definition st_update (r : 'I_(2 ^ S)) (u : {ffun W -> rat}) : 'I_(2 ^ S) :=
  st_enc [ffun a => st_dec r a + mulmv (W_k a.1.1) u a.1.2 * mulmv (W_v a.1.1) u a.2].
Definition st_read (r : 'I_(2 ^ S)) (v : {ffun W -> rat}) : {ffun W -> rat} :=
  [ffun c => mlp Y (fun c => v c + \sum_h mulmv (W_o h)
    (fun j => \sum_i st_dec r (h, i, j) * mulmv (W_q h) v i) c) c].
Definition blockwise_linear : blayer H d p S {ffun W -> rat} := Rec (st_enc [ffun=> 0]) st_update st_read.

(* the state before token t *)
Definition memory_before (t : nat) : memory :=
  [ffun a => if t is t'.+1 then state x a.1.1 t' a.1.2 a.2 else 0].
Definition memory_fits : Prop := forall t, (t <= prompt_length L m n)%N ->
  st_dec (st_enc (memory_before t)) = memory_before t.

Lemma blockwise_linear_exact b : (b <= L.+1)%N -> ~~ full Y -> memory_fits ->
  bapply L m n G blockwise_linear (in_blocks x) b = in_blocks (apply Y x) b.
Proof.
move=> bL fY fit.
have pre c y : (c <= L.+1)%N -> (y <= tokens m n c)%N ->
    foldl st_update (st_enc (memory_before (pos c 0))) [seq vector x (pos c y') | y' <- iota 0 y]
    = st_enc (memory_before (pos c y)).
  move=> cL; elim: y => [//|y IH] yc.
  have -> : iota 0 y.+1 = rcons (iota 0 y) y by rewrite -addn1 iotaD cats1.
  rewrite map_rcons foldl_rcons IH ?(ltnW yc) // /st_update; congr st_enc; apply/ffunP => a.
  rewrite fit; last by apply: ltnW; apply: position_lt.
  by rewrite !ffunE !mul_vector /position addnS -/(pos c y); case: (pos c y).
have brd e : (e <= L.+1)%N -> border L (st_enc [ffun=> 0]) st_update (in_blocks x) e
    = st_enc (memory_before (pos (L.+1 - e) 0)).
  elim: e => [|e IH] eL /=.
    rewrite /position addn0 subn0 big_geq //; congr st_enc; apply/ffunP => a; by rewrite !ffunE.
  rewrite IH ?(ltnW eL) // pre ?leq_subr // /position addn0; congr (st_enc (memory_before _)).
  have cE : (L.+1 - e.+1).+1 = (L.+1 - e)%N by rewrite -subSn.
  have lt : (L.+1 - e < L.+2)%N by rewrite ltnS leq_subr.
  by rewrite cE (big_ltn lt) addnC.
apply/eq_in_map => y; rewrite mem_iota add0n => /andP [_ yb].
rewrite brd ?leq_subr // subKn // take_block // nth_block // pre //.
apply/ffunP => c; rewrite !ffunE; apply: eq_mlp => {}c; rewrite ffunE /mix; congr (_ + _).
apply: eq_bigr => h _; apply: eq_mulmv => j; rewrite /mixed (negbTE fY) /linear.
by apply: eq_bigr => i _; rewrite /position addnS -/(pos b y) fit ?ffunE ?mul_vector // position_lt.
Qed.
End Step.

Lemma map_ohead_drop T R (f : option T -> R) (s : seq T) :
  [seq f (ohead (drop t s)) | t <- iota 0 (size s)] = [seq f (Some y) | y <- s].
Proof. by elim: s => [//|y s IH] /=; rewrite -IH (iotaDl 1 0) -map_comp. Qed.

Lemma bapply_ext L m n H d p S state (G : bnetwork H d p S state) Y X X' b : (b <= L.+1)%N ->
  (forall j, (j <= L.+1)%N -> X j = X' j) -> bapply L m n G Y X b = bapply L m n G Y X' b.
Proof.
move=> bL e; case: Y => [agg comb|r0 upd read] /=; rewrite e //.
  apply: eq_map => y; congr comb; apply/eq_in_map => j; rewrite mem_iota => jL.
  by rewrite e //; lia.
apply: eq_map => y; congr (read (foldl _ _ _) _).
by elim: (L.+1 - b)%N => [//|k /= ->]; rewrite e // leq_subr.
Qed.

Section Network.
Variables (L m : nat) (n : nat -> nat) (H d p S : nat) (G : network token).
Notation W := (stream G).
Variables (top_enc : rat -> 'I_(2 ^ ((d - 1) * p))) (top_dec : 'I_(2 ^ ((d - 1) * p)) -> rat).
Variables (num_enc : rat -> 'I_(2 ^ p)) (num_dec : 'I_(2 ^ p) -> rat).
Variable st_enc : forall Y : layer W, {ffun heads Y * kdim Y * vdim Y -> rat} -> 'I_(2 ^ S).
Variable st_dec : forall Y : layer W, 'I_(2 ^ S) -> {ffun heads Y * kdim Y * vdim Y -> rat}.

Definition blockwise_layer (Y : option (layer W)) : blayer H d p S {ffun W -> rat} :=
  match Y with
  | Some Y => if full Y then blockwise_full H top_enc top_dec num_enc num_dec Y S
              else blockwise_linear H d p (@st_enc Y) (@st_dec Y)
  | None => Full (fun _ _ _ => a0 d p) (fun us _ => seq.last [ffun=> 0] us)
  end.

Definition blockwise : bnetwork H d p S {ffun W -> rat} :=
  {| depth := size (layers G); blayers := fun t => blockwise_layer (ohead (drop t (layers G)));
     bembed := fun tk => [ffun c => embed G tk c];
     breadout := fun u => (\sum_(j < bits G) (0 < mulmv (W_r G) u j)%R * 2 ^ j)%N |}.

Lemma blockwise_letters : letters blockwise = [seq full Y | Y <- layers G].
Proof.
rewrite /letters (map_ohead_drop (fun Y => is_full (blockwise_layer Y))).
by apply: eq_map => Y /=; case: (full Y).
Qed.

(* coding changes no aggregate and no recurrent state of the exact run on input z *)
Definition run_fits (z : input L m n) : Prop := forall t Y, ohead (drop t (layers G)) = Some Y ->
  let x := stream_after token0 G (prompt z) t in
  if full Y then forall b j y, (b < j <= L.+1)%N -> (y < tokens m n b)%N ->
    fits top_enc top_dec num_enc num_dec Y (in_blocks L m n x j) (vector x (position L m n b y))
  else memory_fits L m n x (@st_enc Y) (@st_dec Y).

Hypothesis top_int : forall i, top_dec i \is a Qint.
Hypothesis bounded : all (fun Y => (#|heads Y| <= H) && (#|vdim Y| <= d))%N (layers G).

Lemma blockwise_states z t b : integer_scores token0 G (prompt z) -> run_fits z ->
  (t <= size (layers G))%N -> (b <= L.+1)%N ->
  bstates blockwise z t b = in_blocks L m n (stream_after token0 G (prompt z) t) b.
Proof.
move=> int fit; elim: t b => [|t IH] b tG bL.
  apply/eq_in_map => y; rewrite mem_iota add0n => /andP [_ yb] /=; apply/ffunP => c; rewrite !ffunE.
  by rewrite /stream_after take0 /= nth_position //; case: b bL yb => [|[|b]].
set x := stream_after token0 G (prompt z) t.
rewrite /= (@bapply_ext _ _ _ _ _ _ _ _ _ _ _ (in_blocks L m n x)) //; last first.
  by move=> j jL; apply: IH => //; apply: ltnW.
case E : (drop t (layers G)) => [|Y s].
  by move/(congr1 size): E; rewrite size_drop => /eqP; rewrite subn_eq0 leqNgt tG.
have oE : ohead (drop t (layers G)) = Some Y by rewrite E.
have -> : stream_after token0 G (prompt z) t.+1 = apply Y (stream_after token0 G (prompt z) t).
  by rewrite /stream_after -addn1 takeD E take_cons take0 foldl_cat.
have /andP [HY dY] : (#|heads Y| <= H)%N && (#|vdim Y| <= d)%N.
  by move: bounded; rewrite -(cat_take_drop t (layers G)) E all_cat /= => /and3P [].
have := fit t Y oE; rewrite /=; case: ifP => fY fits /=.
  apply: (blockwise_full_exact top_int blockwise bL fY HY dY) => [h t' s' st|j y bj yb]; last exact: fits.
  by apply: (int t Y h) => //; rewrite size_prompt.
exact: (blockwise_linear_exact blockwise bL (negbT fY) fits).
Qed.

Theorem blockwise_exact z : integer_scores token0 G (prompt z) -> run_fits z ->
  banswer blockwise z = net_answer token0 G (prompt z).
Proof.
move=> int fit; rewrite /banswer blockwise_states //= /net_answer /output size_prompt.
rewrite -/(Lookup.last L m n) -position_last.
by apply: eq_bigr => j _; rewrite mul_vector.
Qed.

(* Theorem 1 for softmax networks: what computes FC does not fit into p and S bits *)
Variables (a : nat) (x theta : nat -> nat) (free lastF : bool).
Hypotheses (L0 : (0 < L)%N) (m0 : (0 < m)%N) (n0 : forall l, (0 < l < L)%N -> (0 < n l)%N) (d0 : (0 < d)%N).
Notation D := (D_ L m n (H * d * p) S a x free lastF).
Notation P := (P_ n x theta).
Notation lets := [seq full Y | Y <- layers G].

Theorem precision_needed :
  (count id lets <= L - 1)%N -> (count negb lets <= a)%N ->
  (lastF -> (1 < L)%N /\ seq.last true lets) -> (x 0 <= m)%N ->
  (free -> (a * S = 0 /\ theta 1 <= minn (x 0 * x 1) m)%N) ->
  (forall l, (free < l < L)%N -> COVER (N_ m n l.-1) (theta l) (x l) (P l) (D l)) ->
  (2 ^ D L < N_ m n L.-1 ^ P L)%N ->
  computes_FC L m n G -> ~ forall z, run_fits z.
Proof.
move=> fF fR eF xm zero cover final comp fit.
rewrite -blockwise_letters in fF fR eF.
have [z] := network_fails L0 m0 n0 d0 fF fR eF xm zero cover final.
by have [e int] := comp z; rewrite blockwise_exact.
Qed.
End Network.
