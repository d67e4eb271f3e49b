(* The rules, each as a theorem.

   This file and the two that it is written in terms of, Model.v (what a ring is and answers) and
   Terms.v (the words of the statements), are all that there is to read; the other files only prove.
   Each theorem bears the slug of its rule, and the comment above it is the rule's sentence. A
   theorem whose name goes on after the slug says more about that rule.

   ring M ts            the tokens ts make a ring of M positions
   place M k ts         the token that the model gives the key k; owner_of, its node
   replicas_of M k r ts the list of r replicas, or None
   attempt s c          the change c in the state s: Done with the new state, or Refused
   run s history        the state after a list of changes; None is the state before the first build
   ask s q              the answer to a question *)

From Coq Require Import ZArith List Bool Permutation Sorted Lia.
From Clockwise Require Import Model Terms.
From Clockwise Require Import Placement Counting Arcs Replicas Machine Order Histories Small Share
  Plans.
Import ListNotations.
Open Scope Z_scope.

(* positions: A ring has M positions 0 … M−1, 2 ≤ M ≤ 2^64; every token has an id and a position
   that no other token has, and a node; no join or leave moves a token that stays. *)
Theorem positions : forall (history : list change) (M : Z) (ts : list token),
  (forall M' ts', In (Build M' ts') history -> M' <= 2 ^ 64) ->
  run None history = Some (M, ts) ->
  (* The size, and where tokens are. *)
  2 <= M <= 2 ^ 64 /\
  (forall t, In t ts -> 0 <= pos t < M) /\
  NoDup (map id ts) /\
  NoDup (map pos ts) /\
  (* Every token is one that was given, as it was given. *)
  (forall t, In t ts -> In t (tokens_of history)) /\
  (* A token that is there before a join is there afterwards, as it was; others are the batch's. *)
  (forall batch, exists ts', after (Some (M, ts)) (Join batch) = Some (M, ts') /\
     (forall t, In t ts -> In t ts' /\ forall u, In u ts' -> id u = id t -> u = t) /\
     (forall t, In t ts' -> In t ts \/ In t batch)) /\
  (* A token that is there before a leave is there afterwards, as it was, or is the leaver's; there
     are no others. *)
  (forall n, exists ts', after (Some (M, ts)) (Leave n) = Some (M, ts') /\
     (forall t, In t ts -> (In t ts' \/ node t = n) /\ forall u, In u ts' -> id u = id t -> u = t) /\
     (forall t, In t ts' -> In t ts)).
Proof.
  intros history M ts HM R.
  pose proof (run_sound history None I) as So. rewrite R in So. simpl in So.
  pose proof So as (HM2 & _ & Rg & Np & Ni).
  pose proof (run_keeps (fun M => M <= 2 ^ 64) (fun t => In t (tokens_of history)) history None HM)
    as K. rewrite R in K. destruct K as [K1 K2]; auto.
  { intros c t Hc Ht. unfold tokens_of. apply in_flat_map. exists c. auto. }
  repeat split; auto; try (apply Rg; assumption).
  - intros batch. pose proof (after_sound (Some (M, ts)) (Join batch) So) as S'.
    destruct (join_refused_or M ts batch) as [E | E]; rewrite E in *; simpl in S';
      eexists; split; try reflexivity; split; try (intros t Ht; split; auto); auto.
    + intros u Hu Eu. apply (NoDup_map_eq _ _ id ts); auto.
    + apply in_or_app. auto.
    + intros u Hu Eu. apply (NoDup_map_eq _ _ id (ts ++ batch)); auto.
      * apply S'.
      * apply in_or_app. auto.
    + intros t Ht. apply in_app_or. assumption.
  - intros n. destruct (leave_refused_or M ts n) as [E | E]; rewrite E;
      eexists; split; try reflexivity; split; try (intros t Ht; split; auto); auto.
    + intros u Hu Eu. apply (NoDup_map_eq _ _ id ts); auto.
    + destruct (Nat.eq_dec (node t) n); auto. left. apply in_without. auto.
    + intros u Hu Eu. apply in_without in Hu as [Hu _]. apply (NoDup_map_eq _ _ id ts); auto.
    + intros t Ht. apply in_without in Ht. tauto.
Qed.

(* successor: A key belongs to the token at the least clockwise distance: the first token at or
   after it, walking up and past M−1 to 0. *)
Theorem successor : forall M ts k, ring M ts -> 0 <= k < M ->
  exists t,
    place M k ts = Some t /\
    owner_of M k ts = Some (node t) /\
    (* It is at the least distance, (pos t − k) mod M, and no other token is. *)
    (forall u, nearest M k ts u <-> u = t) /\
    (* It is the first at or after the key, else the smallest, and no other token is. *)
    (forall u, first_from k ts u <-> u = t) /\
    (* It is the first that is met when walking up one by one, after as many steps as the distance,
       and no other token is. *)
    (forall u d, met_after M k ts u d <-> u = t /\ d = dist M k (pos t)).
Proof.
  intros M ts k R Hk. pose proof (ring_spread _ _ R) as S.
  destruct (place_some M k ts (ring_some _ _ R)) as [t H]. exists t.
  pose proof (place_nearest _ _ _ _ H) as N.
  split; [exact H |]. split; [unfold owner_of; rewrite H; reflexivity |].
  assert (U : forall u, nearest M k ts u <-> u = t).
  { intros u. split; [intros Hu; eapply nearest_unique; eauto | intros ->; assumption]. }
  split; [exact U |]. split.
  - intros u. rewrite <- (nearest_first_from M) by assumption. apply U.
  - intros u d. split.
    + intros Hu. assert (u = t) as -> by (apply U; eapply met_nearest; eauto).
      split; auto. apply (met_steps M k ts); assumption.
    + intros [-> ->]. apply nearest_met; assumption.
Qed.

(* Of several at the least distance, which a ring never has, the model takes the first in the list. *)
Theorem successor_first : forall M k ts t, place M k ts = Some t ->
  exists before later, ts = before ++ t :: later /\
    (forall u, In u before -> dist M k (pos t) < dist M k (pos u)) /\
    (forall u, In u later -> dist M k (pos t) <= dist M k (pos u)).
Proof. exact place_first. Qed.

(* Binary search over the positions in ascending order, then wrap, finds the same token: for any
   number of tokens and any M. *)
Theorem successor_sorted : forall M ts k, ring M ts -> StronglySorted Z.lt (map pos ts) ->
  0 <= k < M -> place M k ts = nth_error ts (look_up (map pos ts) k).
Proof. intros M ts k R. apply look_up_place, ring_spread. assumption. Qed.

(* The distance can be computed in 64-bit words from the last position M − 1, for every M up to
   2^64 and including it, where subtraction alone does. *)
Theorem successor_words :
  (forall M k t, 2 <= M <= 2 ^ 64 -> 0 <= k < M -> 0 <= t < M ->
     word_dist (M - 1) k t = dist M k t) /\
  (forall k t, word (t - k) = dist (2 ^ 64) k t).
Proof. split; [exact word_dist_dist | reflexivity]. Qed.

(* What the contracts of the proved kernels say, in the words of C (positions in an array, the last
   position in place of M): an index that they allow is that of the token which the model gives. *)
Theorem successor_contracts : forall M ts k i, ring M ts -> 0 <= k < M ->
  let ps := map pos ts in
  (* reference/nearest_kernel.h *)
  ((i < length ps)%nat ->
   (forall j, (j < length ps)%nat ->
      contract_distance (M - 1) k (nth i ps 0) <= contract_distance (M - 1) k (nth j ps 0)) ->
   place M k ts = nth_error ts i) /\
  (* optimized/search_kernel.h, which asks for the positions in ascending order *)
  ((i < length ps)%nat ->
   (nth i ps 0 >= k /\
    (forall j, (j < length ps)%nat -> nth j ps 0 >= k -> nth i ps 0 <= nth j ps 0)) \/
   ((forall j, (j < length ps)%nat -> nth j ps 0 < k) /\
    (forall j, (j < length ps)%nat -> nth i ps 0 <= nth j ps 0)) ->
   place M k ts = nth_error ts i).
Proof.
  intros M ts k i R Hk ps. pose proof (ring_spread _ _ R) as S.
  assert (At : forall j, (j < length ps)%nat ->
            exists t, nth_error ts j = Some t /\ In t ts /\ nth j ps 0 = pos t).
  { intros j Hj. unfold ps in Hj. rewrite map_length in Hj.
    destruct (nth_error ts j) as [t |] eqn:E; [| apply nth_error_None in E; lia].
    exists t. split; auto. split; [apply nth_error_In with j; assumption |].
    apply nth_error_nth. unfold ps. apply map_nth_error. assumption. }
  assert (Of : forall u, In u ts -> exists j, (j < length ps)%nat /\ nth j ps 0 = pos u).
  { intros u Hu. apply In_nth_error in Hu as [j E]. exists j.
    assert (Hj : (j < length ts)%nat) by (apply nth_error_Some; congruence).
    unfold ps. rewrite map_length. split; auto. apply nth_error_nth. apply map_nth_error. assumption. }
  split.
  - intros Hi Least. destruct (At i Hi) as (t & -> & Ht & Ei). apply place_iff; auto. split; auto.
    intros u Hu. destruct (Of u Hu) as (j & Hj & Ej). specialize (Least j Hj).
    rewrite Ei, Ej in Least.
    rewrite !contract_distance_dist in Least by (auto; eapply spread_range; eauto). exact Least.
  - intros Hi First. destruct (At i Hi) as (t & -> & Ht & Ei). apply place_iff; auto.
    apply (nearest_first_from M); auto. split; auto. rewrite Ei in First.
    destruct First as [[G L] | [G L]]; [left | right]; split; try lia; intros u Hu;
      destruct (Of u Hu) as (j & Hj & <-); auto.
    intros. apply L; auto. lia.
Qed.

(* boundary: A key exactly at a token's position belongs to that token. *)
Theorem boundary :
  (forall M ts t, ring M ts -> In t ts ->
     place M (pos t) ts = Some t /\ owner_of M (pos t) ts = Some (node t)) /\
  (* Strictly greater is another rule: wherever there are two tokens, it gives the key at a token's
     position to another token. *)
  (forall M ts t v u, ring M ts -> In t ts -> In v ts -> v <> t ->
     nearest_after M (pos t) ts u -> place M (pos t) ts <> Some u) /\
  (* The nearest point is another rule: on some ring, it gives a key to another token. *)
  (exists M ts k t u, ring M ts /\ 0 <= k < M /\ place M k ts = Some t /\
     nearest_either_way M k ts u /\ t <> u).
Proof.
  split; [| split].
  - intros M ts t R Ht. pose proof (ring_spread _ _ R) as S.
    pose proof (spread_range _ _ _ S Ht) as Hp.
    assert (E : place M (pos t) ts = Some t).
    { apply place_iff; auto. split; auto. intros u Hu. pose proof (spread_range _ _ _ S Hu).
      rewrite dist_self by assumption. apply dist_range. lia. }
    split; auto. unfold owner_of. rewrite E. reflexivity.
  - intros M ts t v u R Ht Hv Hvt [Hu Hmin] E. pose proof (ring_spread _ _ R) as S.
    apply place_iff in E; auto; [| eapply spread_range; eauto]. destruct E as [_ Hmin'].
    pose proof (Hmin v Hv) as A. pose proof (Hmin' t Ht) as B.
    pose proof (spread_range _ _ _ S Ht). pose proof (spread_range _ _ _ S Hv).
    pose proof (spread_range _ _ _ S Hu).
    rewrite dist_self in B by assumption.
    assert (D : dist M (pos t) (pos u) = 0) by (pose proof (dist_range M (pos t) (pos u)); lia).
    apply dist_zero in D; auto.
    assert (N : pos v <> pos t) by (intros E; apply Hvt; eapply spread_same; eauto).
    assert (C : 0 <= (pos t + 1) mod M < M) by (apply Z.mod_pos_bound; lia).
    assert (F : (pos t + 1) mod M = pos t + 1 \/ pos t = M - 1 /\ (pos t + 1) mod M = 0).
    { destruct (Z.eq_dec (pos t) (M - 1)) as [-> |]; [right | left; apply Z.mod_small; lia].
      split; auto. replace (M - 1 + 1) with M by lia. apply Z.mod_same. lia. }
    generalize dependent ((pos t + 1) mod M). intros. circle.
  - exists 16, [Token 0 0 0; Token 1 10 1], 1, (Token 1 10 1), (Token 0 0 0).
    repeat split; try lia; try discriminate; try reflexivity.
    + simpl in H. destruct H as [<- | [<- | []]]; simpl; lia.
    + simpl in H. destruct H as [<- | [<- | []]]; simpl; lia.
    + repeat constructor; simpl; intuition lia.
    + repeat constructor; simpl; intuition lia.
    + left. reflexivity.
    + intros u [<- | [<- | []]]; vm_compute; discriminate.
Qed.

(* wrap: A key after the largest token belongs to the smallest. *)
Theorem wrap : forall M ts k, ring M ts -> 0 <= k < M -> (forall u, In u ts -> pos u < k) ->
  exists s, In s ts /\ (forall u, In u ts -> pos s <= pos u) /\
    place M k ts = Some s /\ owner_of M k ts = Some (node s).
Proof.
  intros M ts k R Hk After. pose proof (ring_spread _ _ R) as S.
  destruct (place_some M k ts (ring_some _ _ R)) as [s H]. exists s.
  pose proof (place_in _ _ _ _ H) as Hs.
  split; auto. split; [| split; auto; unfold owner_of; rewrite H; reflexivity].
  apply place_nearest, nearest_first_from in H as [_ [[C _] | [_ H]]]; auto.
  pose proof (After s Hs). lia.
Qed.

(* arcs: A token t owns exactly (pred(t), t]: the arcs are disjoint and cover the ring, their sizes
   sum to M, and a lone token owns all M positions. *)
Theorem arcs : forall M ts, ring M ts ->
  (forall t k, In t ts -> 0 <= k < M -> (place M k ts = Some t <-> arc_of M ts t k = true)) /\
  (* pred(t) is the position of a token: the largest below t, else the largest of all. *)
  (forall t, In t ts ->
     let p := pred M (map pos ts) (pos t) in
     In p (map pos ts) /\
     ((p < pos t /\ forall u, In u ts -> pos u < pos t -> pos u <= p) \/
      ((forall u, In u ts -> pos t <= pos u) /\ forall u, In u ts -> pos u <= p))) /\
  (* Disjoint. *)
  (forall t u k, In t ts -> In u ts -> 0 <= k < M ->
     arc_of M ts t k = true -> arc_of M ts u k = true -> t = u) /\
  (* Covering. *)
  (forall k, 0 <= k < M -> exists t, In t ts /\ arc_of M ts t k = true) /\
  (* The size of an arc is the number of its positions; together they are M. *)
  (forall t, In t ts ->
     count (arc_of M ts t) (positions_of M) = arc_size M (pred M (map pos ts) (pos t)) (pos t)) /\
  sum (map (fun t => arc_size M (pred M (map pos ts) (pos t)) (pos t)) ts) = M /\
  (* A lone token. *)
  (forall t, ts = [t] ->
     arc_size M (pred M (map pos ts) (pos t)) (pos t) = M /\
     forall k, 0 <= k < M -> arc_of M ts t k = true /\ place M k ts = Some t).
Proof.
  intros M ts R. pose proof (ring_spread _ _ R) as S. pose proof (ring_positive _ _ R).
  split; [| split; [| split; [| split; [| split; [| split]]]]].
  - intros. symmetry. apply arc_place; assumption.
  - intros t Ht p. unfold p. split; [apply pred_in, in_map; assumption |].
    destruct (pred_by_order M (map pos ts) (pos t)) as [[A B] | [A B]].
    + intros q. apply spread_positions. assumption.
    + apply in_map. assumption.
    + left. split; auto. intros u Hu. apply B, in_map. assumption.
    + right. split; intros u Hu; [apply A | apply B]; apply in_map; assumption.
  - intros t u k Ht Hu Hk A B. apply arc_place in A; auto. apply arc_place in B; auto. congruence.
  - intros k Hk. destruct (place_some M k ts (ring_some _ _ R)) as [t H1].
    pose proof (place_in _ _ _ _ H1). exists t. split; auto. apply arc_place; assumption.
  - intros t Ht. apply arc_size_counts.
    + eapply spread_positions; eauto. apply pred_in, in_map. assumption.
    + eapply spread_range; eauto.
  - apply arc_sizes_sum; auto; [apply ring_some with M; assumption | lia].
  - intros t ->. pose proof (spread_range M [t] t S (or_introl eq_refl)).
    simpl map. split.
    + rewrite pred_lone. unfold arc_size. gaps. lia.
    + intros k Hk. split; [| reflexivity].
      apply arc_place; [assumption | left; reflexivity | assumption | reflexivity].
Qed.

(* join: Each joining token x takes exactly (p, x], p being its predecessor in the new ring, from
   the node that owned that arc before; no other owner changes. *)
Theorem join : forall M old new, ring M old -> ring M (old ++ new) ->
  (* The change: [new] joins [old]. *)
  (new <> [] -> attempt (Some (M, old)) (Join new) = Done (Some (M, old ++ new))) /\
  (* Exactly (p, x]. *)
  (forall x k, In x new -> 0 <= k < M ->
     (place M k (old ++ new) = Some x <-> arc_of M (old ++ new) x k = true)) /\
  (* All of it from one token's node, that of x's successor in the old ring. *)
  (forall x, In x new -> exists s, In s old /\ place M (pos x) old = Some s /\
     forall k, 0 <= k < M -> arc_of M (old ++ new) x k = true ->
       place M k old = Some s /\
       owner_of M k old = Some (node s) /\
       owner_of M k (old ++ new) = Some (node x) /\
       (node s = node x -> owner_of M k (old ++ new) = owner_of M k old)) /\
  (* So of the owners, those change to whom an arc of another node's token was given, *)
  (forall k, 0 <= k < M ->
     (owner_of M k (old ++ new) <> owner_of M k old <->
      exists x, In x new /\ arc_of M (old ++ new) x k = true /\
                owner_of M k old <> Some (node x))) /\
  (* and no other. *)
  (forall k, 0 <= k < M -> (forall x, In x new -> arc_of M (old ++ new) x k = false) ->
     place M k (old ++ new) = place M k old /\
     owner_of M k (old ++ new) = owner_of M k old).
Proof.
  intros M old new Ro Rn. pose proof (ring_spread _ _ Rn) as S.
  split; [intros; apply join_ring; assumption |].
  assert (Takes : forall x k, In x new -> 0 <= k < M -> arc_of M (old ++ new) x k = true ->
    place M k (old ++ new) = Some x).
  { intros x k Hx Hk A. apply arc_place; auto. apply in_or_app. auto. }
  split; [| split; [| split]].
  - intros x k Hx Hk. symmetry. apply arc_place; auto. apply in_or_app. auto.
  - intros x Hx. destruct (place_some M (pos x) old (ring_some _ _ Ro)) as [s H].
    exists s. split; [eapply place_in; eauto |]. split; auto. intros k Hk A.
    assert (P : place M k old = Some s) by (rewrite <- H; eapply join_giver; eauto).
    assert (Q : place M k (old ++ new) = Some x)
      by (apply arc_place; auto; apply in_or_app; auto).
    unfold owner_of. rewrite P, Q. simpl. repeat split; congruence.
  - intros k Hk. split.
    + intros D. destruct (existsb (fun x => arc_of M (old ++ new) x k) new) eqn:X.
      * apply existsb_exists in X as (x & Hx & A). exists x. split; auto. split; auto.
        intros O. apply D. rewrite O. unfold owner_of. rewrite (Takes x k) by assumption.
        reflexivity.
      * exfalso. apply D. unfold owner_of. rewrite join_elsewhere; auto. intros x Hx.
        destruct (arc_of M (old ++ new) x k) eqn:A; auto.
        rewrite <- X. symmetry. apply existsb_exists. exists x. auto.
    + intros (x & Hx & A & O) E. apply O. rewrite <- E. unfold owner_of.
      rewrite (Takes x k) by assumption. reflexivity.
  - intros k Hk Off. assert (E : place M k (old ++ new) = place M k old)
      by (apply join_elsewhere; assumption).
    unfold owner_of. rewrite E. auto.
Qed.

(* leave: A leaving node hands over only the keys it owned, each to the next token clockwise of
   another node; all its tokens leave together. *)
Theorem leave : forall M ts n, ring M ts ->
  (* Only the keys it owned. *)
  (forall k, 0 <= k < M -> owner_of M k ts <> Some n ->
     place M k (without n ts) = place M k ts /\ owner_of M k (without n ts) = owner_of M k ts) /\
  (* Each to the next token of another node: all that are nearer are the leaver's. *)
  (forall k t, 0 <= k < M -> owner_of M k ts = Some n ->
     (place M k (without n ts) = Some t <->
      In t ts /\ node t <> n /\
      forall u, In u ts -> dist M k (pos u) < dist M k (pos t) -> node u = n)) /\
  (* All its tokens leave together, and no other. *)
  (forall t, In t (without n ts) <-> In t ts /\ node t <> n) /\
  (In n (map node ts) -> (exists t, In t ts /\ node t <> n) ->
     attempt (Some (M, ts)) (Leave n) = Done (Some (M, without n ts))).
Proof.
  intros M ts n R. pose proof (ring_spread _ _ R) as S. split; [| split; [| split]].
  - intros k Hk Hn. unfold owner_of in *.
    destruct (place_some M k ts (ring_some _ _ R)) as [t H]. rewrite H in *. simpl in Hn.
    rewrite (leave_elsewhere M k n ts t); auto.
  - intros k t Hk _. apply leave_next; assumption.
  - intros t. apply in_without.
  - intros Hn (t & Ht & Htn). apply attempt_done; [exact R |]. split; [reflexivity |].
    intros r [[_ C] | [_ C]]; [contradiction | apply Htn, C; assumption].
Qed.

(* inverse: When nodes that were not members join and then leave, in any order, every answer is
   again what it was; in between the answers differ where join says so. *)
Theorem inverse : forall M old batches gone,
  let new := concat batches in
  ring M old -> ring M (old ++ new) -> (forall batch, In batch batches -> batch <> []) ->
  (forall t u, In t old -> In u new -> node t <> node u) ->
  NoDup gone -> (forall n, In n gone <-> In n (map node new)) ->
  (* Every answer is restored, since the ring is. *)
  run (Some (M, old)) (map Join batches ++ map Leave gone) = Some (M, old) /\
  (* In between: after the joins and any of the leaves, [still] being what is left of the newcomers'
     tokens, the owners that differ are those on the arcs of [still]. *)
  (forall first later, gone = first ++ later ->
     let still := filter (fun t => negb (mem (node t) first)) new in
     run (Some (M, old)) (map Join batches ++ map Leave first) = Some (M, old ++ still) /\
     forall k, 0 <= k < M ->
       (owner_of M k (old ++ still) <> owner_of M k old <->
        exists x, In x still /\ arc_of M (old ++ still) x k = true)).
Proof.
  intros M old batches gone new Ro Rn Hne Dis N Nodes.
  pose proof (ring_some _ _ Ro) as Old.
  assert (Mid : forall first later, gone = first ++ later ->
    run (Some (M, old)) (map Join batches ++ map Leave first)
    = Some (M, old ++ filter (fun t => negb (mem (node t) first)) new)).
  { intros first later E. rewrite run_app, run_joins by assumption. apply run_leaves; auto.
    - subst. eapply NoDup_app_l; eauto.
    - intros n Hn. apply Nodes. subst. apply in_or_app. auto. }
  split.
  - rewrite (Mid gone []) by (rewrite app_nil_r; reflexivity). do 2 f_equal.
    rewrite <- (app_nil_r old) at 2. f_equal.
    assert (G : forall l, (forall t, In t l -> In t new) ->
              filter (fun t => negb (mem (node t) gone)) l = []).
    { induction l as [| t l IH]; intros Sub; simpl; auto.
      rewrite (proj2 (mem_iff (node t) gone)).
      - apply IH. intros u Hu. apply Sub. right. assumption.
      - apply Nodes, in_map, Sub. left. reflexivity. }
    apply G. auto.
  - intros first later E still. split; [apply (Mid first later E) |]. intros k Hk.
    assert (S : ring M (old ++ still)).
    { pose proof (Mid first later E) as Rm. fold still in Rm.
      pose proof (run_sound (map Join batches ++ map Leave first) (Some (M, old)) Ro) as So.
      rewrite Rm in So. exact So. }
    apply newcomers_differ; auto. intros t u Ht Hu. apply Dis; auto.
    apply filter_In in Hu. tauto.
Qed.

(* However the joins and leaves of such nodes follow one another, refused ones among them: [still]
   being what the newcomers have on the ring, the owners that differ are those on its arcs, and
   nothing of a node that left after it last joined is among it. So once all have left, the ring and
   every answer is what it was. *)
Theorem inverse_interleaved : forall M old history, ring M old ->
  (forall c, In c history ->
     match c with
     | Build _ _ => False
     | Join batch => forall t u, In t old -> In u batch -> node t <> node u
     | Leave n => ~ In n (map node old)
     end) ->
  exists still,
    run (Some (M, old)) history = Some (M, old ++ still) /\
    (forall k, 0 <= k < M ->
       (owner_of M k (old ++ still) <> owner_of M k old <->
        exists x, In x still /\ arc_of M (old ++ still) x k = true)) /\
    (forall x, In x still -> exists before batch later,
       history = before ++ Join batch :: later /\ In x batch /\ ~ In (Leave (node x)) later) /\
    ((forall before batch later x, history = before ++ Join batch :: later -> In x batch ->
        In (Leave (node x)) later) ->
     run (Some (M, old)) history = Some (M, old)).
Proof.
  intros M old history Ro New.
  destruct (run_newcomers M old history [] (ring_some _ _ Ro)) as (still & E & Dis & From).
  { intros t u _ []. }
  { exact New. }
  rewrite app_nil_r in E. exists still. split; [exact E |].
  assert (From' : forall x, In x still -> exists before batch later,
       history = before ++ Join batch :: later /\ In x batch /\ ~ In (Leave (node x)) later).
  { intros x Hx. destruct (From x Hx) as [[[] _] | H]. exact H. }
  assert (S : ring M (old ++ still)).
  { pose proof (run_sound history (Some (M, old)) Ro) as So. rewrite E in So. exact So. }
  split; [| split; [exact From' |]].
  - intros k Hk. apply newcomers_differ; assumption.
  - intros All. rewrite E. destruct still as [| x still]; [rewrite app_nil_r; reflexivity |].
    exfalso. destruct (From' x (or_introl eq_refl)) as (before & batch & later & Eq & Hx & No).
    apply No, (All before batch later x Eq Hx).
Qed.

(* set: Placement is a function of the set of tokens: neither the order of the input nor the
   history matters, and renaming nodes renames the answers and changes nothing else. *)
Theorem set :
  (* Not of input order. *)
  (forall M ts ts' k, ring M ts -> Permutation ts ts' -> 0 <= k < M ->
     place M k ts = place M k ts' /\
     owner_of M k ts = owner_of M k ts' /\
     forall r, replicas_of M k r ts = replicas_of M k r ts') /\
  (* Not of history: two histories that lead to the same set of tokens lead to the same answers, *)
  (forall history history' q, same_ring (run None history) (run None history') ->
     ask (run None history) q = ask (run None history') q) /\
  (* among them the history that is one build, of the same tokens in any order. *)
  (forall history M ts ts' q, run None history = Some (M, ts) -> Permutation ts ts' ->
     attempt None (Build M ts') = Done (Some (M, ts')) /\
     ask (run None [Build M ts']) q = ask (run None history) q) /\
  (* Renaming nodes and ids renames the answers; what was refused is, and nothing else. *)
  (forall g h history c q, injective g -> injective h ->
     let renamed := map (map_change same g h same) history in
     ask (run None renamed) q = map_answer h (ask (run None history) q) /\
     forall r, attempt (run None renamed) (map_change same g h same c) = Refused r <->
               attempt (run None history) c = Refused r).
Proof.
  split; [| split; [| split]].
  - intros M ts ts' k R P Hk. pose proof (ring_spread _ _ R) as S.
    pose proof (spread_permutation _ _ _ P S) as S'. pose proof (permutation_set _ _ _ P) as E.
    unfold owner_of. rewrite (place_same_set M k ts ts') by assumption.
    repeat split. intros r. apply replicas_same_set; assumption.
  - intros history history' q E. apply ask_same_ring; auto; apply run_sound; exact I.
  - intros history M ts ts' q H P. pose proof (run_sound history None I) as So. rewrite H in So.
    pose proof (ring_permutation _ _ _ P So) as R.
    pose proof (build_ring None M ts' R) as B. split; [exact B |].
    rewrite H. unfold run, fold_left, after. rewrite B. apply ask_same_ring; auto.
    simpl. split; auto. intros t. symmetry. apply permutation_set. assumption.
  - intros g h history c q Ig Ih renamed. unfold renamed. rewrite run_named by assumption.
    split; [apply ask_named; assumption |]. intros r.
    rewrite (attempt_mapped same g h same Ig Ih (fun _ => True) (fun _ => True)).
    + destruct (attempt (run None history) c); simpl; split; congruence.
    + reflexivity.
    + reflexivity.
    + reflexivity.
    + destruct (run None history) as [[M ts] |]; simpl; auto. split; auto. intros t _. exact I.
    + destruct c as [M ts | ts | n]; simpl; auto; try split; auto; intros t _; exact I.
Qed.

(* rotation: Rotating all tokens and keys by the same amount changes no owner. *)
Theorem rotation : forall M c ts k, ring M ts -> 0 <= k < M ->
  let rotate := fun p => (p + c) mod M in
  ring M (map (move rotate) ts) /\
  place M (rotate k) (map (move rotate) ts) = option_map (move rotate) (place M k ts) /\
  owner_of M (rotate k) (map (move rotate) ts) = owner_of M k ts /\
  forall r, replicas_of M (rotate k) r (map (move rotate) ts) = replicas_of M k r ts.
Proof.
  intros M c ts k R Hk rotate. pose proof (ring_positive _ _ R).
  assert (C : compares M k M (rotate k) rotate ts) by (apply compares_rotated; lia).
  split; [apply rotation_ring; assumption |]. unfold move. split; [| split].
  - apply place_mapped. assumption.
  - rewrite (owner_mapped M k) by assumption. apply option_map_same.
  - intros r. rewrite (replicas_mapped M k) by (auto using injective_same).
    apply option_map_map_same.
Qed.

(* order: Only the circular order of tokens and keys matters, and which of them coincide: any
   re-spacing that keeps both, on a ring of any size, keeps every owner. *)
Theorem order : forall M M' f ts k,
  ring M ts -> 0 <= k < M -> 2 <= M' ->
  (forall p, In p (k :: map pos ts) -> 0 <= f p < M') ->
  (* [f] keeps the circular order of the key and the tokens; which of them coincide is part of it. *)
  respaces f (k :: map pos ts) ->
  (forall a b, In a (k :: map pos ts) -> In b (k :: map pos ts) -> (f a = f b <-> a = b)) /\
  ring M' (map (move f) ts) /\
  place M' (f k) (map (move f) ts) = option_map (move f) (place M k ts) /\
  owner_of M' (f k) (map (move f) ts) = owner_of M k ts /\
  forall r, replicas_of M' (f k) r (map (move f) ts) = replicas_of M k r ts.
Proof.
  intros M M' f ts k R Hk HM' Rf E. pose proof R as (_ & Hne & Rg & Np & Ni).
  assert (Rp : forall p, In p (k :: map pos ts) -> 0 <= p < M).
  { intros p [<- | Hp]; auto. apply in_map_iff in Hp as (t & <- & Ht). auto. }
  assert (Inj := respaces_injective f (k :: map pos ts) M Rp E).
  assert (C : compares M k M' (f k) f ts).
  { apply compares_respaced; auto.
    - apply Rf. left. reflexivity.
    - intros t Ht. apply Rf. right. apply in_map. assumption. }
  split; [exact Inj |]. split; [| unfold move; split; [| split]].
  - repeat split; auto.
    + destruct ts; [contradiction | discriminate].
    + apply in_map_iff in H as (u & <- & Hu). apply Rf. right. apply in_map. assumption.
    + apply in_map_iff in H as (u & <- & Hu). apply Rf. right. apply in_map. assumption.
    + rewrite map_map. simpl. rewrite <- (map_map pos f).
      assert (G : forall l, (forall p, In p l -> In p (map pos ts)) -> NoDup l -> NoDup (map f l)).
      { induction l as [| p l IH]; intros Sub N; simpl; [constructor |].
        inversion N as [| ? ? Hn N']; subst. constructor.
        - intros H. apply in_map_iff in H as (q & Eq & Hq). apply Hn.
          assert (A : In q (k :: map pos ts)) by (right; apply Sub; right; assumption).
          assert (B : In p (k :: map pos ts)) by (right; apply Sub; left; reflexivity).
          rewrite <- (proj1 (Inj q p A B) Eq). assumption.
        - apply IH; auto. intros q Hq. apply Sub. right. assumption. }
      apply G; auto.
    + rewrite map_map. exact Ni.
  - apply place_mapped. assumption.
  - rewrite (owner_mapped M k) by assumption. apply option_map_same.
  - intros r. rewrite (replicas_mapped M k) by (auto using injective_same).
    apply option_map_map_same.
Qed.

(* The small-scope theorem. Let two rings A and B see positions only through comparisons, names and
   ids only through equality, ignore input order, and let no answer of theirs depend on what else is
   asked (comparison_only). Let them agree on a suite of cases that covers, up to renaming and input
   order, every history with at most n tokens on a ring of Mo ≥ 2n + 1 positions, with every query.
   Then they agree on every history with at most n tokens, on every ring of any size.

   n counts all tokens that ever occur in the history. [kind] is any bound on histories and queries
   (how many steps, which counts of replicas, whether changes are refused …) that sees positions only
   through comparisons, like the rings: what the suite covers within it holds within it. All positions
   are in range, and all builds of a history are of one size. *)
Theorem order_small_scope : forall (n : nat) (Mo : Z) (A B : subject)
    (kind : list change -> query -> Prop) (suite : list change -> list query -> Prop),
  comparison_only A -> comparison_only B -> kind_by_comparison kind ->
  2 * Z.of_nat n + 1 <= Mo -> 2 <= Mo ->
  (* The suite covers all on Mo positions, *)
  (forall history q,
     within Mo history [q] -> (length (tokens_of history) <= n)%nat ->
     kind history q ->
     exists g h history' asked,
       injective g /\ injective h /\
       Forall2 reordered (map (map_change same g h same) history) history' /\
       suite history' asked /\ In q asked) ->
  (* and there they agree. *)
  (forall history asked q, suite history asked -> In q asked ->
     A history asked q = B history asked q) ->
  forall M history asked q,
    within M history asked -> (length (tokens_of history) <= n)%nat ->
    kind history q -> In q asked ->
    A history asked q = B history asked q.
Proof. exact small_scope_lemma. Qed.

(* The same for a suite that puts many histories into one case, one after the other, each beginning
   with a build: that a build makes a ring forget what was before is assumed as well. *)
Theorem order_small_scope_in_one_case : forall (n : nat) (Mo : Z) (A B : subject)
    (kind : list change -> query -> Prop) (suite : list change -> list query -> Prop),
  comparison_only A -> comparison_only B -> builds_anew A -> builds_anew B ->
  kind_by_comparison kind ->
  2 * Z.of_nat n + 1 <= Mo -> 2 <= Mo ->
  (forall history q,
     within Mo history [q] -> (length (tokens_of history) <= n)%nat ->
     kind history q ->
     exists g h history' before asked,
       injective g /\ injective h /\
       Forall2 reordered (map (map_change same g h same) history) history' /\
       begins_with_a_build history' /\ suite (before ++ history') asked /\ In q asked) ->
  (forall history asked q, suite history asked -> In q asked ->
     A history asked q = B history asked q) ->
  forall M history asked q,
    within M history asked -> (length (tokens_of history) <= n)%nat ->
    kind history q -> In q asked ->
    A history asked q = B history asked q.
Proof.
  intros n Mo A B kind suite HA HB FA FB K HMo HMo2 Covers Agree.
  apply (small_scope_lemma n Mo A B kind (fun history asked =>
           begins_with_a_build history /\ exists before, suite (before ++ history) asked)); auto.
  - intros history q W L Hk.
    destruct (Covers history q W L Hk) as (g & h & history' & before & asked & Ig & Ih & Re & Bu & Su & Hq).
    exists g, h, history', asked. repeat split; eauto.
  - intros history asked q [Bu [before Su]] Hq.
    rewrite <- (FA before), <- (FB before) by assumption. apply Agree; assumption.
Qed.

(* The model is such a ring: one that only compares and agrees with the model on the suite is right
   on every ring of up to n tokens. *)
Theorem order_model_compares : comparison_only model /\ builds_anew model.
Proof. exact (conj model_compares model_builds_anew). Qed.

(* A bound that sees positions only through comparisons: how many changes, tokens and nodes there are,
   which count of replicas is asked for, and whether the model carries out every change. *)
Theorem order_bounds : forall (such : list change -> query -> Prop),
  kind_by_comparison (fun history q =>
    such (map unplaced history) (unplaced_query q) /\ all_carried_out history).
Proof. exact bounds_by_comparison. Qed.

(* replicas: The r replicas of a key are the first r distinct nodes met clockwise from it: the
   first is the owner, r nodes are a prefix of r + 1, the next takes over when the owner leaves,
   and fewer than r nodes is refused. *)
Theorem replicas : forall M ts k, ring M ts -> 0 <= k < M ->
  let met := clockwise M k ts in
  (* [met] is the tokens in the order in which they are met. *)
  Permutation ts met /\
  StronglySorted (fun t u => dist M k (pos t) < dist M k (pos u)) met /\
  (* The first r distinct nodes. *)
  (forall r, (r <= node_count ts)%nat ->
     replicas_of M k r ts = Some (firstn r (distinct (map node met)))) /\
  (* The first is the owner. *)
  (forall r l, replicas_of M k (S r) ts = Some l -> hd_error l = owner_of M k ts) /\
  (* A prefix. *)
  (forall r l, replicas_of M k (S r) ts = Some l -> replicas_of M k r ts = Some (firstn r l)) /\
  (* r different nodes, each of them a member. *)
  (forall r l, replicas_of M k r ts = Some l ->
     length l = r /\ NoDup l /\ forall n, In n l -> In n (map node ts)) /\
  (* When the owner leaves, the next takes over, and those behind it move up. *)
  (forall r n rest, replicas_of M k (S r) ts = Some (n :: rest) ->
     replicas_of M k r (without n ts) = Some rest) /\
  (forall r n m rest, replicas_of M k (S (S r)) ts = Some (n :: m :: rest) ->
     owner_of M k (without n ts) = Some m) /\
  (* Fewer nodes than r, and nothing else, is refused. *)
  (forall r, replicas_of M k r ts = None <-> (node_count ts < r)%nat) /\
  (forall r, ask (Some (M, ts)) (Replicas k r) = Refused too_few_nodes <->
             (node_count ts < r)%nat).
Proof.
  intros M ts k R Hk met. pose proof (ring_spread _ _ R) as S.
  split; [apply clockwise_permutation |]. split; [apply clockwise_sorted; assumption |].
  assert (None_iff : forall r, replicas_of M k r ts = None <-> (node_count ts < r)%nat).
  { intros r. rewrite replicas_firstn by assumption.
    destruct (Nat.leb_spec r (node_count ts)); split; intros; try discriminate; auto. lia. }
  assert (Unfold : forall r l, replicas_of M k (Datatypes.S r) ts = Some l -> exists t rest,
    place M k ts = Some t /\ l = node t :: rest /\
    replicas_of M k r (without (node t) ts) = Some rest).
  { intros r l H. simpl in H. destruct (place M k ts) as [t |]; [| discriminate].
    destruct (replicas_of M k r (without (node t) ts)) as [rest |] eqn:E; [| discriminate].
    injection H as <-. exists t, rest. auto. }
  split; [| split; [| split; [| split; [| split; [| split; [| split]]]]]].
  - intros r H. apply replicas_some; auto.
  - intros r l H. apply Unfold in H as (t & rest & H & -> & _). unfold owner_of. rewrite H.
    reflexivity.
  - intros r l H. apply replicas_some in H as [H ->]; auto. apply replicas_some; auto.
    split; [lia |]. apply firstn_prefix. lia.
  - intros r l H. apply replicas_some in H as [H ->]; auto. split; [| split].
    + apply firstn_length_le. rewrite length_all_nodes. assumption.
    + apply NoDup_firstn, NoDup_all_nodes.
    + intros n Hn. apply (in_all_nodes M k). rewrite <- (firstn_skipn r). apply in_or_app. auto.
  - intros r n rest H. apply Unfold in H as (t & rest' & _ & E & H). injection E as -> ->. exact H.
  - intros r n m rest H. apply Unfold in H as (t & rest' & _ & E & H). injection E as -> <-.
    simpl in H. unfold owner_of.
    destruct (place M k (without (node t) ts)) as [u |]; [| discriminate].
    destruct (replicas_of M k r _); [| discriminate]. injection H as E _. simpl. congruence.
  - exact None_iff.
  - intros r. rewrite <- None_iff. simpl.
    rewrite (proj2 (in_range_iff M k) Hk). simpl.
    destruct (replicas_of M k r ts); split; intros; congruence.
Qed.

(* replica-stability: One node joining, gaining tokens or leaving, with however many tokens,
   changes at most one member of any key's replica set, where there are at least r nodes before and
   after. *)
Theorem replica_stability : forall M k r n before after,
  ring M before -> ring M after -> 0 <= k < M ->
  (* The two rings are the same but for tokens of the node n: it joined, gained tokens, lost some or
     all of them, or all of these. *)
  (forall t, node t <> n -> (In t before <-> In t after)) ->
  (r <= node_count before)%nat -> (r <= node_count after)%nat ->
  exists l l',
    replicas_of M k r before = Some l /\ replicas_of M k r after = Some l' /\
    (missing l l' <= 1)%nat /\ (missing l' l <= 1)%nat.
Proof.
  intros M k r n a b Ra Rb Hk E La Lb.
  pose proof (ring_spread _ _ Ra) as Sa. pose proof (ring_spread _ _ Rb) as Sb.
  exists (firstn r (all_nodes M k a)), (firstn r (all_nodes M k b)).
  assert (Ha : replicas_of M k r a = Some (firstn r (all_nodes M k a)))
    by (apply replicas_some; auto).
  assert (Hb : replicas_of M k r b = Some (firstn r (all_nodes M k b)))
    by (apply replicas_some; auto).
  repeat split; auto.
  - apply (stability M k r n a b); auto.
  - apply (stability M k r n b a); auto. intros t Ht. symmetry. auto.
Qed.

(* The same for the two changes, a join of tokens of one node and a leave. *)
Theorem replica_stability_of_changes : forall M k r ts, ring M ts -> 0 <= k < M ->
  (r <= node_count ts)%nat ->
  (forall n batch, ring M (ts ++ batch) -> (forall t, In t batch -> node t = n) ->
     exists l l', replicas_of M k r ts = Some l /\ replicas_of M k r (ts ++ batch) = Some l' /\
       (missing l l' <= 1)%nat /\ (missing l' l <= 1)%nat) /\
  (forall n, (r <= node_count (without n ts))%nat ->
     exists l l', replicas_of M k r ts = Some l /\ replicas_of M k r (without n ts) = Some l' /\
       (missing l l' <= 1)%nat /\ (missing l' l <= 1)%nat).
Proof.
  intros M k r ts R Hk L. split.
  - intros n batch R' One. apply (replica_stability M k r n); auto.
    + intros t Ht. rewrite in_app_iff. split; auto. intros [H | H]; auto.
      apply One in H. contradiction.
    + unfold node_count in *. apply Nat.le_trans with (length (distinct (map node ts))); auto.
      apply NoDup_incl_length; [apply NoDup_distinct |]. intros m Hm.
      rewrite in_distinct in *. rewrite map_app. apply in_or_app. auto.
  - intros n L'. destruct r as [| r].
    { exists [], []. repeat split; auto. }
    apply (replica_stability M k (S r) n); auto.
    + apply ring_without; auto. intros E. rewrite E in L'. inversion L'.
    + intros t Ht. rewrite in_without. tauto.
Qed.

(* refusals: What cannot be answered is refused by kind, over the whole batch at once, and a
   refused change changes nothing. *)
Theorem refusals :
  (* A change is refused if and only if something is wrong with it, and then by the first kind, in
     the order of `rank`, of all that is wrong, judged over the whole batch at once. *)
  (forall s c r, sound s -> (attempt s c = Refused r <-> first_fault (change_fault s c) r)) /\
  (forall s c s', sound s ->
     (attempt s c = Done s' <-> s' = changed s c /\ forall r, ~ change_fault s c r)) /\
  (* The same of a question. *)
  (forall s q r, sound s -> (ask s q = Refused r <-> first_fault (question_fault s q) r)) /\
  (* A refused change changes nothing. *)
  (forall s c r, attempt s c = Refused r -> after s c = s) /\
  (* Whatever the history, the state is sound. *)
  (forall history, sound (run None history)).
Proof.
  split; [| split; [| split; [| split]]].
  - intros. apply attempt_refused. assumption.
  - intros. apply attempt_done. assumption.
  - intros. apply ask_refused. assumption.
  - intros s c r H. unfold after. rewrite H. reflexivity.
  - intros. apply run_sound. exact I.
Qed.

(* Whether a list of tokens is a ring can be decided, and the decision is the one that the model makes:
   a build is carried out exactly for the rings, and a join exactly where the old tokens and the new
   ones make a ring together. Building again replaces the ring. *)
Theorem refusals_decide_validity :
  (forall s M ts, attempt s (Build M ts) = Done (Some (M, ts)) <-> ring M ts) /\
  (forall M ts batch, ring M ts ->
     (attempt (Some (M, ts)) (Join batch) = Done (Some (M, ts ++ batch)) <->
      batch <> [] /\ ring M (ts ++ batch))).
Proof.
  split.
  - intros s M ts. split; [| apply build_ring].
    intros H. apply (attempt_sound None (Build M ts) (Some (M, ts)) I). exact H.
  - intros M ts batch R. split.
    + intros H. split.
      * intros ->. simpl in H. unfold add in H. simpl in H. discriminate.
      * apply (attempt_sound (Some (M, ts)) (Join batch) (Some (M, ts ++ batch)) R H).
    + intros [Hne R']. apply join_ring; assumption.
Qed.
Theorem refusals_decidable : forall M ts, {ring M ts} + {~ ring M ts}.
Proof. exact ring_dec. Qed.

(* No replicas are asked for: the empty list, once something is built and the key is in range. *)
Theorem refusals_none_asked : forall M ts k, ring M ts -> 0 <= k < M ->
  ask (Some (M, ts)) (Replicas k 0) = Done (ANodes []).
Proof. intros M ts k _ Hk. simpl. rewrite (proj2 (in_range_iff M k) Hk). reflexivity. Qed.

(* pure: Asking changes nothing, and the same question gets the same answer. *)
Theorem pure :
  (* The state after any mixture of changes and questions is the state after the changes alone. *)
  (forall s requests, snd (session s requests) = run s (changes requests)) /\
  (* An answer depends on the changes before it and on nothing else, in particular on no question. *)
  (forall s before q rest,
     fst (session s (before ++ Ask q :: rest)) =
     fst (session s before) ++ ask (run s (changes before)) q
       :: fst (session (run s (changes before)) rest)) /\
  (* So the same question, asked again after other questions, gets the same answer. *)
  (forall s q questions, changes questions = [] ->
     fst (session s (Ask q :: questions ++ [Ask q])) =
     ask s q :: fst (session s questions) ++ [ask s q]).
Proof.
  assert (Split : forall s before q rest,
     fst (session s (before ++ Ask q :: rest)) =
     fst (session s before) ++ ask (run s (changes before)) q
       :: fst (session (run s (changes before)) rest)).
  { intros. rewrite session_app. simpl. destruct (session (run s (changes before)) rest).
    reflexivity. }
  split; [| split].
  - intros. apply session_state.
  - exact Split.
  - intros s q questions E. pose proof (Split s questions q []) as H. rewrite E in H. simpl in *.
    destruct (session s (questions ++ [Ask q])). simpl in *. rewrite H. reflexivity.
Qed.

(* share: Of N + 1 distinct positions, each named the newcomer's in turn, exactly one makes the
   newcomer the owner of a given key: its mean share is exactly 1/(N + 1). *)
Theorem share :
  (* Each of the tokens [ts] named the newcomer n's in turn: exactly one makes n the key's owner. *)
  (forall M ts k n, ring M ts -> 0 <= k < M -> ~ In n (map node ts) ->
     count (fun x => owned_by (Nat.eqb n) M (given_to n x ts) k) ts = 1) /\
  (* So n's positions, added up over the N+1 namings, are M: a mean of M/(N+1). *)
  (forall M ts n, ring M ts -> ~ In n (map node ts) ->
     sum (map (fun x => count (owned_by (Nat.eqb n) M (given_to n x ts)) (positions_of M)) ts) = M) /\
  (* Over all namings of Σv positions, v_i of them i's, the mean of i's share of any keys is v_i/Σv. *)
  (forall M ps names ks i,
     2 <= M -> ps <> [] -> (forall p, In p ps -> 0 <= p < M) -> NoDup ps ->
     length names = length ps -> (forall k, In k ks -> 0 <= k < M) ->
     Z.of_nat (length names) *
       sum (map (fun naming => count (owned_by (Nat.eqb i) M (tokens_at ps naming)) ks)
              (namings names))
     = count (Nat.eqb i) names * Z.of_nat (length ks) * Z.of_nat (length (namings names))) /\
  (* Over all namings of N+j positions, j of them new nodes' and N > 0 of them old ones', the mean of
     the number of keys, K, whose owner is another one when the new tokens join the old ones, is
     K·j/(N+j). *)
  (forall M ps names ks (new : nat -> bool),
     2 <= M -> (forall p, In p ps -> 0 <= p < M) -> NoDup ps ->
     length names = length ps -> (forall k, In k ks -> 0 <= k < M) ->
     (exists n, In n names /\ new n = false) ->
     Z.of_nat (length names) *
       sum (map (fun naming =>
                   let all := tokens_at ps naming in
                   let old := filter (fun t => negb (new (node t))) all in
                   count (fun k => differ (owner_of M k old) (owner_of M k all)) ks)
              (namings names))
     = Z.of_nat (length ks) * count new names * Z.of_nat (length (namings names))) /\
  (* [tokens_at] are rings, and [namings] are all orders of the names. *)
  (forall M ps names, 2 <= M -> ps <> [] -> (forall p, In p ps -> 0 <= p < M) -> NoDup ps ->
     length names = length ps ->
     ring M (tokens_at ps names) /\ map pos (tokens_at ps names) = ps /\
     map node (tokens_at ps names) = names) /\
  (forall names naming, In naming (namings names) <-> Permutation names naming) /\
  (* One uneven ring: of 32 positions, the token at 12 among 1, 8, 16, 24 owns 4. *)
  (count (owned_by (Nat.eqb 4) 32 (tokens_at [1; 8; 16; 24; 12] [0; 1; 2; 3; 4]%nat))
     (positions_of 32) = 4 /\ 4 * 5 <> 32).
Proof.
  split; [| split; [| split; [| split; [| split; [| split]]]]].
  - intros M ts k n R Hk Hn. apply one_placing; auto.
    + apply ring_spread. assumption.
    + apply ring_some with M. assumption.
  - intros M ts n R Hn. pose proof (ring_positive _ _ R).
    transitivity (Z.of_nat (length (positions_of M))); [| apply length_positions; lia].
    apply (sum_partition _ _ (fun x => owned_by (Nat.eqb n) M (given_to n x ts))).
    intros k Hk. apply in_positions in Hk. apply one_placing; auto.
    + apply ring_spread. assumption.
    + apply ring_some with M. assumption.
  - intros. apply shares; auto.
  - intros M ps names ks new HM R N L Hks Old.
    assert (Hne : ps <> []).
    { intros ->. destruct names; [| discriminate]. destruct Old as (n & [] & _). }
    rewrite <- (Z.mul_comm (count new names)). rewrite <- (shares new M ps names ks); auto.
    f_equal. apply sum_ext. intros naming Hn. apply count_ext. intros k Hk.
    unfold namings in Hn. apply orders_permutations in Hn; auto.
    assert (Ln : length naming = length ps) by (apply Permutation_length in Hn; congruence).
    apply moves_to_newcomers; auto.
    + apply ring_spread, tokens_ring; auto.
    + destruct Old as (n & Hin & Hnew). apply (Permutation_in n Hn) in Hin.
      rewrite <- (tokens_nodes ps naming Ln) in Hin. apply in_map_iff in Hin as (t & <- & Ht).
      exists t. auto.
  - intros. split; [apply tokens_ring; auto |]. split;
      [apply tokens_positions | apply tokens_nodes]; assumption.
  - intros. apply orders_permutations. reflexivity.
  - split; [vm_compute; reflexivity | discriminate].
Qed.

(* identity: Two keys at one position have one owner and stay two keys: they are counted, listed
   and moved separately.

   This is little more than a definition: placement does not know of keys but by position, and lists
   of keys are gone through one by one. *)
Theorem identity :
  (* One owner. *)
  (forall M ts a b, place_of a = place_of b ->
     owner_of M (place_of a) ts = owner_of M (place_of b) ts) /\
  (* One answer each, in the order of the keys. *)
  (forall M ts ks i, nth_error (owners M ts ks) i =
     option_map (fun k => owner_of M (place_of k) ts) (nth_error ks i)) /\
  (* Counted separately: over all nodes there are as many keys as there are, whatever coincides. *)
  (forall M ts ks, ring M ts -> (forall k, In k ks -> 0 <= place_of k < M) ->
     sum (map (fun n => Z.of_nat (length (keys_of M ts n ks))) (distinct (map node ts)))
     = Z.of_nat (length ks)) /\
  (* Listed and moved separately: where one is, both are. *)
  (forall M ts ts' n a b ks, place_of a = place_of b ->
     keys_of M ts n (a :: b :: ks) =
       (if is_node n (owner_of M (place_of a) ts) then [a; b] else []) ++ keys_of M ts n ks /\
     moved_keys M ts ts' (a :: b :: ks) =
       (if differ (owner_of M (place_of a) ts) (owner_of M (place_of a) ts') then [a; b] else [])
       ++ moved_keys M ts ts' ks).
Proof.
  split; [| split; [| split]].
  - intros M ts a b ->. reflexivity.
  - intros M ts ks. unfold owners. induction ks as [| k ks IH]; intros [| i]; simpl; auto.
  - intros M ts ks R Hk.
    apply (sum_partition _ _ (fun n k => is_node n (owner_of M (place_of k) ts))).
    intros k Hin. destruct (place_some M (place_of k) ts (ring_some _ _ R)) as [t H].
    apply count_one with (node t).
    + apply NoDup_distinct.
    + apply in_distinct, in_map. eapply place_in; eauto.
    + intros n _. unfold owner_of. rewrite H. simpl. rewrite Nat.eqb_eq. split; auto.
  - intros M ts ts' n a b ks E. unfold keys_of, moved_keys. simpl. rewrite <- E.
    split; [destruct (is_node _ _) | destruct (differ _ _)]; reflexivity.
Qed.

(* handover: A new placement moves no data: straight after a join, a read of a moved key at its new
   owner finds nothing until the copy arrives.

   [data] is a set of copies that no change of placement touches. *)
Theorem handover : forall M old new ks data k, ring M old -> ring M (old ++ new) ->
  stored_by M old ks data -> In k ks -> 0 <= k < M ->
  (* A key that did not move is found, before and after; *)
  finds M old data k /\
  (owner_of M k (old ++ new) = owner_of M k old -> finds M (old ++ new) data k) /\
  (* one that moved is not, *)
  (owner_of M k (old ++ new) <> owner_of M k old -> ~ finds M (old ++ new) data k) /\
  (* until the copy arrives. *)
  (forall n, owner_of M k (old ++ new) = Some n -> finds M (old ++ new) ((n, k) :: data) k).
Proof.
  intros M old new ks data k Ro Rn St Hk Hr.
  destruct (owner_some M k old (ring_some _ _ Ro)) as [a Ha].
  assert (D : In (a, k) data) by (apply St; auto).
  split; [| split; [| split]].
  - exists a. auto.
  - intros E. exists a. rewrite E. auto.
  - intros E (n & Hn & Hin). apply St in Hin as [_ Hin]. congruence.
  - intros n Hn. exists n. split; auto. left. reflexivity.
Qed.

(* What has to be copied, for any two rings of one size: the plan lists the arcs on which the owner
   differs, with the node that has it and the node that gets it; exactly these, each once, without
   overlap; their sizes add up to the number of positions that change hands. *)
Theorem handover_plan : forall M old new, ring M old -> ring M new ->
  (forall k a b, 0 <= k < M ->
     ((owner_of M k old = Some a /\ owner_of M k new = Some b /\ a <> b) <->
      exists m, In m (plan M old new) /\ moves m k = true /\ giver m = a /\ taker m = b)) /\
  (forall m m' k, In m (plan M old new) -> In m' (plan M old new) -> 0 <= k < M ->
     moves m k = true -> moves m' k = true -> m = m') /\
  NoDup (plan M old new) /\
  sum (map (fun m => arc_size M (after_ m) (upto m)) (plan M old new)) =
    count (fun k => differ (owner_of M k old) (owner_of M k new)) (positions_of M).
Proof.
  intros M old new Ro Rn. split; [| split; [| split]].
  - intros k a b Hk. apply plan_complete; assumption.
  - intros m m' k. apply plan_disjoint; assumption.
  - apply plan_NoDup.
  - apply plan_size; assumption.
Qed.
