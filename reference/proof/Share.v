(* Shares: counted over every way to give the tokens to the nodes, they are exact. *)

From Coq Require Import ZArith List Bool Permutation Factorial Lia.
From Clockwise Require Import Model Terms Placement Counting Arcs Replicas Order.
Import ListNotations.
Open Scope Z_scope.

(* ---- One newcomer among N + 1 positions. ------------------------------------------------------ *)

Lemma given_positions : forall n x ts, map pos (given_to n x ts) = map pos ts.
Proof.
  intros. unfold given_to. rewrite map_map. apply map_ext. intros t.
  destruct (pos t =? pos x); reflexivity.
Qed.

Lemma given_spread : forall M n x ts, spread M ts -> spread M (given_to n x ts).
Proof.
  intros M n x ts [R N]. split; [| rewrite given_positions; assumption].
  intros t Ht. apply (in_map pos) in Ht. rewrite given_positions in Ht.
  apply in_map_iff in Ht as (u & <- & Hu). auto.
Qed.

Lemma given_place : forall M k n x ts t, spread M ts -> 0 <= k < M -> In x ts ->
  place M k ts = Some t ->
  place M k (given_to n x ts) = Some (if pos t =? pos x then Token (id t) (pos t) n else t).
Proof.
  intros M k n x ts t S Hk Hx H. apply place_iff; auto using given_spread.
  apply place_nearest in H as [Hin Hmin]. split.
  - unfold given_to. apply in_map_iff. exists t. auto.
  - intros u Hu. assert (E : pos (if pos t =? pos x then Token (id t) (pos t) n else t) = pos t)
      by (destruct (pos t =? pos x); reflexivity).
    rewrite E. apply (in_map pos) in Hu. rewrite given_positions in Hu.
    apply in_map_iff in Hu as (v & <- & Hv). auto.
Qed.

Lemma given_owner : forall M k n x ts t, spread M ts -> 0 <= k < M -> In x ts ->
  ~ In n (map node ts) -> place M k ts = Some t ->
  (owner_of M k (given_to n x ts) = Some n <-> x = t).
Proof.
  intros M k n x ts t S Hk Hx Hn H. unfold owner_of.
  rewrite (given_place M k n x ts t) by assumption. simpl.
  pose proof (place_in _ _ _ _ H) as Ht.
  destruct (Z.eqb_spec (pos t) (pos x)) as [E | E]; simpl; split; intros F; auto.
  - eapply spread_same; eauto.
  - exfalso. apply Hn. injection F as <-. apply in_map. assumption.
  - subst. contradiction.
Qed.

Lemma one_placing : forall M k n ts, spread M ts -> ts <> [] -> 0 <= k < M ->
  ~ In n (map node ts) ->
  count (fun x => owned_by (Nat.eqb n) M (given_to n x ts) k) ts = 1.
Proof.
  intros M k n ts S Hne Hk Hn. destruct (place_some M k ts Hne) as [t H].
  apply count_one with t.
  - eapply spread_NoDup; eauto.
  - eapply place_in; eauto.
  - intros x Hx. rewrite <- (given_owner M k n x ts t) by assumption. unfold owned_by.
    destruct (owner_of M k (given_to n x ts)) as [m |]; [| split; discriminate].
    rewrite Nat.eqb_eq. split; congruence.
Qed.

(* ---- All namings of the positions. ------------------------------------------------------------ *)

Lemma picks_permutation : forall l n r, In (n, r) (picks l) -> Permutation l (n :: r).
Proof.
  induction l as [| a l IH]; simpl; intros n r H; [contradiction |].
  destruct H as [E | H].
  - injection E as <- <-. reflexivity.
  - apply in_map_iff in H as ([m s] & E & H). simpl in E. injection E as <- <-.
    rewrite (IH _ _ H). apply perm_swap.
Qed.

Lemma picks_all : forall l n, In n l -> exists r, In (n, r) (picks l).
Proof.
  induction l as [| a l IH]; simpl; intros n H; [contradiction |].
  destruct H as [-> | H].
  - exists l. auto.
  - destruct (IH n H) as [r Hr]. exists (a :: r). right. apply in_map_iff. exists (n, r). auto.
Qed.

Lemma picks_length : forall l, length (picks l) = length l.
Proof. induction l; simpl; auto. rewrite map_length. congruence. Qed.

Lemma orders_permutations : forall size l s, length l = size ->
  (In s (orders size l) <-> Permutation l s).
Proof.
  induction size as [| size IH]; intros l s L; simpl.
  - destruct l; [| discriminate]. split.
    + intros [<- | []]. constructor.
    + intros P. apply Permutation_nil in P. auto.
  - rewrite in_flat_map. split.
    + intros ([n r] & H & Hs). simpl in Hs. apply in_map_iff in Hs as (s' & <- & Hs').
      pose proof (picks_permutation _ _ _ H) as P. rewrite P. constructor.
      apply IH; auto. apply Permutation_length in P. simpl in P. lia.
    + intros P. destruct s as [| n s].
      { apply Permutation_sym, Permutation_nil in P. subst. discriminate. }
      destruct (picks_all l n) as [r Hr].
      { apply (Permutation_in n (Permutation_sym P)). left. reflexivity. }
      exists (n, r). split; auto. simpl. apply in_map.
      pose proof (picks_permutation _ _ _ Hr) as Q. apply IH.
      * apply Permutation_length in Q. simpl in Q. lia.
      * apply Permutation_cons_inv with n. rewrite <- Q. assumption.
Qed.

Lemma length_flat_map : forall (A B : Type) (f : A -> list B) l,
  Z.of_nat (length (flat_map f l)) = sum (map (fun x => Z.of_nat (length (f x))) l).
Proof. induction l; simpl; auto. rewrite app_length. lia. Qed.

Lemma count_flat_map : forall (A B : Type) (such : B -> bool) (f : A -> list B) l,
  count such (flat_map f l) = sum (map (fun x => count such (f x)) l).
Proof. induction l; simpl; auto. rewrite count_app. lia. Qed.

Definition ways (n : nat) : Z := Z.of_nat (fact n).

Lemma ways_S : forall n, ways (S n) = Z.of_nat (S n) * ways n.
Proof. intros. unfold ways. rewrite <- Nat2Z.inj_mul. f_equal. Qed.

Lemma orders_length : forall size l, length l = size ->
  Z.of_nat (length (orders size l)) = ways size.
Proof.
  induction size as [| size IH]; intros l L; [reflexivity |].
  simpl orders. rewrite length_flat_map.
  rewrite (sum_ext _ _ (fun _ => ways size)).
  - rewrite sum_const, picks_length, L, ways_S. lia.
  - intros [n r] H. rewrite map_length. apply IH. simpl.
    apply picks_permutation, Permutation_length in H. simpl in H. lia.
Qed.

(* Of the orders of a list, those with such an element in a given place. *)
Lemma orders_with : forall (such : nat -> bool) size l place, length l = size ->
  (place < size)%nat ->
  Z.of_nat size * count (fun s => such (nth place s 0%nat)) (orders size l)
  = count such l * ways size.
Proof.
  intros such. induction size as [| size IH]; intros l w L Hw; [lia |].
  simpl orders. rewrite count_flat_map.
  assert (Len : forall n r, In (n, r) (picks l) -> length r = size).
  { intros n r H. apply picks_permutation, Permutation_length in H. simpl in H. lia. }
  assert (First : count (fun p => such (fst p)) (picks l) = count such l).
  { clear. induction l as [| a l IHl]; auto. simpl picks. rewrite !count_cons, count_map. simpl.
    rewrite IHl. reflexivity. }
  destruct w as [| w].
  - rewrite (sum_ext _ _ (fun p => ways size * if such (fst p) then 1 else 0)).
    + rewrite sum_mul, (sum_count _ (fun p => such (fst p))), First, ways_S. lia.
    + intros [n r] H. rewrite count_map. simpl nth. simpl fst. simpl snd.
      rewrite <- (orders_length size r) by eauto.
      induction (orders size r) as [| s o IHo]; [reflexivity |].
      rewrite count_cons, IHo. simpl length. destruct (such n); lia.
  - assert (Hs : 0 < Z.of_nat size) by lia.
    rewrite (sum_ext _ _ (fun p => count (fun s => such (nth w s 0%nat)) (orders size (snd p)))).
    2: { intros [n r] H. rewrite count_map. reflexivity. }
    assert (E : Z.of_nat size *
              sum (map (fun p => count (fun s => such (nth w s 0%nat)) (orders size (snd p)))
                     (picks l))
              = Z.of_nat size * (count such l * ways size)).
    { rewrite <- sum_mul.
      rewrite (sum_ext _ _ (fun p => ways size * (count such l + - (if such (fst p) then 1 else 0)))).
      - rewrite sum_mul, sum_add, sum_const, picks_length, L.
        rewrite (sum_ext _ _ (fun p => -1 * (if such (fst p) then 1 else 0))) by (intros; lia).
        rewrite sum_mul, (sum_count _ (fun p => such (fst p))), First. lia.
      - intros [n r] H. simpl fst. simpl snd. rewrite (IH r w) by (eauto; lia).
        pose proof (count_permutation _ such _ _ (picks_permutation _ _ _ H)) as C.
        rewrite count_cons in C. lia. }
    apply Z.mul_cancel_l in E; [| lia]. rewrite E, ways_S. lia.
Qed.

(* ---- The tokens of a naming. ------------------------------------------------------------------ *)

Lemma tokens_positions : forall ps names, length names = length ps ->
  map pos (tokens_at ps names) = ps.
Proof.
  induction ps as [| p ps IH]; intros [| n names] L; simpl in *; try discriminate; auto.
  rewrite IH; congruence.
Qed.

Lemma tokens_nodes : forall ps names, length names = length ps ->
  map node (tokens_at ps names) = names.
Proof.
  induction ps as [| p ps IH]; intros [| n names] L; simpl in *; try discriminate; auto.
  rewrite IH; congruence.
Qed.

Lemma tokens_ids : forall ps names t, In t (tokens_at ps names) -> (id t < length ps)%nat.
Proof.
  induction ps as [| p ps IH]; intros [| n names] t H; simpl in *; try contradiction.
  destruct H as [<- | H]; simpl; [lia |]. apply IH in H. lia.
Qed.

Lemma tokens_ring : forall M ps names, length names = length ps -> 2 <= M -> ps <> [] ->
  (forall p, In p ps -> 0 <= p < M) -> NoDup ps -> ring M (tokens_at ps names).
Proof.
  intros M ps names L HM Hne R N. repeat split; auto.
  - intros E. apply Hne. rewrite <- (tokens_positions ps names L), E. reflexivity.
  - apply (in_map pos) in H. rewrite tokens_positions in H by assumption. apply R in H. tauto.
  - apply (in_map pos) in H. rewrite tokens_positions in H by assumption. apply R in H. tauto.
  - rewrite tokens_positions; assumption.
  - clear. revert names. induction ps as [| p ps IH]; intros [| n names]; simpl; try constructor.
    + intros H. apply in_map_iff in H as (t & E & Ht). apply tokens_ids in Ht. lia.
    + apply IH.
Qed.

(* Which place has the key does not depend on the names. *)
Lemma winner : forall M k ps, ps <> [] -> (forall p, In p ps -> 0 <= p < M) -> NoDup ps ->
  0 <= k < M -> exists w, (w < length ps)%nat /\
  forall names, length names = length ps ->
    owner_of M k (tokens_at ps names) = Some (nth w names 0%nat).
Proof.
  intros M k ps Hne R N Hk. destruct (nearest_position_exists M k ps Hne) as (p & Hp & Hmin).
  apply In_nth with (d := 0) in Hp as (w & Hw & Ew). exists w. split; auto.
  intros names L.
  assert (S : spread M (tokens_at ps names)).
  { split; [| rewrite tokens_positions; assumption].
    intros t Ht. apply (in_map pos) in Ht. rewrite tokens_positions in Ht by assumption. auto. }
  assert (T : exists t, nth_error (tokens_at ps names) w = Some t).
  { destruct (nth_error (tokens_at ps names) w) eqn:E; eauto.
    apply nth_error_None in E. rewrite <- (map_length pos), tokens_positions in E by assumption.
    lia. }
  destruct T as [t T]. unfold owner_of.
  rewrite (proj2 (place_iff M k _ t S Hk)).
  - simpl. f_equal. pose proof (map_nth_error node _ _ T) as E.
    rewrite tokens_nodes in E by assumption. symmetry. apply nth_error_nth. assumption.
  - split; [eapply nth_error_In; eauto |]. intros u Hu.
    pose proof (map_nth_error pos _ _ T) as E. rewrite tokens_positions in E by assumption.
    apply nth_error_nth with (d := 0) in E. rewrite <- E, Ew. apply Hmin.
    rewrite <- (tokens_positions ps names) by assumption. apply in_map. assumption.
Qed.

(* The keys of such nodes, counted over all namings. *)
Lemma shares : forall (such : nat -> bool) M ps names ks,
  length names = length ps -> ps <> [] -> (forall p, In p ps -> 0 <= p < M) -> NoDup ps ->
  (forall k, In k ks -> 0 <= k < M) ->
  Z.of_nat (length names) *
    sum (map (fun naming => count (owned_by such M (tokens_at ps naming)) ks) (namings names))
  = count such names * Z.of_nat (length ks) * Z.of_nat (length (namings names)).
Proof.
  intros such M ps names ks L Hne R N Hks. unfold namings at 2.
  rewrite (orders_length (length names) names eq_refl).
  rewrite (sum_swap _ _ (fun naming k => owned_by such M (tokens_at ps naming) k)).
  rewrite <- sum_mul.
  rewrite (sum_ext _ _ (fun _ => count such names * ways (length names))).
  - rewrite sum_const. lia.
  - intros k Hk. destruct (winner M k ps Hne R N (Hks k Hk)) as (w & Hw & E).
    rewrite <- (orders_with such (length names) names w) by lia.
    f_equal. apply count_ext. intros naming Hn. unfold owned_by.
    rewrite E; auto. unfold namings in Hn. apply orders_permutations in Hn; auto.
    apply Permutation_length in Hn. lia.
Qed.

(* A key moves when newcomers join if and only if one of them is its owner then. *)
Lemma moves_to_newcomers : forall (new : nat -> bool) M k ts, spread M ts -> 0 <= k < M ->
  (exists t, In t ts /\ new (node t) = false) ->
  differ (owner_of M k (filter (fun t => negb (new (node t))) ts)) (owner_of M k ts)
  = owned_by new M ts k.
Proof.
  intros new M k ts S Hk (o & Ho & Hnew). unfold owned_by, owner_of.
  set (old := filter (fun t => negb (new (node t))) ts).
  assert (So : spread M old) by (apply spread_filter; assumption).
  assert (Hin : forall t, In t old <-> In t ts /\ new (node t) = false).
  { intros t. unfold old. rewrite filter_In, negb_true_iff. reflexivity. }
  destruct (place_some M k ts) as [t H]; [intros ->; contradiction |].
  destruct (place_some M k old) as [u Hu]; [intros E; apply (in_nil (a := o)); rewrite <- E;
    apply Hin; auto |].
  rewrite H, Hu. simpl. destruct (new (node t)) eqn:E.
  - apply place_in, Hin in Hu as [_ Hu]. rewrite negb_true_iff, Nat.eqb_neq. congruence.
  - rewrite (place_subset M k ts old t) in Hu; auto.
    + injection Hu as <-. rewrite Nat.eqb_refl. reflexivity.
    + intros v Hv. apply Hin in Hv. tauto.
    + apply Hin. split; auto. eapply place_in; eauto.
Qed.
