(* Clockwise distance, and the token at the least of it: the contract of [place], and its likes. *)

From Coq Require Import ZArith List Bool Permutation Sorted Lia.
From Clockwise Require Import Model Terms.
Import ListNotations.
Open Scope Z_scope.

(* ---- Distance. -------------------------------------------------------------------------------- *)

Lemma dist_cases : forall M k t, 0 <= k < M -> 0 <= t < M ->
  (k <= t /\ dist M k t = t - k) \/ (t < k /\ dist M k t = t - k + M).
Proof.
  intros M k t Hk Ht. unfold dist.
  destruct (Z_le_gt_dec k t) as [H | H].
  - left. split; [lia |]. apply Z.mod_small. lia.
  - right. split; [lia |]. symmetry. apply Z.mod_unique with (q := -1); lia.
Qed.

Lemma dist_range : forall M k t, 0 < M -> 0 <= dist M k t < M.
Proof. intros. unfold dist. apply Z.mod_pos_bound. assumption. Qed.

(* Puts both cases of every distance in sight into the hands of lia. *)
Ltac distances :=
  repeat match goal with
  | |- context [dist ?M ?a ?b] =>
      let H := fresh "D" in
      assert (H : (a <= b /\ dist M a b = b - a) \/ (b < a /\ dist M a b = b - a + M))
        by (apply dist_cases; lia);
      generalize dependent (dist M a b); intros
  | _ : context [dist ?M ?a ?b] |- _ =>
      let H := fresh "D" in
      assert (H : (a <= b /\ dist M a b = b - a) \/ (b < a /\ dist M a b = b - a + M))
        by (apply dist_cases; lia);
      generalize dependent (dist M a b); intros
  end.
Ltac circle := distances; lia.

Lemma dist_self : forall M k, 0 <= k < M -> dist M k k = 0.
Proof. intros. circle. Qed.

Lemma dist_zero : forall M k t, 0 <= k < M -> 0 <= t < M -> dist M k t = 0 -> t = k.
Proof. intros. circle. Qed.

Lemma dist_injective : forall M k t u, 0 <= k < M -> 0 <= t < M -> 0 <= u < M ->
  dist M k t = dist M k u -> t = u.
Proof. intros. circle. Qed.

(* On the way from k to u one passes t. *)
Lemma dist_split : forall M k t u, 0 <= k < M -> 0 <= t < M -> 0 <= u < M ->
  dist M k t <= dist M k u -> dist M k u = dist M k t + dist M t u.
Proof. intros. circle. Qed.

(* Walking [dist] steps up leads there. *)
Lemma dist_walk : forall M k t, 0 < M -> 0 <= t < M -> (k + dist M k t) mod M = t.
Proof.
  intros. unfold dist. rewrite Z.add_mod_idemp_r by lia.
  replace (k + (t - k)) with t by lia. apply Z.mod_small. assumption.
Qed.

(* ---- Tokens that may be placed: all of a ring but for the ids. -------------------------------- *)

Definition spread (M : Z) (ts : list token) : Prop :=
  (forall t, In t ts -> 0 <= pos t < M) /\ NoDup (map pos ts).

Lemma ring_spread : forall M ts, ring M ts -> spread M ts.
Proof. unfold ring, spread. tauto. Qed.

Lemma ring_positive : forall M ts, ring M ts -> 2 <= M.
Proof. unfold ring. tauto. Qed.

Lemma ring_some : forall M ts, ring M ts -> ts <> [].
Proof. unfold ring. tauto. Qed.

Lemma spread_range : forall M ts t, spread M ts -> In t ts -> 0 <= pos t < M.
Proof. intros M ts t [H _]. apply H. Qed.

Lemma NoDup_map_eq : forall (A B : Type) (f : A -> B) l x y,
  NoDup (map f l) -> In x l -> In y l -> f x = f y -> x = y.
Proof.
  induction l as [| a l IH]; simpl; intros x y N Hx Hy E; [contradiction |].
  inversion N as [| ? ? Hn N']; subst.
  destruct Hx as [-> | Hx], Hy as [-> | Hy]; auto.
  - exfalso. apply Hn. rewrite E. apply in_map. assumption.
  - exfalso. apply Hn. rewrite <- E. apply in_map. assumption.
Qed.

Lemma spread_same : forall M ts t u, spread M ts -> In t ts -> In u ts -> pos t = pos u -> t = u.
Proof. intros M ts t u [_ N]. apply NoDup_map_eq. assumption. Qed.

Lemma spread_NoDup : forall M ts, spread M ts -> NoDup ts.
Proof. intros M ts [_ N]. apply NoDup_map_inv with (f := pos). assumption. Qed.

Lemma NoDup_map_filter : forall (A B : Type) (f : A -> B) p l,
  NoDup (map f l) -> NoDup (map f (filter p l)).
Proof.
  induction l as [| a l IH]; simpl; intros N; [constructor |].
  inversion N as [| ? ? Hn N']; subst.
  destruct (p a); simpl; auto.
  constructor; auto. intro Hin. apply Hn.
  apply in_map_iff in Hin as (x & E & Hx). rewrite <- E. apply in_map.
  apply filter_In in Hx. tauto.
Qed.

Lemma spread_filter : forall M p ts, spread M ts -> spread M (filter p ts).
Proof.
  intros M p ts [R N]. split.
  - intros t Ht. apply R. apply filter_In in Ht. tauto.
  - apply NoDup_map_filter. assumption.
Qed.

Lemma NoDup_app_l : forall (A : Type) (l l' : list A), NoDup (l ++ l') -> NoDup l.
Proof.
  induction l as [| a l IH]; simpl; intros l' N; [constructor |].
  inversion N as [| ? ? Hn N']; subst. constructor; eauto.
  intro H. apply Hn. apply in_or_app. auto.
Qed.

Lemma NoDup_app_r : forall (A : Type) (l l' : list A), NoDup (l ++ l') -> NoDup l'.
Proof. induction l; simpl; intros l' N; auto. inversion N; auto. Qed.

Lemma spread_app_l : forall M a b, spread M (a ++ b) -> spread M a.
Proof.
  intros M a b [R N]. split.
  - intros. apply R. apply in_or_app. auto.
  - rewrite map_app in N. eapply NoDup_app_l; eauto.
Qed.

Lemma spread_app_r : forall M a b, spread M (a ++ b) -> spread M b.
Proof.
  intros M a b [R N]. split.
  - intros. apply R. apply in_or_app. auto.
  - rewrite map_app in N. eapply NoDup_app_r; eauto.
Qed.

Lemma spread_tail : forall M t ts, spread M (t :: ts) -> spread M ts.
Proof. intros M t ts. apply (spread_app_r M [t] ts). Qed.

Lemma spread_permutation : forall M a b, Permutation a b -> spread M a -> spread M b.
Proof.
  intros M a b P [R N]. split.
  - intros t Ht. apply R. apply Permutation_in with b; auto. apply Permutation_sym. assumption.
  - apply Permutation_NoDup with (map pos a); auto. apply Permutation_map. assumption.
Qed.

(* ---- The contract of [place]. ----------------------------------------------------------------- *)

Lemma fold_nearer : forall M k rest best,
  nearest M k (best :: rest) (fold_left (nearer M k) rest best).
Proof.
  intros M k. induction rest as [| t rest IH]; intros best; simpl.
  - split; [left; reflexivity |]. intros u [<- | []]. lia.
  - destruct (IH (nearer M k best t)) as [Hin Hmin].
    set (r := fold_left (nearer M k) rest (nearer M k best t)) in *.
    assert (Hb : dist M k (pos (nearer M k best t)) <= dist M k (pos best)
              /\ dist M k (pos (nearer M k best t)) <= dist M k (pos t)).
    { unfold nearer. destruct (dist M k (pos t) <? dist M k (pos best)) eqn:E;
        [apply Z.ltb_lt in E | apply Z.ltb_ge in E]; lia. }
    pose proof (Hmin _ (or_introl eq_refl)) as Hr.
    split.
    + destruct Hin as [<- | Hin]; [| right; right; exact Hin].
      unfold nearer. destruct (_ <? _); [right; left | left]; reflexivity.
    + intros u [<- | [<- | Hu]]; [lia | lia |]. apply Hmin. right. assumption.
Qed.

Lemma place_nearest : forall M k ts t, place M k ts = Some t -> nearest M k ts t.
Proof.
  intros M k [| a ts] t H; [discriminate |]. injection H as <-. apply fold_nearer.
Qed.

Lemma place_some : forall M k ts, ts <> [] -> exists t, place M k ts = Some t.
Proof. intros M k [| a ts] H; [contradiction |]. eexists. reflexivity. Qed.

Lemma place_none : forall M k ts, place M k ts = None <-> ts = [].
Proof. intros M k [| a ts]; split; intro H; auto; discriminate. Qed.

Lemma nearest_unique : forall M k ts t u, spread M ts -> 0 <= k < M ->
  nearest M k ts t -> nearest M k ts u -> t = u.
Proof.
  intros M k ts t u S Hk [Ht Mt] [Hu Mu].
  apply (spread_same M ts); auto.
  apply (dist_injective M k); auto; try (eapply spread_range; eauto).
  pose proof (Mt _ Hu). pose proof (Mu _ Ht). lia.
Qed.

Lemma place_iff : forall M k ts t, spread M ts -> 0 <= k < M ->
  (place M k ts = Some t <-> nearest M k ts t).
Proof.
  intros M k ts t S Hk. split; [apply place_nearest |].
  intros H. destruct (place_some M k ts) as [u Hu].
  - destruct H as [H _]. intros ->. contradiction.
  - rewrite Hu. f_equal. eapply nearest_unique; eauto. apply place_nearest. assumption.
Qed.

Lemma place_in : forall M k ts t, place M k ts = Some t -> In t ts.
Proof. intros M k ts t H. apply place_nearest in H. apply H. Qed.

(* Two token lists with the same elements place alike. *)
Lemma place_same_set : forall M k a b, spread M a -> spread M b -> 0 <= k < M ->
  (forall t, In t a <-> In t b) -> place M k a = place M k b.
Proof.
  intros M k a b Sa Sb Hk E.
  destruct (place M k a) as [t |] eqn:H.
  - symmetry. apply place_iff; auto. apply place_nearest in H as [Hin Hmin].
    split; [apply E; assumption |]. intros u Hu. apply Hmin, E. assumption.
  - symmetry. apply place_none. apply place_none in H. subst.
    destruct b as [| t b]; auto. destruct (proj2 (E t)). left. reflexivity.
Qed.

(* Tokens that are farther than the nearest may be left out, or be added. *)
Lemma place_subset : forall M k a b t, spread M b -> 0 <= k < M ->
  (forall u, In u b -> In u a) -> In t b -> place M k a = Some t -> place M k b = Some t.
Proof.
  intros M k a b t Sb Hk Sub Hb H. apply place_iff; auto.
  apply place_nearest in H as [_ Hmin]. split; auto.
Qed.

(* ---- Placement by order alone, and by walking. ------------------------------------------------ *)

Lemma nearest_first_from : forall M k ts t, spread M ts -> 0 <= k < M ->
  (nearest M k ts t <-> first_from k ts t).
Proof.
  intros M k ts t S Hk.
  assert (R : forall u, In u ts -> 0 <= pos u < M) by (intros; eapply spread_range; eauto).
  split.
  - intros [Hin Hmin]. split; auto. pose proof (R _ Hin).
    destruct (Z_le_gt_dec k (pos t)) as [Hc | Hc].
    + left. split; auto. intros u Hu Hku. pose proof (R _ Hu). pose proof (Hmin _ Hu). circle.
    + right. split; intros u Hu; pose proof (R _ Hu); pose proof (Hmin _ Hu); circle.
  - intros [Hin [[Hc Hmin] | [Hall Hmin]]]; split; auto; intros u Hu;
      pose proof (R _ Hu); pose proof (R _ Hin).
    + destruct (Z_le_gt_dec k (pos u)) as [Hd | Hd].
      * pose proof (Hmin _ Hu Hd). circle.
      * circle.
    + pose proof (Hall _ Hu). pose proof (Hall _ Hin). pose proof (Hmin _ Hu). circle.
Qed.

Lemma dist_of_walk : forall M k i, 0 < M -> 0 <= i < M -> dist M k ((k + i) mod M) = i.
Proof.
  intros M k i HM Hi. unfold dist.
  rewrite Zminus_mod_idemp_l. replace (k + i - k) with i by lia. apply Z.mod_small. assumption.
Qed.

Lemma nearest_met : forall M k ts t, spread M ts -> 0 <= k < M ->
  nearest M k ts t -> met_after M k ts t (dist M k (pos t)).
Proof.
  intros M k ts t S Hk [Hin Hmin].
  pose proof (spread_range _ _ _ S Hin). pose proof (dist_range M k (pos t) ltac:(lia)).
  repeat split; auto; try lia.
  - apply dist_walk; lia.
  - intros i Hi u Hu E. pose proof (Hmin _ Hu) as Hd.
    rewrite <- E, dist_of_walk in Hd by lia. lia.
Qed.

Lemma met_nearest : forall M k ts t d, spread M ts -> 0 <= k < M ->
  met_after M k ts t d -> nearest M k ts t.
Proof.
  intros M k ts t d S Hk (Hin & Hd & E & Hfree). split; auto. intros u Hu.
  pose proof (spread_range _ _ _ S Hin). pose proof (spread_range _ _ _ S Hu).
  pose proof (dist_range M k (pos t) ltac:(lia)). pose proof (dist_range M k (pos u) ltac:(lia)).
  destruct (Z_le_gt_dec (dist M k (pos t)) (dist M k (pos u))) as [G | G]; auto.
  exfalso. assert (dist M k (pos u) < d).
  { destruct (Z_lt_ge_dec d M) as [Hm | Hm]; [| lia].
    rewrite <- E, dist_of_walk in G by lia. lia. }
  apply (Hfree (dist M k (pos u)) ltac:(lia) u Hu). apply dist_walk; lia.
Qed.

Lemma met_steps : forall M k ts t d, spread M ts -> 0 <= k < M ->
  met_after M k ts t d -> d = dist M k (pos t).
Proof.
  intros M k ts t d S Hk (Hin & Hd & E & Hfree).
  pose proof (spread_range _ _ _ S Hin). pose proof (dist_range M k (pos t) ltac:(lia)).
  destruct (Z_lt_ge_dec d M) as [Hm | Hm].
  - rewrite <- E, dist_of_walk by lia. reflexivity.
  - exfalso. apply (Hfree (dist M k (pos t)) ltac:(lia) t Hin). apply dist_walk; lia.
Qed.

(* ---- Ties, on lists of tokens that are no rings. ---------------------------------------------- *)

Lemma nearer_first : forall M k rest L best before later, L = before ++ best :: later ->
  (forall u, In u before -> dist M k (pos best) < dist M k (pos u)) ->
  (forall u, In u later -> dist M k (pos best) <= dist M k (pos u)) ->
  exists before' later',
    L ++ rest = before' ++ fold_left (nearer M k) rest best :: later' /\
    (forall u, In u before' -> dist M k (pos (fold_left (nearer M k) rest best)) < dist M k (pos u)) /\
    (forall u, In u later' -> dist M k (pos (fold_left (nearer M k) rest best)) <= dist M k (pos u)).
Proof.
  intros M k. induction rest as [| t rest IH]; intros L best before later E B A; simpl.
  - exists before, later. rewrite app_nil_r. auto.
  - replace (L ++ t :: rest) with ((L ++ [t]) ++ rest) by (rewrite <- app_assoc; reflexivity).
    unfold nearer at 2 4 6. destruct (Z.ltb_spec (dist M k (pos t)) (dist M k (pos best))).
    + apply (IH (L ++ [t]) t L []); auto.
      * intros u Hu. subst L. apply in_app_or in Hu as [Hu | [<- | Hu]]; auto.
        -- specialize (B u Hu). lia.
        -- specialize (A u Hu). lia.
      * intros u [].
    + apply (IH (L ++ [t]) best before (later ++ [t])); auto.
      * subst L. rewrite <- app_assoc. reflexivity.
      * intros u Hu. apply in_app_or in Hu as [Hu | [<- | []]]; auto.
Qed.

Lemma place_first : forall M k ts t, place M k ts = Some t ->
  exists before later, ts = before ++ t :: later /\
    (forall u, In u before -> dist M k (pos t) < dist M k (pos u)) /\
    (forall u, In u later -> dist M k (pos t) <= dist M k (pos u)).
Proof.
  intros M k [| a rest] t H; [discriminate |]. simpl in H. injection H as <-.
  apply (nearer_first M k rest [a] a [] []); auto; intros u [].
Qed.
