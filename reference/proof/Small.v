(* The small-scope theorem: for rings that only compare, small rings are all rings. *)

From Coq Require Import ZArith List Bool Permutation Lia.
From Clockwise Require Import Model Terms Placement Arcs Replicas Order Histories.
Import ListNotations.
Open Scope Z_scope.

(* ---- Squeezing positions: n tokens and the gaps around them need 2n + 1 places. --------------- *)

Definition below (ps : list Z) (x : Z) : nat := length (filter (fun p => p <? x) ps).
Definition isin (x : Z) (ps : list Z) : bool := existsb (Z.eqb x) ps.

(* A token goes to an odd place, anything else to the even place between. *)
Definition squeeze (ps : list Z) (x : Z) : Z :=
  2 * Z.of_nat (below ps x) + if isin x ps then 1 else 0.

Lemma isin_iff : forall x ps, isin x ps = true <-> In x ps.
Proof. intros. apply existsb_in. intros. apply Z.eqb_eq. Qed.

Lemma below_length : forall ps x, (below ps x <= length ps)%nat.
Proof.
  intros. unfold below. induction ps as [| p ps IH]; simpl; auto. destruct (_ <? _); simpl; lia.
Qed.

Lemma below_in : forall ps x, In x ps -> (below ps x < length ps)%nat.
Proof.
  intros ps x. unfold below. induction ps as [| p ps IH]; simpl; intros H; [contradiction |].
  pose proof (below_length ps x) as L. unfold below in L.
  destruct H as [-> | H].
  - rewrite Z.ltb_irrefl. lia.
  - destruct (_ <? _); simpl; specialize (IH H); lia.
Qed.

Lemma below_mono : forall ps x y, x <= y -> (below ps x <= below ps y)%nat.
Proof.
  intros ps x y H. unfold below. induction ps as [| p ps IH]; simpl; auto.
  destruct (Z.ltb_spec p x), (Z.ltb_spec p y); simpl; lia.
Qed.

Lemma below_strict : forall ps x y, In x ps -> x < y -> (below ps x < below ps y)%nat.
Proof.
  intros ps x y Hx H. unfold below. induction ps as [| p ps IH]; simpl; [contradiction |].
  pose proof (below_mono ps x y ltac:(lia)) as L. unfold below in L.
  destruct Hx as [-> | Hx].
  - destruct (Z.ltb_spec x x), (Z.ltb_spec x y); simpl; lia.
  - specialize (IH Hx). destruct (Z.ltb_spec p x), (Z.ltb_spec p y); simpl; lia.
Qed.

Lemma squeeze_order : forall ps x y, (In x ps \/ In y ps) -> x < y -> squeeze ps x < squeeze ps y.
Proof.
  intros ps x y H L. unfold squeeze. pose proof (below_mono ps x y ltac:(lia)).
  destruct (isin x ps) eqn:Ex.
  - apply isin_iff in Ex. pose proof (below_strict ps x y Ex L). destruct (isin y ps); lia.
  - destruct H as [H | H]; [apply isin_iff in H; congruence |].
    apply isin_iff in H. rewrite H. lia.
Qed.

Lemma squeeze_range : forall ps x n, (length ps <= n)%nat ->
  0 <= squeeze ps x < 2 * Z.of_nat n + 1.
Proof.
  intros ps x n L. unfold squeeze. pose proof (below_length ps x).
  destruct (isin x ps) eqn:E; [| lia].
  apply isin_iff in E. pose proof (below_in ps x E). lia.
Qed.

(* ---- What maps keep. -------------------------------------------------------------------------- *)

Lemma tokens_of_mapped : forall size g h f history,
  tokens_of (map (map_change size g h f) history) = map (map_token g h f) (tokens_of history).
Proof.
  intros. unfold tokens_of. induction history as [| c history IH]; simpl; auto.
  rewrite IH, map_app. destruct c; reflexivity.
Qed.

Lemma unplaced_mapped : forall M f history,
  map unplaced (map (map_change (fun _ => M) same same f) history) = map unplaced history.
Proof.
  intros. rewrite map_map. apply map_ext. intros [N ts | ts | n]; unfold unplaced; simpl;
    rewrite ?map_map; reflexivity.
Qed.

Lemma unplaced_query_mapped : forall f q, unplaced_query (map_query f q) = unplaced_query q.
Proof. intros f [| []]; reflexivity. Qed.

Lemma keys_mapped : forall f asked,
  flat_map key_in (map (map_query f) asked) = map f (flat_map key_in asked).
Proof.
  intros. induction asked as [| q asked IH]; simpl; auto. rewrite IH, map_app.
  destruct q as [| []]; reflexivity.
Qed.

Lemma positions_in_mapped : forall size g h f history asked,
  positions_in (map (map_change size g h f) history) (map (map_query f) asked)
  = map f (positions_in history asked).
Proof.
  intros. unfold positions_in. rewrite tokens_of_mapped, keys_mapped, map_app. f_equal.
  rewrite !map_map. reflexivity.
Qed.

Lemma within_mapped : forall M M' f history asked, 2 <= M' -> within M history asked ->
  (forall p, In p (positions_in history asked) -> 0 <= f p < M') ->
  within M' (map (map_change (fun _ => M') same same f) history) (map (map_query f) asked).
Proof.
  intros M M' f history asked HM (_ & Hb & _) R. repeat split; auto.
  - intros M'' ts H. apply in_map_iff in H as ([] & E & _); simpl in E; congruence.
  - rewrite positions_in_mapped in H. apply in_map_iff in H as (x & <- & Hx). apply R. assumption.
  - rewrite positions_in_mapped in H. apply in_map_iff in H as (x & <- & Hx). apply R. assumption.
Qed.

Lemma names_both : forall g h history,
  map (map_change same same h same) (map (map_change same g same same) history)
  = map (map_change same g h same) history.
Proof.
  intros. rewrite map_map. apply map_ext. intros [M ts | ts | n]; simpl; auto;
    rewrite map_map; reflexivity.
Qed.

Lemma map_injective : forall h, injective h -> forall a b, map h a = map h b -> a = b.
Proof.
  intros h I. induction a as [| x a IH]; intros [| y b] E; simpl in E; try discriminate; auto.
  injection E as E E'. f_equal; auto.
Qed.

Lemma map_answer_injective : forall h a b, injective h -> map_answer h a = map_answer h b -> a = b.
Proof.
  intros h [[n | ns] | r] [[m | ms] | r'] I E; simpl in E; try discriminate.
  - injection E as E. apply I in E. subst. reflexivity.
  - injection E as E. apply map_injective in E; auto. subst. reflexivity.
  - injection E as E. subst. reflexivity.
Qed.

(* ---- The theorem. ----------------------------------------------------------------------------- *)

Lemma small_scope_lemma : forall n Mo (A B : subject)
    (kind : list change -> query -> Prop) (suite : list change -> list query -> Prop),
  comparison_only A -> comparison_only B -> kind_by_comparison kind ->
  2 * Z.of_nat n + 1 <= Mo -> 2 <= Mo ->
  (forall history q,
     within Mo history [q] -> (length (tokens_of history) <= n)%nat ->
     kind history q ->
     exists g h history' asked,
       injective g /\ injective h /\
       Forall2 reordered (map (map_change same g h same) history) history' /\
       suite history' asked /\ In q asked) ->
  (forall history asked q, suite history asked -> In q asked ->
     A history asked q = B history asked q) ->
  forall M history asked q,
    within M history asked -> (length (tokens_of history) <= n)%nat ->
    kind history q -> In q asked ->
    A history asked q = B history asked q.
Proof.
  intros n Mo A B kind suite HA HB HK HMo HMo2 Covers Agree M history asked q W L K Hq.
  rewrite (asked_alone A HA) by assumption. rewrite (asked_alone B HB) by assumption.
  assert (W1 : within M history [q]).
  { destruct W as (W1 & W2 & W3). repeat split; auto; apply W3; unfold positions_in in *;
      apply in_app_or in H as [H | H]; apply in_or_app; auto; right;
      simpl in H; rewrite app_nil_r in H; apply in_flat_map; exists q; auto. }
  set (ps := map pos (tokens_of history)).
  set (f := squeeze ps).
  assert (Ord : keeps_order f (positions_in history [q])).
  { intros a b Ha Hb Lt. apply squeeze_order; auto.
    unfold positions_in in Ha, Hb. fold ps in Ha, Hb.
    apply in_app_or in Ha as [Ha | Ha]; auto. apply in_app_or in Hb as [Hb | Hb]; auto.
    exfalso. simpl in Ha, Hb. rewrite app_nil_r in Ha, Hb.
    destruct q as [| [k | k r]]; simpl in Ha, Hb; intuition lia. }
  assert (W2 : within Mo (map (map_change (fun _ => Mo) same same f) history)
                 (map (map_query f) [q])).
  { apply within_mapped with M; auto. intros p _.
    pose proof (squeeze_range ps p n) as R. unfold ps in R at 1. rewrite map_length in R.
    specialize (R L). fold f in R. lia. }
  pose proof (positions_compared A HA M Mo f history [q] q (or_introl eq_refl) W1 Ord W2) as EA.
  pose proof (positions_compared B HB M Mo f history [q] q (or_introl eq_refl) W1 Ord W2) as EB.
  cbv zeta in EA, EB. rewrite <- EA, <- EB. simpl map in *.
  set (small := map (map_change (fun _ => Mo) same same f) history) in *.
  set (sq := map_query f q) in *.
  destruct (Covers small sq) as (g & h & history' & asked' & Ig & Ih & Re & Su & In'); auto.
  - unfold small. rewrite tokens_of_mapped, map_length. assumption.
  - apply (HK M Mo f history q); assumption.
  - assert (E : forall S, comparison_only S ->
              S history' asked' sq = map_answer h (S small [sq] sq)).
    { intros S HS. rewrite <- (order_ignored S HS _ _ asked' sq Re).
      rewrite <- names_both, (nodes_compared S HS) by assumption.
      rewrite (ids_compared S HS) by assumption. rewrite (asked_alone S HS) by assumption.
      reflexivity. }
    apply (map_answer_injective h); auto. rewrite <- (E A HA), <- (E B HB). apply Agree; assumption.
Qed.

(* ---- The model only compares. ----------------------------------------------------------------- *)

Lemma same_ring_refl : forall s, same_ring s s.
Proof. intros [[M ts] |]; simpl; auto. split; tauto. Qed.

Lemma permutation_set : forall (A : Type) (a b : list A), Permutation a b ->
  forall x, In x a <-> In x b.
Proof. intros A a b P x. split; apply Permutation_in; auto using Permutation_sym. Qed.

Lemma clash_alike : forall (A : Type) (what : token -> A) m m' b b',
  (forall t, In t m <-> In t m') -> Permutation b b' -> clash what m b -> clash what m' b'.
Proof.
  intros A what m m' b b' E P [C | (t & u & Ht & Hu & F)].
  - left. intros N. apply C. apply Permutation_NoDup with (map what b'); auto.
    apply Permutation_map, Permutation_sym. assumption.
  - right. exists t, u. repeat split; auto.
    + apply E. assumption.
    + apply (Permutation_in u P). assumption.
Qed.

Lemma batch_fault_alike : forall M m m' b b' r,
  (forall t, In t m <-> In t m') -> Permutation b b' ->
  batch_fault M m b r -> batch_fault M m' b' r.
Proof.
  intros M m m' b b' r E P F. destruct r; simpl in *; auto.
  - subst. apply Permutation_nil. assumption.
  - destruct F as (t & Ht & F). exists t. split; auto. apply (Permutation_in t P). assumption.
  - eapply clash_alike; eauto.
  - eapply clash_alike; eauto.
Qed.

Lemma change_fault_alike : forall s s' c c' r, same_ring s s' -> reordered c c' ->
  change_fault s c r -> change_fault s' c' r.
Proof.
  intros s s' [M ts | ts | n] [M' ts' | ts' | n'] r E Re; simpl in Re; try contradiction.
  - destruct Re as [<- P]. intros F.
    assert (G : r = ring_too_small /\ M < 2 \/ batch_fault M [] ts r) by (destruct s; exact F).
    assert (H : r = ring_too_small /\ M < 2 \/ batch_fault M [] ts' r).
    { destruct G as [G | G]; auto. right. eapply batch_fault_alike; eauto. reflexivity. }
    destruct s'; exact H.
  - destruct s as [[M m] |], s' as [[M' m'] |]; simpl in *; try contradiction; auto.
    destruct E as [<- E]. apply batch_fault_alike; auto.
  - subst n'. destruct s as [[M m] |], s' as [[M' m'] |]; simpl in *; try contradiction; auto.
    destruct E as [<- E]. intros [[-> H] | [-> H]]; [left | right]; split; auto.
    + intros Hin. apply H. apply in_map_iff in Hin as (t & <- & Ht). apply in_map, E. assumption.
    + intros t Ht. apply H, E. assumption.
Qed.

Lemma reordered_sym : forall c c', reordered c c' -> reordered c' c.
Proof.
  intros [M ts | ts | n] [M' ts' | ts' | n']; simpl; auto using Permutation_sym.
  intros [-> P]. auto using Permutation_sym.
Qed.

Lemma same_ring_sym : forall s s', same_ring s s' -> same_ring s' s.
Proof.
  intros [[M m] |] [[M' m'] |]; simpl; auto. intros [-> E]. split; auto.
  intros t. symmetry. apply E.
Qed.

Lemma changed_alike : forall s s' c c', same_ring s s' -> reordered c c' ->
  same_ring (changed s c) (changed s' c').
Proof.
  intros s s' [M ts | ts | n] [M' ts' | ts' | n'] E Re; simpl in Re; try contradiction.
  - destruct Re as [<- P].
    assert (H : same_ring (Some (M, ts)) (Some (M, ts')))
      by (split; auto; apply permutation_set; assumption).
    destruct s, s'; exact H.
  - destruct s as [[M m] |], s' as [[M' m'] |]; simpl in *; try contradiction; auto.
    destruct E as [<- E]. split; auto. intros t. rewrite !in_app_iff, E.
    rewrite (permutation_set _ _ _ Re t). reflexivity.
  - subst. destruct s as [[M m] |], s' as [[M' m'] |]; simpl in *; try contradiction; auto.
    destruct E as [<- E]. split; auto. intros t. rewrite !in_without, E. reflexivity.
Qed.

Lemma attempt_alike : forall s s' c c', sound s -> sound s' -> same_ring s s' -> reordered c c' ->
  match attempt s c, attempt s' c' with
  | Done a, Done a' => same_ring a a'
  | Refused r, Refused r' => r = r'
  | _, _ => False
  end.
Proof.
  intros s s' c c' So So' E Re.
  pose proof (attempt_first s c So) as F. pose proof (attempt_first s' c' So') as F'.
  assert (G : forall r, change_fault s c r <-> change_fault s' c' r).
  { intros r. split; apply change_fault_alike; auto using same_ring_sym, reordered_sym. }
  destruct (attempt s c) as [a | r], (attempt s' c') as [a' | r'].
  - destruct F as [-> _], F' as [-> _]. apply changed_alike; assumption.
  - destruct F as [_ F], F' as [F' _]. apply (F r'), G. assumption.
  - destruct F as [F _], F' as [_ F']. apply (F' r), G. assumption.
  - apply (first_fault_unique (change_fault s c)); auto.
    destruct F' as [A B]. split; [apply G; assumption |]. intros x Hx. apply B, G. assumption.
Qed.

Lemma after_alike : forall s s' c c', sound s -> sound s' -> same_ring s s' -> reordered c c' ->
  same_ring (after s c) (after s' c').
Proof.
  intros s s' c c' So So' E Re. pose proof (attempt_alike s s' c c' So So' E Re) as H.
  unfold after. destruct (attempt s c), (attempt s' c'); auto; contradiction.
Qed.

Lemma run_alike : forall history history', Forall2 reordered history history' ->
  forall s s', sound s -> sound s' -> same_ring s s' ->
  same_ring (run s history) (run s' history') /\
  last_outcome s history = last_outcome s' history'.
Proof.
  induction 1 as [| c c' history history' Re Rest IH]; intros s s' So So' E; simpl; auto.
  destruct (IH (after s c) (after s' c')) as [H H']; auto using after_sound, after_alike.
  split; auto. inversion Rest; subst.
  - pose proof (attempt_alike s s' c c' So So' E Re) as G.
    destruct (attempt s c), (attempt s' c'); try contradiction; congruence.
  - exact H'.
Qed.

Lemma last_outcome_mapped : forall size g h f (inplay insize : Z -> Prop),
  injective g -> injective h ->
  (forall a b, inplay a -> inplay b -> (f a = f b <-> a = b)) ->
  (forall M a, insize M -> inplay a -> in_range (size M) (f a) = in_range M a) ->
  (forall M, insize M -> (size M <? 2) = (M <? 2)) ->
  forall history s, state_in inplay insize s ->
  (forall c, In c history -> change_in inplay insize c) ->
  last_outcome (map_state size g h f s) (map (map_change size g h f) history)
  = last_outcome s history.
Proof.
  intros size g h f inplay insize Ig Ih Fa Fr Fs history.
  induction history as [| c history IH]; intros s Hs Hc; auto.
  assert (Hc1 : change_in inplay insize c) by (apply Hc; left; reflexivity).
  destruct history as [| d history].
  - simpl. rewrite (attempt_mapped size g h f Ig Ih inplay insize) by assumption.
    destruct (attempt s c); reflexivity.
  - cbn [map]. change (last_outcome (after (map_state size g h f s) (map_change size g h f c))
                        (map (map_change size g h f) (d :: history))
                      = last_outcome (after s c) (d :: history)).
    rewrite (after_mapped size g h f Ig Ih inplay insize) by assumption.
    apply IH.
    + apply after_in; assumption.
    + intros e He. apply Hc. right. assumption.
Qed.

Lemma last_outcome_named : forall g h history, injective g -> injective h ->
  last_outcome None (map (map_change same g h same) history) = last_outcome None history.
Proof.
  intros g h history Ig Ih.
  apply (last_outcome_mapped same g h same (fun _ => True) (fun _ => True) Ig Ih
           ltac:(reflexivity) ltac:(reflexivity) ltac:(reflexivity) history None); simpl; auto.
  intros [] _; simpl; auto; try split; auto; intros t _; auto.
Qed.

Lemma run_named : forall g h history, injective g -> injective h ->
  run None (map (map_change same g h same) history)
  = map_state same g h same (run None history).
Proof.
  intros g h history Ig Ih.
  apply (run_mapped same g h same Ig Ih (fun _ => True) (fun _ => True)
           ltac:(reflexivity) ltac:(reflexivity) ltac:(reflexivity) history None); simpl; auto.
  intros [] _; simpl; auto; try split; auto; intros t _; auto.
Qed.

Lemma ask_named : forall g h s q, injective h ->
  ask (map_state same g h same s) q = map_answer h (ask s q).
Proof.
  intros g h s q Ih. replace q with (map_question same q) at 1 by (destruct q; reflexivity).
  apply ask_mapped; auto. intros M ts _. split; [reflexivity |]. intros _. apply compares_same.
Qed.

Lemma map_answer_last : forall h s history, injective h ->
  map_answer h (last_outcome s history) = last_outcome s history.
Proof.
  intros h s history _. revert s. induction history as [| c history IH]; intros s; auto.
  destruct history; [simpl; destruct (attempt s c); reflexivity | apply IH].
Qed.

Lemma map_answer_same : forall a, map_answer same a = a.
Proof. intros [[n | ns] | r]; simpl; rewrite ?map_same; reflexivity. Qed.

Lemma model_compares : comparison_only model.
Proof.
  constructor.
  - intros M M' f history asked q Hq W Ord history' asked' W'.
    set (inplay := fun p => In p (positions_in history asked)).
    set (insize := fun x : Z => x = M).
    destruct W as (HM & Hb & Hr). destruct W' as (HM' & _ & Hr').
    assert (Fr : forall p, inplay p -> 0 <= f p < M').
    { intros p Hp. apply Hr'. unfold history', asked'. rewrite positions_in_mapped.
      apply in_map. assumption. }
    assert (Fa : forall a b, inplay a -> inplay b -> (f a = f b <-> a = b)).
    { intros a b Ha Hb'. split; [| congruence]. intros E.
      destruct (Z.lt_trichotomy a b) as [L | [-> | L]]; auto; apply Ord in L; auto; lia. }
    assert (Fi : forall N a, insize N -> inplay a -> in_range M' (f a) = in_range N a).
    { intros N a -> Ha. rewrite (proj2 (in_range_iff M' (f a)) (Fr a Ha)).
      symmetry. apply in_range_iff, Hr. assumption. }
    assert (Fs : forall N, insize N -> (M' <? 2) = (N <? 2)).
    { intros N ->. rewrite (proj2 (Z.ltb_ge M' 2) HM'), (proj2 (Z.ltb_ge M 2) HM). reflexivity. }
    assert (Ch : forall c, In c history -> change_in inplay insize c).
    { assert (T : forall c t, In c history ->
                In t (match c with Build _ ts => ts | Join ts => ts | Leave _ => [] end) ->
                inplay (pos t)).
      { intros c t Hc Ht. unfold inplay, positions_in. apply in_or_app. left. apply in_map.
        unfold tokens_of. apply in_flat_map. exists c. auto. }
      intros [N ts | ts | n] Hc; simpl; auto.
      - split; [eapply Hb; eauto |]. intros t Ht. apply (T _ t Hc). assumption.
      - intros t Ht. apply (T _ t Hc). assumption. }
    destruct q as [| q]; simpl.
    + apply (last_outcome_mapped (fun _ => M') same same f inplay insize injective_same
               injective_same Fa Fi Fs history None); simpl; auto.
    + destruct (run_mapped (fun _ => M') same same f injective_same injective_same inplay insize
                  Fa Fi Fs history None I Ch) as [R S].
      simpl in R. unfold history'. rewrite R.
      rewrite (ask_mapped (fun _ => M') same same f injective_same).
      * apply map_answer_same.
      * intros N ts E k. rewrite E in S. destruct S as [SN St].
        assert (Hk : inplay k).
        { unfold inplay, positions_in. apply in_or_app. right. apply in_flat_map.
          exists (Question q). split; auto. unfold k. destruct q; simpl; auto. }
        split; [apply Fi; assumption |]. intros _ t u Ht Hu. apply bool_iff. rewrite !Z.ltb_lt.
        rewrite SN.
        pose proof (Hr _ Hk). pose proof (Hr _ (St t Ht)). pose proof (Hr _ (St u Hu)).
        pose proof (Fr _ Hk). pose proof (Fr _ (St t Ht)). pose proof (Fr _ (St u Hu)).
        assert (Lt : forall a b, inplay a -> inplay b -> (a < b <-> f a < f b)).
        { intros a b Ha Hb'. split; [apply Ord; assumption |]. intros L.
          destruct (Z.lt_trichotomy a b) as [G | [-> | G]]; auto; [lia |]. apply Ord in G; auto. lia. }
        pose proof (Lt _ _ Hk (St t Ht)). pose proof (Lt _ _ Hk (St u Hu)).
        pose proof (Lt _ _ (St t Ht) (St u Hu)). pose proof (Lt _ _ (St t Ht) Hk).
        pose proof (Lt _ _ (St u Hu) Hk). pose proof (Lt _ _ (St u Hu) (St t Ht)).
        rewrite <- !meets_dist by assumption. unfold meets. lia.
  - intros h history asked [| q] Ih; simpl.
    + rewrite last_outcome_named by (auto using injective_same).
      symmetry. apply map_answer_last. assumption.
    + rewrite run_named by (auto using injective_same). apply ask_named. assumption.
  - intros g history asked [| q] Ig; simpl.
    + apply last_outcome_named; auto using injective_same.
    + rewrite run_named by (auto using injective_same). rewrite ask_named by apply injective_same.
      apply map_answer_same.
  - intros history history' asked q Re.
    destruct (run_alike history history' Re None None I I I) as [H H'].
    destruct q as [| q]; simpl; auto. apply ask_same_ring; auto; apply run_sound; exact I.
  - reflexivity.
Qed.

Lemma last_outcome_last : forall history c s,
  last_outcome s (history ++ [c]) =
  match attempt (run s history) c with Done _ => Done (ANodes []) | Refused r => Refused r end.
Proof.
  induction history as [| d history IH]; intros c s; [reflexivity |].
  destruct history as [| e history]; [reflexivity |].
  change (last_outcome (after s d) ((e :: history) ++ [c]) =
    match attempt (run (after s d) (e :: history)) c with
    | Done _ => Done (ANodes []) | Refused r => Refused r end).
  apply IH.
Qed.

Lemma run_anew : forall history s s', begins_with_a_build history -> run s history = run s' history.
Proof.
  intros [| [M ts | ts | n] history] s s' H; try contradiction. simpl in *.
  unfold after. rewrite !(build_ring _ _ _ H). reflexivity.
Qed.

Lemma model_builds_anew : builds_anew model.
Proof.
  intros before history asked [| q] H; simpl.
  - destruct (@exists_last _ history) as (rest & c & ->).
    { intros ->. contradiction. }
    rewrite app_assoc, !last_outcome_last, run_app. destruct rest as [| d rest].
    + simpl in H. destruct c; try contradiction. simpl. reflexivity.
    + rewrite (run_anew (d :: rest) _ None); auto.
  - rewrite run_app. rewrite (run_anew history _ None) by assumption. reflexivity.
Qed.

(* ---- Bounds that only compare. ---------------------------------------------------------------- *)

(* The model does not look at what else is asked. *)
Lemma asked_any : forall history, model history [] LastChange = model history [LastChange] LastChange.
Proof. reflexivity. Qed.

Lemma carried_out_last : forall history, all_carried_out history <->
  forall before c later, history = before ++ c :: later ->
  model (before ++ [c]) [] LastChange = Done (ANodes []).
Proof.
  intros history. unfold all_carried_out, model. split; intros H before c later E.
  - destruct (H before c later E) as [s Hs]. rewrite last_outcome_last, Hs. reflexivity.
  - specialize (H before c later E). rewrite last_outcome_last in H.
    destruct (attempt (run None before) c) as [s | r]; [exists s; reflexivity | discriminate].
Qed.

Lemma bounds_by_comparison : forall (such : list change -> query -> Prop),
  kind_by_comparison (fun history q =>
    such (map unplaced history) (unplaced_query q) /\ all_carried_out history).
Proof.
  intros such M M' f history q W Ord history' W' [S C]. unfold history'.
  rewrite unplaced_mapped, unplaced_query_mapped. split; [exact S |].
  apply carried_out_last. intros before' c' later' E.
  rewrite carried_out_last in C.
  destruct (map_eq_app _ _ _ _ E) as (before & rest & -> & <- & E2).
  destruct rest as [| c later]; [discriminate |]. simpl in E2. injection E2 as <- <-.
  specialize (C before c later eq_refl).
  assert (Sub : forall p, In p (positions_in (before ++ [c]) [LastChange]) ->
            In p (positions_in (before ++ c :: later) [q])).
  { intros p. unfold positions_in, tokens_of. rewrite !flat_map_app, !map_app, !in_app_iff. simpl.
    rewrite !map_app, !in_app_iff. tauto. }
  rewrite <- C. change [map_change (fun _ => M') same same f c]
    with (map (map_change (fun _ => M') same same f) [c]).
  rewrite <- map_app.
  rewrite (asked_any (map (map_change (fun _ => M') same same f) (before ++ [c]))).
  rewrite (asked_any (before ++ [c])).
  apply (positions_compared model model_compares M M' f (before ++ [c]) [LastChange] LastChange).
  - left. reflexivity.
  - destruct W as (W1 & W2 & W3). repeat split; auto.
    + intros N ts H. apply (W2 N ts). apply in_app_or in H as [H | [H | []]]; apply in_or_app;
        [left | right; left]; assumption.
    + apply W3, Sub. assumption.
    + apply W3, Sub. assumption.
  - intros a b Ha Hb. apply Ord; apply Sub; assumption.
  - destruct W' as (W1 & W2 & W3). unfold history' in *. rewrite map_app in *. simpl in *.
    assert (Sub' : forall p, In p (positions_in (map (map_change (fun _ => M') same same f) before
               ++ [map_change (fun _ => M') same same f c]) [LastChange]) ->
            In p (positions_in (map (map_change (fun _ => M') same same f) before
               ++ map_change (fun _ => M') same same f c
               :: map (map_change (fun _ => M') same same f) later) [map_query f q])).
    { intros p. unfold positions_in, tokens_of. rewrite !flat_map_app, !map_app, !in_app_iff. simpl.
      rewrite !map_app, !in_app_iff. tauto. }
    repeat split; auto.
    + intros N ts H. apply (W2 N ts). apply in_app_or in H as [H | [H | []]]; apply in_or_app;
        [left | right; left]; assumption.
    + apply W3, Sub'. assumption.
    + apply W3, Sub'. assumption.
Qed.
