(* Placement sees positions only through the circular order, and names only through equality. *)

From Coq Require Import ZArith List Bool Permutation Lia.
From Clockwise Require Import Model Terms Placement Arcs Replicas.
Import ListNotations.
Open Scope Z_scope.

(* The circular order is which of two distances is less. *)
Lemma meets_dist : forall M a b c, 0 <= a < M -> 0 <= b < M -> 0 <= c < M ->
  (meets a b c <-> dist M a b < dist M a c).
Proof. intros. unfold meets. circle. Qed.

(* From k on the first ring and from k' on the second, tokens compare alike. *)
Definition compares (M k M' k' : Z) (f : Z -> Z) (ts : list token) : Prop :=
  forall t u, In t ts -> In u ts ->
    (dist M k (pos t) <? dist M k (pos u)) = (dist M' k' (f (pos t)) <? dist M' k' (f (pos u))).

Lemma place_mapped : forall M k M' k' g h f ts, compares M k M' k' f ts ->
  place M' k' (map (map_token g h f) ts) = option_map (map_token g h f) (place M k ts).
Proof.
  intros M k M' k' g h f [| t ts] C; auto. simpl. f_equal.
  revert t C. induction ts as [| u ts IH]; intros t C; simpl; auto.
  assert (N : nearer M' k' (map_token g h f t) (map_token g h f u)
            = map_token g h f (nearer M k t u)).
  { unfold nearer. cbn [map_token pos].
    rewrite (C u t) by (simpl; auto). destruct (_ <? _); reflexivity. }
  rewrite N. apply IH. intros a b Ha Hb. apply C.
  - destruct Ha as [<- | Ha]; [| simpl; auto]. unfold nearer. destruct (_ <? _); simpl; auto.
  - destruct Hb as [<- | Hb]; [| simpl; auto]. unfold nearer. destruct (_ <? _); simpl; auto.
Qed.

Lemma without_mapped : forall g h f n ts, injective h ->
  without (h n) (map (map_token g h f) ts) = map (map_token g h f) (without n ts).
Proof.
  intros g h f n ts I. unfold without. induction ts as [| t ts IH]; simpl; auto.
  rewrite IH. destruct (Nat.eqb_spec (node t) n) as [E | E].
  - rewrite E, Nat.eqb_refl. reflexivity.
  - destruct (Nat.eqb_spec (h (node t)) (h n)) as [F | F]; [apply I in F; contradiction |].
    reflexivity.
Qed.

Lemma compares_subset : forall M k M' k' f a b, (forall t, In t b -> In t a) ->
  compares M k M' k' f a -> compares M k M' k' f b.
Proof. unfold compares. auto. Qed.

Lemma owner_mapped : forall M k M' k' g h f ts, compares M k M' k' f ts ->
  owner_of M' k' (map (map_token g h f) ts) = option_map h (owner_of M k ts).
Proof.
  intros. unfold owner_of. erewrite place_mapped by eassumption. destruct (place M k ts); auto.
Qed.

Lemma replicas_mapped : forall M k M' k' g h f r ts, injective h -> compares M k M' k' f ts ->
  replicas_of M' k' r (map (map_token g h f) ts) = option_map (map h) (replicas_of M k r ts).
Proof.
  intros M k M' k' g h f r ts I. revert ts. induction r as [| r IH]; intros ts C; auto.
  simpl. erewrite place_mapped by eassumption. destruct (place M k ts) as [t |]; auto. simpl.
  rewrite without_mapped, IH by (auto; apply (compares_subset _ _ _ _ _ ts); auto;
    intros u Hu; apply in_without in Hu; tauto).
  destruct (replicas_of _ _ _ _); reflexivity.
Qed.

Lemma bool_iff : forall a b : bool, (a = true <-> b = true) -> a = b.
Proof. intros [] [] H; auto; destruct H as [H H']; try (symmetry; auto; fail); auto. Qed.

Lemma compares_respaced : forall M M' f k ts,
  0 <= k < M -> (forall t, In t ts -> 0 <= pos t < M) ->
  0 <= f k < M' -> (forall t, In t ts -> 0 <= f (pos t) < M') ->
  respaces f (k :: map pos ts) -> compares M k M' (f k) f ts.
Proof.
  intros M M' f k ts Hk R Hk' R' E t u Ht Hu. apply bool_iff. rewrite !Z.ltb_lt.
  rewrite <- !meets_dist by auto. apply E; [left; reflexivity | right | right];
    apply in_map; assumption.
Qed.

Lemma dist_rotated : forall M c k t, 0 < M ->
  dist M ((k + c) mod M) ((t + c) mod M) = dist M k t.
Proof.
  intros. unfold dist. rewrite <- Zminus_mod. f_equal. lia.
Qed.

Lemma compares_rotated : forall M c k ts, 0 < M ->
  compares M k M ((k + c) mod M) (fun p => (p + c) mod M) ts.
Proof. intros M c k ts HM t u _ _. rewrite !dist_rotated by assumption. reflexivity. Qed.

Lemma compares_same : forall M k ts, compares M k M k same ts.
Proof. intros M k ts t u _ _. reflexivity. Qed.

Lemma option_map_same : forall (A : Type) (o : option A), option_map same o = o.
Proof. intros A []; reflexivity. Qed.

Lemma map_same : forall (A : Type) (l : list A), map same l = l.
Proof. induction l as [| a l IH]; simpl; rewrite ?IH; reflexivity. Qed.

Lemma injective_same : injective same.
Proof. intros a b E. exact E. Qed.

Lemma option_map_map_same : forall (A : Type) (o : option (list A)), option_map (map same) o = o.
Proof. intros A [l |]; simpl; rewrite ?map_same; reflexivity. Qed.

(* Positions are kept apart by a map that keeps the circular order. *)
Lemma respaces_injective : forall f ps M, (forall p, In p ps -> 0 <= p < M) ->
  respaces f ps -> forall a b, In a ps -> In b ps -> (f a = f b <-> a = b).
Proof.
  intros f ps M R E a b Ha Hb. split; [| congruence]. intros F.
  pose proof (E a a b Ha Ha Hb) as H. unfold meets in H. rewrite F in H. lia.
Qed.

Lemma rotation_ring : forall M c ts, ring M ts -> ring M (map (move (fun p => (p + c) mod M)) ts).
Proof.
  intros M c ts (HM & E & R & N & I). repeat split; auto.
  - destruct ts; [contradiction | discriminate].
  - apply in_map_iff in H as (u & <- & _). apply Z.mod_pos_bound. lia.
  - apply in_map_iff in H as (u & <- & _). apply Z.mod_pos_bound. lia.
  - rewrite map_map. simpl. clear E I. induction ts as [| t ts IH]; simpl; [constructor |].
    simpl in N. inversion N as [| ? ? Hn N']; subst. constructor.
    + intros Hin. apply in_map_iff in Hin as (u & E & Hu). apply Hn.
      assert (D : dist M ((0 + c) mod M) ((pos u + c) mod M)
                = dist M ((0 + c) mod M) ((pos t + c) mod M)) by congruence.
      rewrite !dist_rotated in D by lia. apply dist_injective in D; try lia.
      * rewrite <- D. apply in_map. assumption.
      * apply R. right. assumption.
      * apply R. left. reflexivity.
    + apply IH; auto. intros u Hu. apply R. right. assumption.
  - rewrite map_map. exact I.
Qed.
