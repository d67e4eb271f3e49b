(* Replicas are the first distinct nodes of the clockwise scan; what changes do to them. *)

From Coq Require Import ZArith List Bool Permutation Sorted Lia.
From Clockwise Require Import Model Terms Placement Arcs.
Import ListNotations.
Open Scope Z_scope.

(* ---- The clockwise scan. ---------------------------------------------------------------------- *)

Definition closer (M k : Z) (t u : token) : Prop := dist M k (pos t) < dist M k (pos u).

(* [l] lists the tokens [ts] in the order in which they are met. *)
Definition scan (M k : Z) (ts l : list token) : Prop :=
  Permutation ts l /\ StronglySorted (closer M k) l.

Lemma insert_permutation : forall M k t l, Permutation (t :: l) (insert M k t l).
Proof.
  induction l as [| u l IH]; simpl; auto.
  destruct (_ <=? _); auto. rewrite perm_swap. constructor. assumption.
Qed.

Lemma clockwise_permutation : forall M k ts, Permutation ts (clockwise M k ts).
Proof.
  induction ts as [| t ts IH]; simpl; auto.
  rewrite IH at 1. apply insert_permutation.
Qed.

Lemma insert_sorted : forall M k t l,
  (forall u, In u l -> dist M k (pos u) <> dist M k (pos t)) ->
  StronglySorted (closer M k) l -> StronglySorted (closer M k) (insert M k t l).
Proof.
  induction l as [| u l IH]; simpl; intros Hne S.
  - constructor; constructor.
  - inversion S as [| ? ? S' F]; subst. rewrite Forall_forall in F.
    destruct (Z.leb_spec (dist M k (pos t)) (dist M k (pos u))).
    + constructor; auto. rewrite Forall_forall. intros v [<- | Hv]; unfold closer in *.
      * pose proof (Hne u (or_introl eq_refl)). lia.
      * pose proof (F v Hv). lia.
    + constructor; auto. rewrite Forall_forall. intros v Hv.
      apply (Permutation_in v (Permutation_sym (insert_permutation M k t l))) in Hv.
      destruct Hv as [<- | Hv]; unfold closer in *; auto.
Qed.

Lemma clockwise_sorted : forall M k ts, spread M ts -> 0 <= k < M ->
  StronglySorted (closer M k) (clockwise M k ts).
Proof.
  induction ts as [| t ts IH]; simpl; intros S Hk; [constructor |].
  apply insert_sorted; [| apply IH; auto; eapply spread_tail; eauto].
  intros u Hu E.
  apply (Permutation_in u (Permutation_sym (clockwise_permutation M k ts))) in Hu.
  apply dist_injective in E; auto; try (eapply spread_range; eauto; simpl; auto; fail).
  assert (N : NoDup (map pos (t :: ts))) by apply S. inversion N as [| ? ? Hn _]; subst.
  apply Hn. rewrite <- E. apply in_map. assumption.
Qed.

Lemma clockwise_scan : forall M k ts, spread M ts -> 0 <= k < M -> scan M k ts (clockwise M k ts).
Proof. split; auto using clockwise_permutation, clockwise_sorted. Qed.

Lemma StronglySorted_filter : forall (A : Type) (R : A -> A -> Prop) p l,
  StronglySorted R l -> StronglySorted R (filter p l).
Proof.
  induction 1 as [| a l S IH F]; simpl; [constructor |].
  destruct (p a); auto. constructor; auto.
  rewrite Forall_forall in *. intros x Hx. apply F. apply filter_In in Hx. tauto.
Qed.

Lemma Permutation_filter : forall (A : Type) (p : A -> bool) a b,
  Permutation a b -> Permutation (filter p a) (filter p b).
Proof.
  induction 1; simpl; auto.
  - destruct (p x); auto.
  - destruct (p x), (p y); auto. apply perm_swap.
  - eapply perm_trans; eauto.
Qed.

Lemma scan_filter : forall M k p ts l, scan M k ts l -> scan M k (filter p ts) (filter p l).
Proof.
  intros M k p ts l [P S]. split; [apply Permutation_filter | apply StronglySorted_filter]; auto.
Qed.

(* A permutation of two sorted lists is equality. *)
Lemma sorted_unique : forall M k a b, StronglySorted (closer M k) a -> StronglySorted (closer M k) b ->
  (forall t, In t a <-> In t b) -> a = b.
Proof.
  induction a as [| x a IH]; intros [| y b] Sa Sb E; auto.
  - destruct (proj2 (E y)). left. reflexivity.
  - destruct (proj1 (E x)). left. reflexivity.
  - inversion Sa as [| ? ? Sa' Fa]; inversion Sb as [| ? ? Sb' Fb]; subst.
    rewrite Forall_forall in *. unfold closer in *.
    assert (x = y) as <-.
    { destruct (proj1 (E x) (or_introl eq_refl)) as [| Hx]; auto.
      destruct (proj2 (E y) (or_introl eq_refl)) as [| Hy]; auto.
      pose proof (Fa _ Hy). pose proof (Fb _ Hx). lia. }
    f_equal. apply IH; auto. intros t. specialize (E t). simpl in E.
    split; intros Ht.
    + destruct (proj1 E (or_intror Ht)) as [-> |]; auto. pose proof (Fa _ Ht). lia.
    + destruct (proj2 E (or_intror Ht)) as [-> |]; auto. pose proof (Fb _ Ht). lia.
Qed.

Lemma scan_unique : forall M k ts a b, scan M k ts a -> scan M k ts b -> a = b.
Proof.
  intros M k ts a b [Pa Sa] [Pb Sb]. apply (sorted_unique M k); auto.
  intros t. split; intros H.
  - apply (Permutation_in t Pb), (Permutation_in t (Permutation_sym Pa)). assumption.
  - apply (Permutation_in t Pa), (Permutation_in t (Permutation_sym Pb)). assumption.
Qed.

Lemma clockwise_same_set : forall M k a b, spread M a -> spread M b -> 0 <= k < M ->
  (forall t, In t a <-> In t b) -> clockwise M k a = clockwise M k b.
Proof.
  intros M k a b Sa Sb Hk E. apply (sorted_unique M k); auto using clockwise_sorted.
  intros t. split; intros H.
  - apply (Permutation_in t (clockwise_permutation M k b)), E.
    apply (Permutation_in t (Permutation_sym (clockwise_permutation M k a))). assumption.
  - apply (Permutation_in t (clockwise_permutation M k a)), E.
    apply (Permutation_in t (Permutation_sym (clockwise_permutation M k b))). assumption.
Qed.

Lemma scan_head : forall M k ts t l, scan M k ts (t :: l) -> nearest M k ts t.
Proof.
  intros M k ts t l [P S]. inversion S as [| ? ? S' F]; subst. rewrite Forall_forall in F.
  split.
  - apply (Permutation_in t (Permutation_sym P)). left. reflexivity.
  - intros u Hu. apply (Permutation_in u P) in Hu as [<- | Hu]; [lia |].
    pose proof (F u Hu). unfold closer in *. lia.
Qed.

(* ---- First occurrences. ----------------------------------------------------------------------- *)

Definition other (n m : nat) : bool := negb (Nat.eqb m n).

Lemma other_iff : forall n m, other n m = true <-> m <> n.
Proof. intros. unfold other. rewrite negb_true_iff, Nat.eqb_neq. reflexivity. Qed.

Lemma filter_comm : forall (A : Type) (p q : A -> bool) l,
  filter p (filter q l) = filter q (filter p l).
Proof.
  induction l as [| a l IH]; simpl; auto.
  destruct (p a) eqn:P, (q a) eqn:Q; simpl; rewrite ?P, ?Q, IH; auto.
Qed.

Lemma filter_all : forall (A : Type) (p : A -> bool) l, (forall x, In x l -> p x = true) ->
  filter p l = l.
Proof. induction l; simpl; intros H; auto. rewrite H, IHl; auto. Qed.

Lemma filter_other_absent : forall n l, ~ In n l -> filter (other n) l = l.
Proof.
  intros n l H. apply filter_all. intros m Hm. apply other_iff. intros ->. contradiction.
Qed.

Lemma distinct_cons : forall n l, distinct (n :: l) = n :: filter (other n) (distinct l).
Proof. reflexivity. Qed.

Lemma in_distinct : forall l n, In n (distinct l) <-> In n l.
Proof.
  induction l as [| a l IH]; intros n; [reflexivity |]. rewrite distinct_cons. simpl.
  rewrite filter_In, IH, other_iff. destruct (Nat.eq_dec a n); subst; intuition congruence.
Qed.

Lemma NoDup_distinct : forall l, NoDup (distinct l).
Proof.
  induction l as [| a l IH]; [constructor |]. rewrite distinct_cons. constructor.
  - rewrite filter_In, other_iff. tauto.
  - apply NoDup_filter. assumption.
Qed.

Lemma distinct_filter : forall p l, distinct (filter p l) = filter p (distinct l).
Proof.
  induction l as [| a l IH]; auto. rewrite distinct_cons. simpl.
  destruct (p a) eqn:P; rewrite ?distinct_cons, IH.
  - f_equal. apply filter_comm.
  - rewrite filter_comm. symmetry. apply filter_other_absent.
    rewrite filter_In, P. intros [_ C]. discriminate.
Qed.

Lemma map_filter : forall (A B : Type) (f : A -> B) p l,
  map f (filter (fun x => p (f x)) l) = filter p (map f l).
Proof. induction l as [| a l IH]; simpl; auto. destruct (p (f a)); simpl; rewrite IH; auto. Qed.

Lemma map_node_without : forall n ts, map node (without n ts) = filter (other n) (map node ts).
Proof. intros. unfold without. apply (map_filter _ _ node (other n)). Qed.

Lemma distinct_length_set : forall a b, (forall n, In n a <-> In n b) ->
  length (distinct a) = length (distinct b).
Proof.
  intros a b E. apply Permutation_length, NoDup_Permutation; auto using NoDup_distinct.
  intros n. rewrite !in_distinct. auto.
Qed.

(* ---- All replicas of a key, in their order. --------------------------------------------------- *)

Definition all_nodes (M k : Z) (ts : list token) : list nat :=
  distinct (map node (clockwise M k ts)).

Lemma in_all_nodes : forall M k ts n, In n (all_nodes M k ts) <-> In n (map node ts).
Proof.
  intros. unfold all_nodes. rewrite in_distinct. split; apply Permutation_in, Permutation_map.
  - apply Permutation_sym, clockwise_permutation.
  - apply clockwise_permutation.
Qed.

Lemma NoDup_all_nodes : forall M k ts, NoDup (all_nodes M k ts).
Proof. intros. apply NoDup_distinct. Qed.

Lemma length_all_nodes : forall M k ts, length (all_nodes M k ts) = node_count ts.
Proof.
  intros. unfold node_count, all_nodes. apply distinct_length_set. intros n.
  split; apply Permutation_in, Permutation_map.
  - apply Permutation_sym, clockwise_permutation.
  - apply clockwise_permutation.
Qed.

Lemma clockwise_without : forall M k n ts, spread M ts -> 0 <= k < M ->
  clockwise M k (without n ts) = without n (clockwise M k ts).
Proof.
  intros. apply (scan_unique M k (without n ts)).
  - apply clockwise_scan; auto using spread_without.
  - apply scan_filter, clockwise_scan; auto.
Qed.

Lemma all_nodes_without : forall M k n ts, spread M ts -> 0 <= k < M ->
  all_nodes M k (without n ts) = filter (other n) (all_nodes M k ts).
Proof.
  intros. unfold all_nodes. rewrite clockwise_without, map_node_without, distinct_filter; auto.
Qed.

Lemma all_nodes_head : forall M k ts t, spread M ts -> 0 <= k < M -> place M k ts = Some t ->
  all_nodes M k ts = node t :: all_nodes M k (without (node t) ts).
Proof.
  intros M k ts t S Hk H. rewrite all_nodes_without by auto.
  unfold all_nodes. pose proof (clockwise_scan M k ts S Hk) as C.
  destruct (clockwise M k ts) as [| u l].
  - destruct C as [P _]. apply Permutation_sym, Permutation_nil in P. subst. discriminate.
  - apply scan_head in C. apply place_iff in C; auto. rewrite H in C. injection C as ->.
    simpl map. rewrite distinct_cons. simpl. unfold other at 2. rewrite Nat.eqb_refl. simpl.
    f_equal. symmetry. apply filter_all. intros m Hm. apply filter_In in Hm. apply Hm.
Qed.

Lemma all_nodes_nil : forall M k, all_nodes M k [] = [].
Proof. reflexivity. Qed.

Lemma replicas_firstn : forall M k r ts, spread M ts -> 0 <= k < M ->
  replicas_of M k r ts =
  if (r <=? node_count ts)%nat then Some (firstn r (all_nodes M k ts)) else None.
Proof.
  induction r as [| r IH]; intros ts S Hk; auto. simpl replicas_of.
  destruct (place M k ts) as [t |] eqn:H.
  - rewrite IH by auto using spread_without. rewrite <- !(length_all_nodes M k).
    rewrite (all_nodes_head M k ts t S Hk H). simpl length. simpl Nat.leb.
    destruct (_ <=? _)%nat; reflexivity.
  - apply place_none in H. subst. reflexivity.
Qed.

Lemma replicas_some : forall M k r ts l, spread M ts -> 0 <= k < M ->
  (replicas_of M k r ts = Some l <-> (r <= node_count ts)%nat /\ l = firstn r (all_nodes M k ts)).
Proof.
  intros. rewrite replicas_firstn by auto.
  destruct (Nat.leb_spec r (node_count ts)); split; intros; try discriminate.
  - split; [assumption | congruence].
  - destruct H2 as [_ ->]. reflexivity.
  - lia.
Qed.

Lemma replicas_same_set : forall M k r a b, spread M a -> spread M b -> 0 <= k < M ->
  (forall t, In t a <-> In t b) -> replicas_of M k r a = replicas_of M k r b.
Proof.
  intros. rewrite !replicas_firstn by auto. rewrite <- !(length_all_nodes M k).
  unfold all_nodes. rewrite (clockwise_same_set M k a b); auto.
Qed.

Lemma firstn_prefix : forall (A : Type) r s (l : list A), (r <= s)%nat ->
  firstn r (firstn s l) = firstn r l.
Proof. intros. rewrite firstn_firstn. f_equal. lia. Qed.

Lemma NoDup_firstn : forall (A : Type) r (l : list A), NoDup l -> NoDup (firstn r l).
Proof.
  intros A r l N. rewrite <- (firstn_skipn r l) in N. eapply NoDup_app_l; eauto.
Qed.

(* ---- Stability: one node more, less, or elsewhere. -------------------------------------------- *)

Lemma in_firstn_other : forall n r l m, NoDup l -> m <> n ->
  In m (firstn r (filter (other n) l)) -> In m (firstn (S r) l).
Proof.
  induction r as [| r IH]; intros [| a l] m N Hm H; simpl in H; try contradiction.
  inversion N as [| ? ? Hn N']; subst. destruct (other n a) eqn:O.
  - simpl in H. destruct H as [<- | H]; [left; reflexivity |]. right. apply IH; auto.
  - assert (a = n) as -> by (destruct (Nat.eq_dec a n); auto; apply other_iff in n0; congruence).
    rewrite filter_other_absent in H by assumption. right. assumption.
Qed.

Lemma firstn_in_other : forall n r l m, m <> n ->
  In m (firstn r l) -> In m (firstn r (filter (other n) l)).
Proof.
  induction r as [| r IH]; intros [| a l] m Hm H; simpl in H; try contradiction.
  simpl filter. destruct H as [<- | H].
  - rewrite (proj2 (other_iff n a) Hm). left. reflexivity.
  - destruct (other n a).
    + right. apply IH; auto.
    + assert (G := IH l m Hm H). clear - G. revert G.
      generalize (filter (other n) l). intros f G.
      rewrite <- (firstn_prefix _ r (S r)) in G by lia.
      rewrite <- (firstn_skipn r (firstn (S r) f)). apply in_or_app. left. assumption.
Qed.

Lemma mem_iff : forall n l, mem n l = true <-> In n l.
Proof.
  intros. unfold mem. rewrite existsb_exists. split.
  - intros (m & H & E). apply Nat.eqb_eq in E. subst. assumption.
  - intros H. exists n. rewrite Nat.eqb_refl. auto.
Qed.

Lemma missing_bound : forall l l' c, NoDup l -> length l = S (length c) -> NoDup c ->
  (forall n, In n c -> In n l) -> (forall n, In n c -> In n l') -> (missing l l' <= 1)%nat.
Proof.
  intros l l' c N L Nc Sub Sub'. unfold missing.
  assert (P : Permutation (filter (fun n => mem n c) l) c).
  { apply NoDup_Permutation; auto using NoDup_filter. intros n. rewrite filter_In, mem_iff.
    split; [tauto |]. auto. }
  apply Permutation_length in P.
  assert (E : (length (filter (fun n => mem n c) l)
             + length (filter (fun n => negb (mem n c)) l) = length l)%nat).
  { clear. induction l as [| a l IH]; simpl; auto. destruct (mem a c); simpl; lia. }
  assert (B : (length (filter (fun n => negb (mem n l')) l)
            <= length (filter (fun n => negb (mem n c)) l))%nat).
  { clear - Sub'. induction l as [| a l IH]; simpl; auto.
    destruct (mem a c) eqn:C; simpl.
    - apply mem_iff, Sub', mem_iff in C. rewrite C. simpl. assumption.
    - destruct (mem a l'); simpl; lia. }
  lia.
Qed.

(* The core: two rings that are the same but for one node's tokens have r−1 replicas in common. *)
Lemma stability : forall M k r n a b la lb,
  spread M a -> spread M b -> 0 <= k < M ->
  (forall t, node t <> n -> (In t a <-> In t b)) ->
  replicas_of M k r a = Some la -> replicas_of M k r b = Some lb ->
  (missing la lb <= 1)%nat.
Proof.
  intros M k r n a b la lb Sa Sb Hk E Ha Hb.
  apply replicas_some in Ha as [La ->]; auto. apply replicas_some in Hb as [Lb ->]; auto.
  rewrite <- (length_all_nodes M k) in La, Lb.
  destruct r as [| r]; [simpl; unfold missing; simpl; lia |].
  set (A := all_nodes M k a) in *. set (B := all_nodes M k b) in *.
  assert (D : filter (other n) A = filter (other n) B).
  { unfold A, B. rewrite <- !all_nodes_without by auto. unfold all_nodes.
    rewrite (clockwise_same_set M k (without n a) (without n b)); auto using spread_without.
    intros t. rewrite !in_without. split; intros [Ht Hn]; split; auto; apply E; auto. }
  pose proof (NoDup_all_nodes M k a : NoDup A) as NA.
  pose proof (NoDup_all_nodes M k b : NoDup B) as NB.
  assert (F : (r <= length (filter (other n) A))%nat).
  { assert (G : (length A <= S (length (filter (other n) A)))%nat).
    { clear - NA. induction A as [| x A IH]; simpl; auto. inversion NA; subst.
      destruct (other n x) eqn:O; simpl; [specialize (IH H2); lia |].
      assert (x = n) as -> by (destruct (Nat.eq_dec x n); auto; apply other_iff in n0; congruence).
      rewrite filter_other_absent; auto. }
    lia. }
  apply missing_bound with (firstn r (filter (other n) A)).
  - apply NoDup_firstn. assumption.
  - rewrite !firstn_length. lia.
  - apply NoDup_firstn, NoDup_filter. assumption.
  - intros m Hm. apply in_firstn_other with n; auto.
    rewrite <- (firstn_skipn r (filter (other n) A)) in *.
    assert (In m (filter (other n) A)).
    { rewrite <- (firstn_skipn r (filter (other n) A)). apply in_or_app. left.
      rewrite firstn_skipn in Hm. assumption. }
    apply filter_In in H as [_ H]. apply other_iff. assumption.
  - intros m Hm. apply in_firstn_other with n; auto; [| rewrite <- D; assumption].
    assert (In m (filter (other n) A)).
    { rewrite <- (firstn_skipn r (filter (other n) A)). apply in_or_app. left. assumption. }
    apply filter_In in H as [_ H]. apply other_iff. assumption.
Qed.
