(* What machines do: binary search on indices, and arithmetic in 64-bit words. *)

From Coq Require Import ZArith List Bool Sorted Lia.
From Clockwise Require Import Model Terms Placement.
Import ListNotations.
Open Scope Z_scope.

(* ---- Binary search. --------------------------------------------------------------------------- *)

Definition ascending (ps : list Z) : Prop := StronglySorted Z.lt ps.

Lemma ascending_nth : forall ps i j, ascending ps -> (i < j < length ps)%nat ->
  nth i ps 0 < nth j ps 0.
Proof.
  induction ps as [| p ps IH]; simpl; intros i j S H; [lia |].
  inversion S as [| ? ? S' F]; subst. rewrite Forall_forall in F.
  destruct j as [| j]; [lia |]. destruct i as [| i].
  - apply F. apply nth_In. lia.
  - apply IH; auto. lia.
Qed.

Lemma lower_bound_spec : forall fuel ps k lo hi, ascending ps ->
  (lo <= hi <= length ps)%nat -> (hi - lo <= fuel)%nat ->
  (forall i, (i < lo)%nat -> nth i ps 0 < k) ->
  (forall i, (hi <= i < length ps)%nat -> k <= nth i ps 0) ->
  let b := lower_bound fuel ps k lo hi in
  (lo <= b <= hi)%nat /\
  (forall i, (i < b)%nat -> nth i ps 0 < k) /\
  (forall i, (b <= i < length ps)%nat -> k <= nth i ps 0).
Proof.
  induction fuel as [| fuel IH]; intros ps k lo hi S B F L H; cbn [lower_bound].
  - assert (lo = hi) as <- by lia. auto.
  - destruct (Nat.ltb_spec lo hi) as [C | C]; [| assert (lo = hi) as <- by lia; auto].
    assert (Hmid : (lo <= lo + (hi - lo) / 2 < hi)%nat).
    { pose proof (Nat.div_lt (hi - lo) 2 ltac:(lia) ltac:(lia)). lia. }
    set (mid := (lo + (hi - lo) / 2)%nat) in *. clearbody mid.
    destruct (Z.ltb_spec (nth mid ps 0) k) as [D | D].
    + destruct (IH ps k (mid + 1)%nat hi) as (G & ?); auto; try lia.
      * intros i Hi. destruct (Nat.eq_dec i mid) as [-> |]; auto.
        destruct (Nat.lt_ge_cases i lo); auto.
        pose proof (ascending_nth ps i mid S). lia.
      * split; [lia | assumption].
    + destruct (IH ps k lo mid) as (G & ?); auto; try lia.
      * intros i Hi. destruct (Nat.eq_dec i mid) as [-> |]; auto.
        pose proof (ascending_nth ps mid i S). lia.
      * split; [lia | assumption].
Qed.

Lemma in_nth_position : forall ts u, In u ts ->
  exists i, (i < length ts)%nat /\ nth i (map pos ts) 0 = pos u.
Proof.
  intros ts u H. apply (in_map pos) in H. apply In_nth with (d := 0) in H.
  rewrite map_length in H. assumption.
Qed.

Lemma nth_position : forall ts i t, nth_error ts i = Some t -> nth i (map pos ts) 0 = pos t.
Proof.
  intros ts i t H. apply nth_error_nth. apply map_nth_error. assumption.
Qed.

(* The look-up by halves and wrap is the look-up by distance. *)
Lemma look_up_place : forall M k ts, spread M ts -> ascending (map pos ts) -> 0 <= k < M ->
  place M k ts = nth_error ts (look_up (map pos ts) k).
Proof.
  intros M k ts S A Hk. unfold look_up. rewrite map_length.
  destruct (lower_bound_spec (length ts) (map pos ts) k 0 (length ts) A) as (B & L & H);
    rewrite ?map_length in *; try lia.
  set (b := lower_bound _ _ _ _ _) in *. clearbody b.
  destruct ts as [| a ts]; [destruct (_ =? _)%nat; destruct b; reflexivity |].
  assert (Hi : ((if b =? length (a :: ts) then 0 else b) < length (a :: ts))%nat).
  { destruct (Nat.eqb_spec b (length (a :: ts))); simpl in *; lia. }
  match goal with |- _ = ?e => destruct e as [t |] eqn:E end;
    [| apply nth_error_None in E; lia].
  apply place_iff; auto. apply nearest_first_from; auto.
  split; [eapply nth_error_In; eauto |].
  apply nth_position in E. rewrite <- E.
  destruct (Nat.eqb_spec b (length (a :: ts))) as [C | C].
  - right. split; intros u Hu; apply in_nth_position in Hu as (i & Hlt & Eu); rewrite <- Eu.
    + apply L. lia.
    + destruct i as [| i]; [lia |].
      pose proof (ascending_nth (map pos (a :: ts)) 0 (Datatypes.S i) A) as G.
      rewrite map_length in G. lia.
  - left. split; [apply H; lia |].
    intros u Hu Hku. apply in_nth_position in Hu as (i & Hlt & Eu). rewrite <- Eu in *.
    destruct (Nat.lt_trichotomy i b) as [G | [-> | G]]; [pose proof (L i G); lia | lia |].
    pose proof (ascending_nth (map pos (a :: ts)) b i A) as D. rewrite map_length in D. lia.
Qed.

(* ---- Words. ----------------------------------------------------------------------------------- *)

Lemma word_small : forall x, 0 <= x < 2 ^ 64 -> word x = x.
Proof. intros. unfold word. apply Z.mod_small. assumption. Qed.

Lemma word_dist_dist : forall M k t, 2 <= M <= 2 ^ 64 -> 0 <= k < M -> 0 <= t < M ->
  word_dist (M - 1) k t = dist M k t.
Proof.
  intros M k t HM Hk Ht. unfold word_dist.
  destruct (Z.leb_spec k t).
  - rewrite word_small by lia. circle.
  - rewrite (word_small (k - t)), (word_small (M - 1 - _)), word_small by lia. circle.
Qed.

Lemma word_minus : forall k t, 0 <= k < 2 ^ 64 -> 0 <= t < 2 ^ 64 ->
  word (t - k) = dist (2 ^ 64) k t.
Proof. reflexivity. Qed.

Lemma contract_distance_dist : forall M k t, 0 <= k < M -> 0 <= t < M ->
  contract_distance (M - 1) k t = dist M k t.
Proof.
  intros M k t Hk Ht. unfold contract_distance, dist. destruct (Z.leb_spec k t).
  - symmetry. apply Z.mod_small. lia.
  - apply Z.mod_unique with (-1); lia.
Qed.
