(* Plans: where two placements differ, as arcs; and the data that a plan is about. *)

From Coq Require Import ZArith List Bool Permutation Lia.
From Clockwise Require Import Model Terms Placement Counting Arcs Histories.
Import ListNotations.
Open Scope Z_scope.

(* ---- The cuts. -------------------------------------------------------------------------------- *)

Definition cuts (old new : list token) : list Z := nodup Z.eq_dec (map pos (old ++ new)).

Section Plan.
  Variable M : Z.
  Variables old new : list token.
  Hypothesis old_ring : ring M old.
  Hypothesis new_ring : ring M new.

  Let So : spread M old := ring_spread _ _ old_ring.
  Let Sn : spread M new := ring_spread _ _ new_ring.

  Lemma cuts_range : forall p, In p (cuts old new) -> 0 <= p < M.
  Proof.
    intros p H. apply nodup_In, in_map_iff in H as (t & <- & H).
    apply in_app_or in H as [H | H];
      [apply (spread_range M old) | apply (spread_range M new)]; assumption.
  Qed.

  Lemma cuts_some : cuts old new <> [].
  Proof.
    pose proof (ring_some _ _ old_ring) as H. destruct old as [| t ts]; [contradiction |].
    intros E. apply (in_nil (a := pos t)). rewrite <- E. apply nodup_In. left. reflexivity.
  Qed.

  Definition arc_to (t k : Z) : bool := on_arc (pred M (cuts old new) t) t k.

  (* On one arc, both owners are those at its end. *)
  Lemma arc_owner : forall t k, In t (cuts old new) -> 0 <= k < M -> arc_to t k = true ->
    owner_of M k old = owner_of M t old /\ owner_of M k new = owner_of M t new.
  Proof.
    intros t k Ht Hk A. apply arc_nearest_position in A as [_ Hmin]; auto using cuts_range.
    pose proof (cuts_range t Ht). unfold owner_of.
    rewrite (place_along M k t old), (place_along M k t new); auto;
      intros u Hu; apply Hmin, nodup_In, in_map, in_or_app; auto.
  Qed.

  Lemma arc_exists : forall k, 0 <= k < M -> exists t, In t (cuts old new) /\ arc_to t k = true.
  Proof.
    intros k Hk. destruct (nearest_position_exists M k (cuts old new) cuts_some) as [t H].
    exists t. split; [apply H |]. apply arc_nearest_position; auto using cuts_range. apply H.
  Qed.

  Lemma arc_unique : forall t u k, In t (cuts old new) -> In u (cuts old new) -> 0 <= k < M ->
    arc_to t k = true -> arc_to u k = true -> t = u.
  Proof.
    intros t u k Ht Hu Hk A B. apply (nearest_position_unique M k (cuts old new));
      auto using cuts_range; apply arc_nearest_position; auto using cuts_range.
  Qed.

  Lemma in_plan : forall m, In m (plan M old new) <->
    In (upto m) (cuts old new) /\ after_ m = pred M (cuts old new) (upto m) /\
    owner_of M (upto m) old = Some (giver m) /\ owner_of M (upto m) new = Some (taker m) /\
    giver m <> taker m.
  Proof.
    intros [p t a b]. unfold plan. rewrite in_flat_map. fold (cuts old new). simpl. split.
    - intros (u & Hu & H).
      destruct (owner_of M u old) as [x |] eqn:Eo; [| contradiction].
      destruct (owner_of M u new) as [y |] eqn:En; [| contradiction].
      destruct (Nat.eqb_spec x y) as [| Hxy]; [contradiction |].
      destruct H as [E | []]. injection E as <- <- <- <-. auto.
    - intros (Ht & -> & Eo & En & Hab). exists t. split; auto. rewrite Eo, En.
      destruct (Nat.eqb_spec a b); [contradiction |]. left. reflexivity.
  Qed.

  Lemma plan_complete : forall k a b, 0 <= k < M ->
    (owner_of M k old = Some a /\ owner_of M k new = Some b /\ a <> b) <->
    (exists m, In m (plan M old new) /\ moves m k = true /\ giver m = a /\ taker m = b).
  Proof.
    intros k a b Hk. split.
    - intros (Ho & Hn & Hab). destruct (arc_exists k Hk) as (t & Ht & A).
      destruct (arc_owner t k Ht Hk A) as [Eo En].
      exists (Move (pred M (cuts old new) t) t a b). split; [| split; [exact A | auto]].
      apply in_plan. simpl. repeat split; congruence.
    - intros (m & Hm & A & <- & <-). apply in_plan in Hm as (Ht & E & Eo & En & Hab).
      unfold moves in A. rewrite E in A.
      destruct (arc_owner (upto m) k Ht Hk A) as [-> ->]. auto.
  Qed.

  Lemma plan_disjoint : forall m m' k, In m (plan M old new) -> In m' (plan M old new) ->
    0 <= k < M -> moves m k = true -> moves m' k = true -> m = m'.
  Proof.
    intros [p t a b] [p' t' a' b'] k Hm Hm' Hk A A'.
    apply in_plan in Hm as (Ht & E & Eo & En & _). apply in_plan in Hm' as (Ht' & E' & Eo' & En' & _).
    unfold moves in *. simpl in *. subst p p'.
    assert (t = t') as <- by (apply (arc_unique t t' k); auto). congruence.
  Qed.

  Lemma plan_NoDup : NoDup (plan M old new).
  Proof.
    unfold plan. fold (cuts old new).
    assert (N : NoDup (cuts old new)) by apply NoDup_nodup.
    set (P := pred M (cuts old new)). clearbody P.
    induction (cuts old new) as [| t l IH]; [constructor |].
    inversion N as [| ? ? Hn N']; subst. simpl.
    assert (Up : forall m, In m (flat_map (fun t =>
        match owner_of M t old, owner_of M t new with
        | Some a, Some b => if Nat.eqb a b then [] else [Move (P t) t a b]
        | _, _ => []
        end) l) -> In (upto m) l).
    { intros m Hm. apply in_flat_map in Hm as (u & Hu & Hm).
      destruct (owner_of M u old); [| contradiction]. destruct (owner_of M u new); [| contradiction].
      destruct (_ =? _)%nat; [contradiction |]. destruct Hm as [<- | []]. assumption. }
    destruct (owner_of M t old); [| apply IH; assumption].
    destruct (owner_of M t new); [| apply IH; assumption].
    destruct (_ =? _)%nat; [apply IH; assumption |].
    simpl. constructor; [| apply IH; assumption]. intros H. apply Up in H. contradiction.
  Qed.

  Lemma plan_size :
    sum (map (fun m => arc_size M (after_ m) (upto m)) (plan M old new))
    = count (fun k => differ (owner_of M k old) (owner_of M k new)) (positions_of M).
  Proof.
    rewrite (sum_ext _ _ (fun m => count (moves m) (positions_of M))).
    - rewrite sum_swap, <- sum_count. apply sum_ext. intros k Hk. apply in_positions in Hk.
      destruct (owner_some M k old (ring_some _ _ old_ring)) as [a Ha].
      destruct (owner_some M k new (ring_some _ _ new_ring)) as [b Hb].
      rewrite Ha, Hb. simpl. destruct (Nat.eqb_spec a b) as [E | E]; simpl.
      + rewrite (count_ext _ _ (fun _ => false)); [apply count_false |].
        intros m Hm. destruct (moves m k) eqn:A; auto. exfalso.
        destruct (proj2 (plan_complete k (giver m) (taker m) Hk)) as (F & G & D).
        { exists m. auto. }
        congruence.
      + destruct (proj1 (plan_complete k a b Hk)) as (m & Hm & A & _); auto.
        apply count_one with m; auto using plan_NoDup.
        intros m' Hm'. split; [| intros ->; assumption].
        intros A'. apply (plan_disjoint m' m k); auto.
    - intros m Hm. apply in_plan in Hm as (Ht & E & _). symmetry. apply arc_size_counts.
      + rewrite E. apply cuts_range, pred_in. assumption.
      + apply cuts_range. assumption.
  Qed.
End Plan.
