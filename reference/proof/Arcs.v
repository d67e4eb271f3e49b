(* Arcs: what lies between a token and the one before it; and what joins and leaves do to them. *)

From Coq Require Import ZArith List Bool Permutation Lia.
From Clockwise Require Import Model Terms Placement Counting.
Import ListNotations.
Open Scope Z_scope.

Lemma gap_cases : forall M p t, 0 <= p < M -> 0 <= t < M ->
  (p < t /\ gap M p t = t - p - 1) \/ (t <= p /\ gap M p t = t - p - 1 + M).
Proof.
  intros M p t Hp Ht. unfold gap.
  destruct (Z_lt_ge_dec p t) as [H | H].
  - left. split; [lia |]. apply Z.mod_small. lia.
  - right. split; [lia |]. symmetry. apply Z.mod_unique with (q := -1); lia.
Qed.

Lemma on_arc_iff : forall p t k, on_arc p t k = true <->
  (p < t /\ p < k /\ k <= t) \/ (t <= p /\ (p < k \/ k <= t)).
Proof.
  intros. unfold on_arc. destruct (Z.ltb_spec p t).
  - rewrite andb_true_iff, Z.ltb_lt, Z.leb_le. lia.
  - rewrite orb_true_iff, Z.ltb_lt, Z.leb_le. lia.
Qed.

Ltac gaps :=
  repeat match goal with
  | |- context [gap ?M ?a ?b] =>
      let H := fresh "G" in
      assert (H : (a < b /\ gap M a b = b - a - 1) \/ (b <= a /\ gap M a b = b - a - 1 + M))
        by (apply gap_cases; lia);
      generalize dependent (gap M a b); intros
  | _ : context [gap ?M ?a ?b] |- _ =>
      let H := fresh "G" in
      assert (H : (a < b /\ gap M a b = b - a - 1) \/ (b <= a /\ gap M a b = b - a - 1 + M))
        by (apply gap_cases; lia);
      generalize dependent (gap M a b); intros
  end.

(* ---- The position before. --------------------------------------------------------------------- *)

Lemma fold_pred : forall M t ps best,
  let r := fold_left (fun b p => if gap M p t <? gap M b t then p else b) ps best in
  In r (best :: ps) /\ forall p, In p (best :: ps) -> gap M r t <= gap M p t.
Proof.
  intros M t. induction ps as [| p ps IH]; intros best; simpl.
  - split; auto. intros p [<- | []]. lia.
  - destruct (IH (if gap M p t <? gap M best t then p else best)) as [Hin Hmin].
    set (r := fold_left _ ps _) in *. pose proof (Hmin _ (or_introl eq_refl)) as Hr.
    destruct (Z.ltb_spec (gap M p t) (gap M best t)); split.
    + destruct Hin; auto.
    + intros q [<- | [<- | Hq]]; try lia. apply Hmin. right. assumption.
    + destruct Hin; auto.
    + intros q [<- | [<- | Hq]]; try lia. apply Hmin. right. assumption.
Qed.

Lemma pred_in : forall M ps t, In t ps -> In (pred M ps t) ps.
Proof.
  intros M ps t Ht. destruct (fold_pred M t ps t) as [[H | H] _]; [| exact H].
  unfold pred. rewrite <- H. assumption.
Qed.

Lemma pred_least : forall M ps t p, In p ps -> gap M (pred M ps t) t <= gap M p t.
Proof. intros M ps t p Hp. apply (fold_pred M t ps t). right. assumption. Qed.

(* By comparison: the largest position below; where there is none, the largest of all. *)
Lemma pred_by_order : forall M ps t, (forall p, In p ps -> 0 <= p < M) -> In t ps ->
  let q := pred M ps t in
  (q < t /\ forall p, In p ps -> p < t -> p <= q) \/
  ((forall p, In p ps -> t <= p) /\ forall p, In p ps -> p <= q).
Proof.
  intros M ps t R Ht q. unfold q.
  pose proof (pred_in M ps t Ht) as Hq. pose proof (R _ Hq). pose proof (R _ Ht).
  pose proof (pred_least M ps t) as L.
  destruct (Z_lt_ge_dec (pred M ps t) t) as [C | C].
  - left. split; auto. intros p Hp Hpt. pose proof (L p Hp). pose proof (R _ Hp).
    generalize dependent (pred M ps t). intros. gaps. lia.
  - right. split; intros p Hp; pose proof (L p Hp); pose proof (R _ Hp);
      generalize dependent (pred M ps t); intros; gaps; lia.
Qed.

Lemma pred_lone : forall M t, pred M [t] t = t.
Proof. intros. unfold pred. simpl. rewrite Z.ltb_irrefl. reflexivity. Qed.

Lemma pred_same_set : forall M ps ps' t, (forall p, In p ps -> 0 <= p < M) ->
  (forall p, In p ps <-> In p ps') -> In t ps -> pred M ps t = pred M ps' t.
Proof.
  intros M ps ps' t R E Ht.
  pose proof (pred_in M ps t Ht) as Hq. pose proof (pred_in M ps' t (proj1 (E t) Ht)) as Hq'.
  pose proof (pred_least M ps t _ (proj2 (E _) Hq')).
  pose proof (pred_least M ps' t _ (proj1 (E _) Hq)).
  pose proof (R _ Hq). pose proof (R _ (proj2 (E _) Hq')). pose proof (R _ Ht).
  generalize dependent (pred M ps t). generalize dependent (pred M ps' t). intros. gaps. lia.
Qed.

(* ---- Membership, for positions. --------------------------------------------------------------- *)

Definition nearest_position (M k : Z) (ps : list Z) (t : Z) : Prop :=
  In t ps /\ forall u, In u ps -> dist M k t <= dist M k u.

Lemma arc_nearest_position : forall M ps t k, (forall p, In p ps -> 0 <= p < M) -> In t ps ->
  0 <= k < M -> (on_arc (pred M ps t) t k = true <-> nearest_position M k ps t).
Proof.
  intros M ps t k R Ht Hk. rewrite on_arc_iff.
  pose proof (pred_in M ps t Ht) as Hq. pose proof (R _ Ht). pose proof (R _ Hq).
  split.
  - intros A. split; auto. intros u Hu. pose proof (R _ Hu). pose proof (pred_least M ps t u Hu).
    generalize dependent (pred M ps t). intros. gaps. circle.
  - intros [_ Hmin]. pose proof (Hmin _ Hq). generalize dependent (pred M ps t). intros. circle.
Qed.

Lemma nearest_position_nearest : forall M k ts t, In t ts ->
  (nearest_position M k (map pos ts) (pos t) <-> nearest M k ts t).
Proof.
  intros M k ts t Ht. split; intros [_ H]; split; auto.
  - intros u Hu. apply H, in_map. assumption.
  - apply in_map. assumption.
  - intros p Hp. apply in_map_iff in Hp as (u & <- & Hu). auto.
Qed.

Lemma spread_positions : forall M ts p, spread M ts -> In p (map pos ts) -> 0 <= p < M.
Proof.
  intros M ts p S Hp. apply in_map_iff in Hp as (t & <- & Ht). eapply spread_range; eauto.
Qed.

Lemma arc_nearest : forall M ts t k, spread M ts -> In t ts -> 0 <= k < M ->
  (arc_of M ts t k = true <-> nearest M k ts t).
Proof.
  intros M ts t k S Ht Hk. unfold arc_of. rewrite arc_nearest_position; auto.
  - apply nearest_position_nearest. assumption.
  - intros p. apply spread_positions. assumption.
  - apply in_map. assumption.
Qed.

Lemma arc_place : forall M ts t k, spread M ts -> In t ts -> 0 <= k < M ->
  (arc_of M ts t k = true <-> place M k ts = Some t).
Proof. intros. rewrite arc_nearest by assumption. symmetry. apply place_iff; assumption. Qed.

Lemma nearest_position_exists : forall M k ps, ps <> [] -> exists t, nearest_position M k ps t.
Proof.
  intros M k. induction ps as [| a ps IH]; [contradiction |]. intros _.
  destruct ps as [| b ps].
  - exists a. split; [left; reflexivity |]. intros u [<- | []]. lia.
  - destruct IH as (t & Ht & Hmin); [discriminate |].
    destruct (Z_le_gt_dec (dist M k a) (dist M k t)).
    + exists a. split; [left; reflexivity |]. intros u [<- | Hu]; [lia |].
      pose proof (Hmin u Hu). lia.
    + exists t. split; [right; assumption |]. intros u [<- | Hu]; [lia |]. auto.
Qed.

Lemma nearest_position_unique : forall M k ps t u, (forall p, In p ps -> 0 <= p < M) ->
  0 <= k < M -> nearest_position M k ps t -> nearest_position M k ps u -> t = u.
Proof.
  intros M k ps t u R Hk [Ht Mt] [Hu Mu]. apply (dist_injective M k); auto.
  pose proof (Mt _ Hu). pose proof (Mu _ Ht). lia.
Qed.

(* ---- Sizes. ----------------------------------------------------------------------------------- *)

Lemma arc_size_counts : forall M p t, 0 <= p < M -> 0 <= t < M ->
  count (on_arc p t) (positions_of M) = arc_size M p t.
Proof.
  intros M p t Hp Ht. unfold arc_size. destruct (Z_lt_ge_dec p t) as [C | C].
  - rewrite (count_ext _ _ (fun k => (p + 1 <=? k) && (k <? t + 1))).
    + rewrite count_between by lia. gaps. lia.
    + intros k _. unfold on_arc.
      destruct (Z.ltb_spec p t); [| lia].
      destruct (Z.ltb_spec p k), (Z.leb_spec k t), (Z.leb_spec (p + 1) k), (Z.ltb_spec k (t + 1));
        simpl; auto; lia.
  - pose proof (count_negb _ (on_arc p t) (positions_of M)) as N.
    rewrite length_positions in N by lia.
    rewrite (count_ext _ (fun x => negb (on_arc p t x)) (fun k => (t + 1 <=? k) && (k <? p + 1)))
      in N.
    + rewrite count_between in N by lia. gaps. lia.
    + intros k _. unfold on_arc.
      destruct (Z.ltb_spec p t); [lia |].
      destruct (Z.ltb_spec p k), (Z.leb_spec k t), (Z.leb_spec (t + 1) k), (Z.ltb_spec k (p + 1));
        simpl; auto; lia.
Qed.

Lemma one_arc : forall M ts k, spread M ts -> ts <> [] -> 0 <= k < M ->
  count (fun t => arc_of M ts t k) ts = 1.
Proof.
  intros M ts k S E Hk. destruct (place_some M k ts E) as [t Ht].
  apply count_one with t.
  - eapply spread_NoDup; eauto.
  - eapply place_in; eauto.
  - intros u Hu. rewrite arc_place by assumption. split; congruence.
Qed.

Lemma arc_sizes_sum : forall M ts, spread M ts -> ts <> [] -> 0 <= M ->
  sum (map (fun t => arc_size M (pred M (map pos ts) (pos t)) (pos t)) ts) = M.
Proof.
  intros M ts S E HM.
  transitivity (sum (map (fun t => count (arc_of M ts t) (positions_of M)) ts)).
  - apply sum_ext. intros t Ht. symmetry. apply arc_size_counts.
    + eapply spread_positions; eauto. apply pred_in, in_map. assumption.
    + eapply spread_range; eauto.
  - rewrite (sum_partition _ _ (arc_of M ts)).
    + apply length_positions. assumption.
    + intros k Hk. apply one_arc; auto. apply in_positions. assumption.
Qed.

(* ---- On the way to a place without tokens between, placement does not change. ----------------- *)

Lemma place_along : forall M k c ts, spread M ts -> 0 <= k < M -> 0 <= c < M ->
  (forall u, In u ts -> dist M k c <= dist M k (pos u)) -> place M k ts = place M c ts.
Proof.
  intros M k c ts S Hk Hc Hfree.
  destruct (place M k ts) as [t |] eqn:H.
  - symmetry. apply place_iff; auto. apply place_nearest in H as [Hin Hmin]. split; auto.
    intros u Hu. pose proof (Hmin u Hu). pose proof (Hfree u Hu). pose proof (Hfree t Hin).
    rewrite (dist_split M k c (pos u)), (dist_split M k c (pos t)) in *; auto;
      try (eapply spread_range; eauto). lia.
  - symmetry. apply place_none in H. subst. reflexivity.
Qed.

(* ---- Joining. --------------------------------------------------------------------------------- *)

Lemma join_elsewhere : forall M old new k, spread M (old ++ new) -> 0 <= k < M ->
  (forall x, In x new -> arc_of M (old ++ new) x k = false) ->
  place M k (old ++ new) = place M k old.
Proof.
  intros M old new k S Hk Off.
  destruct (place M k (old ++ new)) as [t |] eqn:H.
  - symmetry. apply (place_subset M k (old ++ new)); auto.
    + eapply spread_app_l; eauto.
    + intros u Hu. apply in_or_app. auto.
    + pose proof (place_in _ _ _ _ H) as Hin. apply in_app_or in Hin as [Hin | Hin]; auto.
      apply arc_place in H; auto; [| apply in_or_app; auto]. rewrite Off in H by auto. discriminate.
  - apply place_none, app_eq_nil in H as [-> ->]. reflexivity.
Qed.

Lemma join_giver : forall M old new x k, spread M (old ++ new) -> In x new -> 0 <= k < M ->
  arc_of M (old ++ new) x k = true -> place M k old = place M (pos x) old.
Proof.
  intros M old new x k S Hx Hk On.
  assert (Hin : In x (old ++ new)) by (apply in_or_app; auto).
  apply arc_nearest in On as [_ Hmin]; auto.
  apply place_along; auto.
  - eapply spread_app_l; eauto.
  - eapply spread_range; eauto.
  - intros u Hu. apply Hmin, in_or_app. auto.
Qed.

(* ---- Leaving. --------------------------------------------------------------------------------- *)

Lemma in_without : forall n ts t, In t (without n ts) <-> In t ts /\ node t <> n.
Proof.
  intros. unfold without. rewrite filter_In, negb_true_iff, Nat.eqb_neq. tauto.
Qed.

Lemma spread_without : forall M n ts, spread M ts -> spread M (without n ts).
Proof. intros. apply spread_filter. assumption. Qed.

Lemma leave_elsewhere : forall M k n ts t, spread M ts -> 0 <= k < M ->
  place M k ts = Some t -> node t <> n -> place M k (without n ts) = Some t.
Proof.
  intros M k n ts t S Hk H Hn. apply (place_subset M k ts); auto.
  - apply spread_without. assumption.
  - intros u Hu. apply in_without in Hu. tauto.
  - apply in_without. split; auto. eapply place_in; eauto.
Qed.

Lemma leave_next : forall M k n ts t, spread M ts -> 0 <= k < M ->
  (place M k (without n ts) = Some t <->
   In t ts /\ node t <> n /\
   forall u, In u ts -> dist M k (pos u) < dist M k (pos t) -> node u = n).
Proof.
  intros M k n ts t S Hk. rewrite place_iff; auto using spread_without. split.
  - intros [Hin Hmin]. apply in_without in Hin as [Hin Hn]. repeat split; auto.
    intros u Hu Hd. destruct (Nat.eq_dec (node u) n) as [| C]; auto.
    pose proof (Hmin u ltac:(apply in_without; auto)). lia.
  - intros (Hin & Hn & Hall). split; [apply in_without; auto |].
    intros u Hu. apply in_without in Hu as [Hu Hun].
    destruct (Z_le_gt_dec (dist M k (pos t)) (dist M k (pos u))) as [| C]; auto.
    exfalso. apply Hun, Hall; auto. lia.
Qed.

(* Where nodes that have none of the old tokens have the tokens [new], the owners that differ are those
   on the arcs of [new]. *)
Lemma newcomers_differ : forall M old new k, ring M old -> ring M (old ++ new) -> 0 <= k < M ->
  (forall t u, In t old -> In u new -> node t <> node u) ->
  (owner_of M k (old ++ new) <> owner_of M k old <->
   exists x, In x new /\ arc_of M (old ++ new) x k = true).
Proof.
  intros M old new k Ro Rn Hk Dis. split.
  - intros D. destruct (existsb (fun x => arc_of M (old ++ new) x k) new) eqn:X.
    + apply existsb_exists in X. exact X.
    + exfalso. apply D. unfold owner_of.
      rewrite join_elsewhere; [reflexivity | apply ring_spread; assumption | assumption |].
      intros x Hx. destruct (arc_of M (old ++ new) x k) eqn:A; auto.
      rewrite <- X. symmetry. apply existsb_exists. exists x. auto.
  - intros (x & Hx & A) E.
    destruct (place_some M k old (ring_some _ _ Ro)) as [s Hs].
    assert (Q : place M k (old ++ new) = Some x).
    { apply arc_place; auto; [apply ring_spread; assumption | apply in_or_app; auto]. }
    unfold owner_of in E. rewrite Q, Hs in E. simpl in E. injection E as E.
    apply (Dis s x (place_in _ _ _ _ Hs) Hx). congruence.
Qed.
