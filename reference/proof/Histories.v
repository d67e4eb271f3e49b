(* States and what leads to them: refusals, soundness, and that only the token set counts. *)

From Coq Require Import ZArith List Bool Permutation Lia.
From Clockwise Require Import Model Terms Placement Arcs Replicas Order.
Import ListNotations.
Open Scope Z_scope.

(* ---- Repetition. ------------------------------------------------------------------------------ *)

Section Repeats.
  Variable A : Type.
  Variable eqb : A -> A -> bool.
  Hypothesis eqb_eq : forall a b, eqb a b = true <-> a = b.

  Lemma existsb_in : forall x l, existsb (eqb x) l = true <-> In x l.
  Proof.
    intros. rewrite existsb_exists. split.
    - intros (y & H & E). apply eqb_eq in E. subst. assumption.
    - intros H. exists x. split; auto. apply eqb_eq. reflexivity.
  Qed.

  Lemma repeats_NoDup : forall l, repeats eqb l = false <-> NoDup l.
  Proof.
    induction l as [| a l IH]; simpl; [split; auto; constructor |].
    rewrite orb_false_iff, IH. split.
    - intros [H N]. constructor; auto. rewrite <- existsb_in. congruence.
    - intros N. inversion N as [| ? ? Hn N']; subst. split; auto.
      destruct (existsb (eqb a) l) eqn:E; auto. apply existsb_in in E. contradiction.
  Qed.

  Variable what : token -> A.

  Lemma NoDup_no_clash : forall a b, NoDup (map what (a ++ b)) -> ~ clash what a b.
  Proof.
    intros a b N [C | (m & t & Hm & Ht & E)].
    - apply C. rewrite map_app in N. eapply NoDup_app_r; eauto.
    - induction a as [| x a IH]; [contradiction |]. simpl in N.
      inversion N as [| ? ? Hn N']; subst. destruct Hm as [-> | Hm]; auto.
      apply Hn. rewrite E. apply in_map, in_or_app. auto.
  Qed.

  Lemma no_clash_NoDup : forall a b, NoDup (map what a) -> ~ clash what a b ->
    NoDup (map what (a ++ b)).
  Proof.
    intros a b N C. assert (Nb : NoDup (map what b)).
    { apply repeats_NoDup. destruct (repeats eqb (map what b)) eqn:E; auto.
      exfalso. apply C. left. rewrite <- repeats_NoDup. congruence. }
    assert (D : forall m t, In m a -> In t b -> what m <> what t).
    { intros m t Hm Ht E. apply C. right. exists m, t. auto. }
    clear C. induction a as [| x a IH]; simpl in *; auto.
    inversion N as [| ? ? Hn N']; subst. constructor; auto.
    rewrite map_app, in_app_iff. intros [H | H]; [contradiction |].
    apply in_map_iff in H as (t & E & Ht). apply (D x t); auto.
  Qed.

  Lemma repeats_clash : forall a b, NoDup (map what a) ->
    (repeats eqb (map what (a ++ b)) = true -> clash what a b) /\
    (repeats eqb (map what (a ++ b)) = false -> ~ clash what a b).
  Proof.
    intros a b N. split; intros H.
    - assert (Hr : ~ NoDup (map what (a ++ b))) by (rewrite <- repeats_NoDup; congruence).
      destruct (repeats eqb (map what b)) eqn:Eb.
      + left. rewrite <- repeats_NoDup. congruence.
      + right. destruct (existsb (fun m => existsb (eqb (what m)) (map what b)) a) eqn:Ea.
        * apply existsb_exists in Ea as (m & Hm & E). apply existsb_in, in_map_iff in E
            as (t & E & Ht). exists m, t. auto.
        * exfalso. apply Hr, no_clash_NoDup; auto.
          intros [C | (m & t & Hm & Ht & E)]; [apply C, repeats_NoDup; assumption |].
          enough (T : existsb (fun m => existsb (eqb (what m)) (map what b)) a = true)
            by congruence.
          apply existsb_exists. exists m. split; auto. apply existsb_in. rewrite E.
          apply in_map. assumption.
    - apply NoDup_no_clash, repeats_NoDup. assumption.
  Qed.
End Repeats.

(* ---- Batches. --------------------------------------------------------------------------------- *)

Lemma in_range_iff : forall M p, in_range M p = true <-> 0 <= p < M.
Proof. intros. unfold in_range. rewrite andb_true_iff, Z.leb_le, Z.ltb_lt. reflexivity. Qed.

Lemma in_range_false : forall M p, in_range M p = false <-> ~ 0 <= p < M.
Proof.
  intros. rewrite <- in_range_iff. destruct (in_range M p); split; intros; auto; congruence.
Qed.

Lemma out_of_range : forall M ts,
  (forallb (fun t => in_range M (pos t)) ts = true -> forall t, In t ts -> 0 <= pos t < M) /\
  (forallb (fun t => in_range M (pos t)) ts = false -> exists t, In t ts /\ ~ 0 <= pos t < M).
Proof.
  intros M ts. split; intros H.
  - intros t Ht. rewrite forallb_forall in H. apply in_range_iff. auto.
  - induction ts as [| t ts IH]; [discriminate |]. simpl in H.
    destruct (in_range M (pos t)) eqn:E.
    + destruct (IH H) as (u & Hu & F). exists u. simpl. auto.
    + exists t. split; [left; reflexivity |]. apply in_range_false. assumption.
Qed.

Lemma list_eq_nil : forall (A : Type) (l : list A), {l = []} + {l <> []}.
Proof. intros A [| a l]; [left; reflexivity | right; discriminate]. Qed.
Arguments list_eq_nil {A}.

Lemma fault_of_some : forall M members batch, batch <> [] ->
  fault_of M members batch =
    if negb (forallb (fun t => in_range M (pos t)) batch) then Some position_out_of_range
    else if repeats Z.eqb (map pos (members ++ batch)) then Some duplicate_position
    else if repeats Nat.eqb (map id (members ++ batch)) then Some duplicate_token
    else None.
Proof. intros M members [| b batch] H; [contradiction | reflexivity]. Qed.

Lemma fault_of_first : forall M members batch,
  NoDup (map pos members) -> NoDup (map id members) ->
  match fault_of M members batch with
  | Some r => first_fault (batch_fault M members batch) r
  | None => forall r, ~ batch_fault M members batch r
  end.
Proof.
  intros M members batch Np Ni.
  destruct (list_eq_nil batch) as [-> | Hne].
  { split; [reflexivity |]. intros [] H; simpl in *; try lia; contradiction. }
  rewrite fault_of_some by assumption.
  destruct (out_of_range M batch) as [Rt Rf].
  destruct (forallb _ batch); simpl negb; cbv iota.
  2: { split; [apply Rf; reflexivity |]. intros [] H; simpl in *; try lia; contradiction. }
  specialize (Rt eq_refl). clear Rf.
  assert (Nr : ~ batch_fault M members batch position_out_of_range).
  { intros (t & Ht & F). apply F, Rt. assumption. }
  destruct (repeats_clash Z Z.eqb Z.eqb_eq pos members batch Np) as [Pt Pf].
  destruct (repeats Z.eqb _).
  { split; [apply Pt; reflexivity |]. intros [] H; simpl in *; try lia; contradiction. }
  specialize (Pf eq_refl). clear Pt.
  destruct (repeats_clash nat Nat.eqb Nat.eqb_eq id members batch Ni) as [It If].
  destruct (repeats Nat.eqb _).
  { split; [apply It; reflexivity |]. intros [] H; simpl in *; try lia; contradiction. }
  specialize (If eq_refl). clear It.
  intros [] H; simpl in *; auto.
Qed.

Lemma faultless_ring : forall M members batch, 2 <= M ->
  (members = [] \/ ring M members) ->
  (forall r, ~ batch_fault M members batch r) -> ring M (members ++ batch).
Proof.
  intros M members batch HM Hm Ok.
  assert (R : forall t, In t members -> 0 <= pos t < M)
    by (destruct Hm as [-> | H]; [contradiction | apply H]).
  assert (Np : NoDup (map pos members))
    by (destruct Hm as [-> | H]; [constructor | apply H]).
  assert (Ni : NoDup (map id members))
    by (destruct Hm as [-> | H]; [constructor | apply H]).
  repeat split; auto.
  - intros E. apply app_eq_nil in E as [_ E]. apply (Ok no_tokens). exact E.
  - apply in_app_or in H as [H | H]; [apply R; assumption |].
    destruct (Z_le_gt_dec 0 (pos t)) as [D | D]; [exact D |]. exfalso. apply (Ok position_out_of_range).
    exists t. split; [assumption | lia].
  - apply in_app_or in H as [H | H]; [apply R; assumption |].
    destruct (Z_lt_ge_dec (pos t) M) as [D | D]; [exact D |]. exfalso. apply (Ok position_out_of_range).
    exists t. split; [assumption | lia].
  - apply (no_clash_NoDup Z Z.eqb Z.eqb_eq); auto. apply (Ok duplicate_position).
  - apply (no_clash_NoDup nat Nat.eqb Nat.eqb_eq); auto. apply (Ok duplicate_token).
Qed.

Lemma ring_faultless : forall M members batch, batch <> [] -> ring M (members ++ batch) ->
  forall r, ~ batch_fault M members batch r.
Proof.
  intros M members batch Hne (HM & _ & R & Np & Ni) [] H; simpl in H; auto.
  - destruct H as (t & Ht & F). apply F, R, in_or_app. auto.
  - apply (NoDup_no_clash Z pos members batch Np H).
  - apply (NoDup_no_clash nat id members batch Ni H).
Qed.

(* ---- Changes. --------------------------------------------------------------------------------- *)

Lemma add_first : forall M members batch, (members = [] \/ ring M members) ->
  match add M members batch with
  | Refused r => first_fault (batch_fault M members batch) r
  | Done s' => s' = Some (M, members ++ batch) /\ forall r, ~ batch_fault M members batch r
  end.
Proof.
  intros M members batch Hm. unfold add.
  assert (F := fault_of_first M members batch).
  destruct (fault_of M members batch); [| split; auto]; apply F;
    destruct Hm as [-> | H]; try constructor; apply H.
Qed.

Lemma length_without : forall n ts,
  (length (without n ts) = length ts <-> ~ In n (map node ts)) /\
  (length (without n ts) <= length ts)%nat /\
  (length (without n ts) = 0%nat <-> forall t, In t ts -> node t = n).
Proof.
  intros n ts. unfold without. induction ts as [| t ts (A & B & C)].
  - simpl. repeat split; auto; try lia; intros; contradiction.
  - simpl filter. destruct (Nat.eqb_spec (node t) n) as [E | E]; simpl.
    + split; [split; [lia | intros H; exfalso; apply H; auto] |]. split; [lia |].
      rewrite C. split; intros H; auto. intros u [<- | Hu]; auto.
    + split; [| split; [lia |]].
      * split; [intros H [F | F]; [contradiction | apply A in F; auto; lia] |].
        intros H. f_equal. apply A. tauto.
      * split; [discriminate |]. intros H. exfalso. apply E, H. auto.
Qed.

Lemma attempt_first : forall s c, sound s ->
  match attempt s c with
  | Refused r => first_fault (change_fault s c) r
  | Done s' => s' = changed s c /\ forall r, ~ change_fault s c r
  end.
Proof.
  intros s [M ts | ts | n] So; unfold attempt.
  - destruct (Z.ltb_spec M 2) as [H | H].
    + split; [destruct s; left; auto |]. intros r _. simpl. lia.
    + assert (F := add_first M [] ts (or_introl eq_refl)).
      destruct (add M [] ts) as [s' | r].
      * destruct F as [-> F]. split; [destruct s; reflexivity |].
        intros r C. apply (F r). destruct s; destruct C as [[_ C] |]; auto; lia.
      * destruct F as [F G]. split; [destruct s; right; assumption |].
        intros r' C. apply G. destruct s; destruct C as [[_ C] |]; auto; lia.
  - destruct s as [[M members] |].
    + assert (F := add_first M members ts (or_intror So)).
      destruct (add M members ts); auto.
    + split; [reflexivity |]. intros r' ->. auto.
  - destruct s as [[M members] |].
    2: { split; [reflexivity |]. intros r' ->. auto. }
    destruct (length_without n members) as (A & B & C).
    assert (Hne : members <> []) by (apply So).
    destruct (Nat.eqb_spec (length (without n members)) (length members)) as [E | E].
    { split; [left; split; auto; apply A; assumption |].
      intros r' [[-> _] | [-> _]]; simpl; lia. }
    destruct (Nat.eqb_spec (length (without n members)) 0) as [Z | Z].
    { split; [right; split; auto; apply C; assumption |].
      intros r' [[-> H] | [-> _]]; simpl; [| lia]. apply A in H. contradiction. }
    split; [reflexivity |].
    intros r [[_ H] | [_ H]]; [apply A in H | apply C in H]; contradiction.
Qed.

Lemma rank_injective : forall r r', rank r = rank r' -> r = r'.
Proof. intros [] []; simpl; intros; congruence. Qed.

Lemma first_fault_unique : forall faults r r', first_fault faults r -> first_fault faults r' -> r = r'.
Proof.
  intros faults r r' [F L] [F' L']. apply rank_injective. apply Nat.le_antisymm; auto.
Qed.

Lemma attempt_refused : forall s c r, sound s ->
  (attempt s c = Refused r <-> first_fault (change_fault s c) r).
Proof.
  intros s c r So. assert (H := attempt_first s c So).
  destruct (attempt s c) as [s' | r']; split; intros E.
  - discriminate.
  - destruct H as [_ H]. destruct E as [E _]. exfalso. eapply H; eauto.
  - injection E as <-. assumption.
  - f_equal. eapply first_fault_unique; eauto.
Qed.

Lemma attempt_done : forall s c s', sound s ->
  (attempt s c = Done s' <-> s' = changed s c /\ forall r, ~ change_fault s c r).
Proof.
  intros s c s' So. assert (H := attempt_first s c So).
  destruct (attempt s c) as [s'' | r']; split; intros E.
  - injection E as <-. assumption.
  - f_equal. destruct H as [-> _]. destruct E as [-> _]. reflexivity.
  - discriminate.
  - destruct H as [H _]. destruct E as [_ E]. exfalso. eapply E; eauto.
Qed.

Lemma ring_without : forall M n ts, ring M ts -> without n ts <> [] -> ring M (without n ts).
Proof.
  intros M n ts (HM & E & R & Np & Ni) Hne. unfold without in *.
  repeat split; auto; try apply NoDup_map_filter; auto;
    apply filter_In in H as [H _]; apply R in H; tauto.
Qed.

Lemma attempt_sound : forall s c s', sound s -> attempt s c = Done s' -> sound s'.
Proof.
  intros s c s' So H. apply attempt_done in H as [-> H]; auto.
  destruct c as [M ts | ts | n]; destruct s as [[Mo members] |]; simpl in *; auto.
  - apply (faultless_ring M [] ts); auto.
    + destruct (Z_lt_ge_dec M 2); [| lia]. exfalso. apply (H ring_too_small). auto.
    + intros r C. apply (H r). auto.
  - apply (faultless_ring M [] ts); auto.
    + destruct (Z_lt_ge_dec M 2); [| lia]. exfalso. apply (H ring_too_small). auto.
    + intros r C. apply (H r). auto.
  - apply faultless_ring; auto. apply So.
  - apply ring_without; auto. intros E. apply (H last_node). right. split; auto.
    apply (length_without n members). rewrite E. reflexivity.
Qed.

Lemma after_sound : forall s c, sound s -> sound (after s c).
Proof.
  intros s c So. unfold after. destruct (attempt s c) eqn:E; auto. eapply attempt_sound; eauto.
Qed.

Lemma run_sound : forall h s, sound s -> sound (run s h).
Proof. induction h as [| c h IH]; simpl; intros s So; auto using after_sound. Qed.

(* ---- Questions. ------------------------------------------------------------------------------- *)

Lemma owner_some : forall M k ts, ts <> [] -> exists n, owner_of M k ts = Some n.
Proof.
  intros M k ts H. destruct (place_some M k ts H) as [t Ht]. exists (node t).
  unfold owner_of. rewrite Ht. reflexivity.
Qed.

Lemma ask_first : forall s q, sound s ->
  match ask s q with
  | Refused r => first_fault (question_fault s q) r
  | Done a => forall r, ~ question_fault s q r
  end.
Proof.
  intros [[M ts] |] q So; [| split; [reflexivity | intros r' ->; auto]].
  simpl in So. unfold ask. destruct q as [k | k n].
  - destruct (in_range M k) eqn:E; simpl negb; cbv iota.
    + apply in_range_iff in E. destruct (owner_some M k ts (ring_some _ _ So)) as [o ->].
      intros r [[_ H] | [_ H]]; auto.
    + apply in_range_false in E. split; [left; auto |].
      intros r' [[-> _] | [_ H]]; [auto | contradiction].
  - destruct (in_range M k) eqn:E; simpl negb; cbv iota.
    + apply in_range_iff in E. rewrite replicas_firstn by (auto using ring_spread).
      destruct (Nat.leb_spec n (node_count ts)).
      * intros r [[_ C] | [_ C]]; [contradiction | lia].
      * split; [right; auto |]. intros r' [[_ C] | [-> _]]; [contradiction | auto].
    + apply in_range_false in E. split; [left; auto |].
      intros r' [[-> _] | [-> _]]; simpl; lia.
Qed.

Lemma ask_refused : forall s q r, sound s ->
  (ask s q = Refused r <-> first_fault (question_fault s q) r).
Proof.
  intros s q r So. assert (H := ask_first s q So).
  destruct (ask s q) as [a | r']; split; intros E.
  - discriminate.
  - destruct E as [E _]. exfalso. eapply H; eauto.
  - injection E as <-. assumption.
  - f_equal. eapply first_fault_unique; eauto.
Qed.

Lemma ask_same_ring : forall s s' q, sound s -> sound s' -> same_ring s s' -> ask s q = ask s' q.
Proof.
  intros [[M ts] |] [[M' ts'] |] q So So' E; simpl in *; try contradiction; auto.
  destruct E as [<- E]. destruct q as [k | k r].
  - destruct (in_range M k) eqn:R; auto. apply in_range_iff in R. simpl. unfold owner_of.
    rewrite (place_same_set M k ts ts'); auto using ring_spread.
  - destruct (in_range M k) eqn:R; auto. apply in_range_iff in R. simpl.
    rewrite (replicas_same_set M k r ts ts'); auto using ring_spread.
Qed.

Lemma ring_permutation : forall M a b, Permutation a b -> ring M a -> ring M b.
Proof.
  intros M a b P (HM & E & R & Np & Ni). repeat split; auto.
  - intros ->. apply Permutation_sym, Permutation_nil in P. contradiction.
  - apply (Permutation_in t (Permutation_sym P)) in H. apply R in H. tauto.
  - apply (Permutation_in t (Permutation_sym P)) in H. apply R in H. tauto.
  - eapply Permutation_NoDup; [apply Permutation_map |]; eauto.
  - eapply Permutation_NoDup; [apply Permutation_map |]; eauto.
Qed.

Lemma build_ring : forall s M ts, ring M ts -> attempt s (Build M ts) = Done (Some (M, ts)).
Proof.
  intros s M ts R. unfold attempt. pose proof (ring_positive _ _ R).
  destruct (Z.ltb_spec M 2); [lia |].
  assert (F := add_first M [] ts (or_introl eq_refl)).
  destruct (add M [] ts) as [s' | r]; [destruct F as [-> _]; reflexivity |].
  destruct F as [F _]. exfalso. apply (ring_faultless M [] ts (ring_some _ _ R) R r F).
Qed.

Lemma join_ring : forall M ts batch, ring M ts -> batch <> [] ->
  ring M (ts ++ batch) -> attempt (Some (M, ts)) (Join batch) = Done (Some (M, ts ++ batch)).
Proof.
  intros M ts batch R Hne R'. simpl. assert (F := add_first M ts batch (or_intror R)).
  destruct (add M ts batch) as [s' | r]; [destruct F as [-> _]; reflexivity |].
  destruct F as [F _]. exfalso. apply (ring_faultless M ts batch Hne R' r F).
Qed.

(* ---- Changing all names and positions in a history. ------------------------------------------- *)

Section Mapped.
  Variables (size : Z -> Z) (g h : nat -> nat) (f : Z -> Z).
  Hypotheses (g_injective : injective g) (h_injective : injective h).
  (* The positions in play, and the sizes. *)
  Variables (inplay : Z -> Prop) (insize : Z -> Prop).
  Hypothesis f_apart : forall a b, inplay a -> inplay b -> (f a = f b <-> a = b).
  Hypothesis f_range : forall M a, insize M -> inplay a -> in_range (size M) (f a) = in_range M a.
  Hypothesis size_small : forall M, insize M -> (size M <? 2) = (M <? 2).

  Definition tokens_in (ts : list token) : Prop := forall t, In t ts -> inplay (pos t).
  Definition state_in (s : state) : Prop :=
    match s with None => True | Some (M, ts) => insize M /\ tokens_in ts end.
  Definition change_in (c : change) : Prop :=
    match c with Build M ts => insize M /\ tokens_in ts | Join ts => tokens_in ts | Leave _ => True end.

  Definition map_outcome (o : outcome state) : outcome state :=
    match o with Done s => Done (map_state size g h f s) | Refused r => Refused r end.

  Lemma existsb_mapped : forall (A : Type) (e : A -> A -> bool) (m : A -> A) (x : A) l,
    (forall y, In y l -> e (m x) (m y) = e x y) -> existsb (e (m x)) (map m l) = existsb (e x) l.
  Proof. induction l as [| a l IH]; simpl; intros H; auto. rewrite H, IH; auto. Qed.

  Lemma repeats_mapped : forall (A : Type) (e : A -> A -> bool) (m : A -> A) l,
    (forall x y, In x l -> In y l -> e (m x) (m y) = e x y) -> repeats e (map m l) = repeats e l.
  Proof.
    induction l as [| a l IH]; simpl; intros H; auto.
    rewrite IH by auto. rewrite existsb_mapped by auto. reflexivity.
  Qed.

  Lemma fault_of_mapped : forall M members batch, insize M -> tokens_in members -> tokens_in batch ->
    fault_of (size M) (map (map_token g h f) members) (map (map_token g h f) batch)
    = fault_of M members batch.
  Proof.
    intros M members batch HM Hm Hb. unfold fault_of.
    assert (F : forallb (fun t => in_range (size M) (pos t)) (map (map_token g h f) batch)
              = forallb (fun t => in_range M (pos t)) batch).
    { clear Hm. induction batch as [| b batch IH]; simpl; auto. rewrite f_range, IH; auto.
      - intros t Ht. apply Hb. right. assumption.
      - apply Hb. left. reflexivity. }
    assert (P : repeats Z.eqb (map pos (map (map_token g h f) members ++ map (map_token g h f) batch))
              = repeats Z.eqb (map pos (members ++ batch))).
    { rewrite <- map_app, map_map. simpl. rewrite <- (map_map pos f).
      apply repeats_mapped. intros x y Hx Hy.
      assert (I : forall z, In z (map pos (members ++ batch)) -> inplay z).
      { intros z Hz. apply in_map_iff in Hz as (t & <- & Ht).
        apply in_app_or in Ht as [Ht | Ht]; auto. }
      apply bool_iff. rewrite !Z.eqb_eq. apply f_apart; auto. }
    assert (I : repeats Nat.eqb (map id (map (map_token g h f) members ++ map (map_token g h f) batch))
              = repeats Nat.eqb (map id (members ++ batch))).
    { rewrite <- map_app, map_map. simpl. rewrite <- (map_map id g).
      apply repeats_mapped. intros x y _ _. apply bool_iff. rewrite !Nat.eqb_eq.
      split; [apply g_injective | congruence]. }
    rewrite F, P, I. destruct batch; reflexivity.
  Qed.

  Lemma add_mapped : forall M members batch, insize M -> tokens_in members -> tokens_in batch ->
    add (size M) (map (map_token g h f) members) (map (map_token g h f) batch)
    = map_outcome (add M members batch).
  Proof.
    intros M members batch HM Hm Hb. unfold add. rewrite fault_of_mapped by assumption.
    destruct (fault_of M members batch); simpl; auto. rewrite map_app. reflexivity.
  Qed.

  Lemma attempt_mapped : forall s c, state_in s -> change_in c ->
    attempt (map_state size g h f s) (map_change size g h f c) = map_outcome (attempt s c).
  Proof.
    intros s [M ts | ts | n] Hs Hc; simpl.
    - destruct Hc as [HM Ht]. rewrite size_small by assumption. destruct (M <? 2); auto.
      apply (add_mapped M [] ts); auto. intros t [].
    - destruct s as [[M members] |]; simpl; auto. destruct Hs. apply add_mapped; auto.
    - destruct s as [[M members] |]; simpl; auto.
      rewrite without_mapped by assumption. rewrite !map_length.
      destruct (length (without n members) =? length members)%nat; auto.
      destruct (length (without n members) =? 0)%nat; auto.
  Qed.

  Lemma attempt_in : forall s c s', state_in s -> change_in c -> attempt s c = Done s' -> state_in s'.
  Proof.
    assert (App : forall a b, tokens_in a -> tokens_in b -> tokens_in (a ++ b)).
    { intros a b Ha Hb t Ht. apply in_app_or in Ht as [Ht | Ht]; auto. }
    assert (Add : forall M a b s', insize M -> tokens_in a -> tokens_in b ->
              add M a b = Done s' -> state_in s').
    { intros M a b s' HM Ha Hb H. unfold add in H. destruct (fault_of M a b); [discriminate |].
      injection H as <-. simpl. auto. }
    intros s [M ts | ts | n] s' Hs Hc H; simpl in H.
    - destruct (M <? 2); [discriminate |]. destruct Hc. eapply (Add M [] ts); eauto. intros t [].
    - destruct s as [[M members] |]; [| discriminate]. destruct Hs. apply (Add M members ts); auto.
    - destruct s as [[M members] |]; [| discriminate].
      destruct (length (without n members) =? length members)%nat; [discriminate |].
      destruct (length (without n members) =? 0)%nat; [discriminate |].
      injection H as <-. destruct Hs as [HM Hm]. split; auto.
      intros t Ht. apply in_without in Ht as [Ht _]. auto.
  Qed.

  Lemma after_mapped : forall s c, state_in s -> change_in c ->
    after (map_state size g h f s) (map_change size g h f c) = map_state size g h f (after s c).
  Proof.
    intros s c Hs Hc. unfold after. rewrite attempt_mapped by assumption.
    destruct (attempt s c); reflexivity.
  Qed.

  Lemma after_in : forall s c, state_in s -> change_in c -> state_in (after s c).
  Proof.
    intros s c Hs Hc. unfold after. destruct (attempt s c) eqn:E; auto. eapply attempt_in; eauto.
  Qed.

  Lemma run_mapped : forall hist s, state_in s -> (forall c, In c hist -> change_in c) ->
    run (map_state size g h f s) (map (map_change size g h f) hist)
    = map_state size g h f (run s hist) /\ state_in (run s hist).
  Proof.
    induction hist as [| c hist IH]; intros s Hs Hc; simpl; auto.
    rewrite after_mapped by (auto; apply Hc; left; reflexivity). apply IH.
    - apply after_in; auto. apply Hc. left. reflexivity.
    - intros c' Hc'. apply Hc. right. assumption.
  Qed.

  Lemma ask_mapped : forall s q,
    (forall M ts, s = Some (M, ts) ->
       let k := match q with Owner k => k | Replicas k _ => k end in
       in_range (size M) (f k) = in_range M k /\
       (in_range M k = true -> compares M k (size M) (f k) f ts)) ->
    ask (map_state size g h f s) (map_question f q) = map_answer h (ask s q).
  Proof.
    intros [[M ts] |] q H; simpl; auto. destruct (H M ts eq_refl) as [R C].
    destruct q as [k | k r]; simpl; rewrite R; destruct (in_range M k) eqn:E; simpl; auto.
    - rewrite (owner_mapped M k) by (apply C; reflexivity). destruct (owner_of M k ts); reflexivity.
    - rewrite (replicas_mapped M k) by (auto; apply C; reflexivity).
      destruct (replicas_of M k r ts); reflexivity.
  Qed.
End Mapped.

Lemma add_done : forall M a b s, add M a b = Done s -> s = Some (M, a ++ b).
Proof. intros M a b s H. unfold add in H. destruct (fault_of M a b); congruence. Qed.

Lemma attempt_changed : forall s c s', attempt s c = Done s' -> s' = changed s c.
Proof.
  intros s [M ts | ts | n] s' H; simpl in H.
  - destruct (M <? 2); [discriminate |]. apply add_done in H. subst. destruct s; reflexivity.
  - destruct s as [[M m] |]; [| discriminate]. apply add_done in H. assumption.
  - destruct s as [[M m] |]; [| discriminate].
    destruct (length (without n m) =? length m)%nat; [discriminate |].
    destruct (length (without n m) =? 0)%nat; [discriminate |]. simpl. congruence.
Qed.

Lemma leave_refused_or : forall M m n,
  after (Some (M, m)) (Leave n) = Some (M, m) \/ after (Some (M, m)) (Leave n) = Some (M, without n m).
Proof.
  intros M m n. unfold after. destruct (attempt (Some (M, m)) (Leave n)) eqn:E; auto.
  apply attempt_changed in E as ->. right. reflexivity.
Qed.

Lemma join_refused_or : forall M m b,
  after (Some (M, m)) (Join b) = Some (M, m) \/ after (Some (M, m)) (Join b) = Some (M, m ++ b).
Proof.
  intros M m b. unfold after. destruct (attempt (Some (M, m)) (Join b)) eqn:E; auto.
  apply attempt_changed in E as ->. right. reflexivity.
Qed.

(* ---- Leaving one after the other. ------------------------------------------------------------- *)

Lemma without_absent : forall n ts, ~ In n (map node ts) -> without n ts = ts.
Proof.
  intros n ts H. apply filter_all. intros t Ht. apply negb_true_iff, Nat.eqb_neq. intros <-.
  apply H, in_map. assumption.
Qed.

Lemma without_app : forall n a b, without n (a ++ b) = without n a ++ without n b.
Proof. intros. apply filter_app. Qed.

Lemma leave_newcomer : forall M old new n, old <> [] ->
  (forall t u, In t old -> In u new -> node t <> node u) -> In n (map node new) ->
  after (Some (M, old ++ new)) (Leave n) = Some (M, old ++ without n new).
Proof.
  intros M old new n Hne Dis Hn.
  assert (E : without n (old ++ new) = old ++ without n new).
  { rewrite without_app. f_equal. apply without_absent. intros H.
    apply in_map_iff in H as (t & <- & Ht). apply in_map_iff in Hn as (u & E & Hu).
    apply (Dis t u); auto. }
  unfold after, attempt. rewrite E.
  destruct (length_without n (old ++ new)) as (A & _ & _). rewrite E in A.
  destruct (Nat.eqb_spec (length (old ++ without n new)) (length (old ++ new))) as [L | L].
  - exfalso. apply A in L. apply L. rewrite map_app. apply in_or_app. auto.
  - destruct old; [contradiction | reflexivity].
Qed.

Definition stays (gone : list nat) (t : token) : bool := negb (mem (node t) gone).

Lemma run_leaves : forall M old gone new, old <> [] ->
  (forall t u, In t old -> In u new -> node t <> node u) -> NoDup gone ->
  (forall n, In n gone -> In n (map node new)) ->
  run (Some (M, old ++ new)) (map Leave gone) = Some (M, old ++ filter (stays gone) new).
Proof.
  induction gone as [| n gone IH]; intros new Hne Dis N Sub.
  - simpl. do 3 f_equal. symmetry. apply filter_all. reflexivity.
  - inversion N as [| ? ? Hn N']; subst.
    change (run (after (Some (M, old ++ new)) (Leave n)) (map Leave gone)
            = Some (M, old ++ filter (stays (n :: gone)) new)).
    rewrite leave_newcomer by (auto; apply Sub; left; reflexivity).
    rewrite IH; auto.
    + do 3 f_equal. clear. unfold without, stays. induction new as [| t new IH]; simpl; auto.
      destruct (node t =? n)%nat; simpl; rewrite ?IH; auto.
    + intros t u Ht Hu. apply in_without in Hu as [Hu _]. apply Dis; assumption.
    + intros m Hm. assert (H : In m (map node new)) by (apply Sub; right; assumption).
      apply in_map_iff in H as (t & <- & Ht). apply in_map, in_without. split; auto.
      intros E. subst. contradiction.
Qed.

Lemma run_app : forall a b s, run s (a ++ b) = run (run s a) b.
Proof. intros. apply fold_left_app. Qed.

Lemma ring_prefix : forall M a b, ring M (a ++ b) -> a <> [] -> ring M a.
Proof.
  intros M a b (HM & _ & R & Np & Ni) Hne. rewrite map_app in Np, Ni.
  split; auto. split; auto. split; [intros t Ht; apply R, in_or_app; auto |].
  split; eapply NoDup_app_l; eauto.
Qed.

Lemma run_joins : forall M batches old, ring M (old ++ concat batches) -> old <> [] ->
  (forall batch, In batch batches -> batch <> []) ->
  run (Some (M, old)) (map Join batches) = Some (M, old ++ concat batches).
Proof.
  induction batches as [| batch batches IH]; intros old R Hne Ne; simpl in *.
  - rewrite app_nil_r. reflexivity.
  - rewrite app_assoc in R.
    assert (Hne' : old ++ batch <> []) by (destruct old; [contradiction | discriminate]).
    assert (Rb : ring M (old ++ batch)) by (eapply ring_prefix; eauto).
    assert (E : after (Some (M, old)) (Join batch) = Some (M, old ++ batch)).
    { unfold after. rewrite join_ring; auto. eapply ring_prefix; eauto. }
    unfold run in *. simpl fold_left. rewrite E, app_assoc. apply IH; auto.
Qed.

(* Joins and leaves of other nodes than those of [old], in any order. *)
Lemma run_newcomers : forall M old history new, old <> [] ->
  (forall t u, In t old -> In u new -> node t <> node u) ->
  (forall c, In c history ->
     match c with
     | Build _ _ => False
     | Join batch => forall t u, In t old -> In u batch -> node t <> node u
     | Leave n => ~ In n (map node old)
     end) ->
  exists still,
    run (Some (M, old ++ new)) history = Some (M, old ++ still) /\
    (forall t u, In t old -> In u still -> node t <> node u) /\
    (forall x, In x still ->
       (In x new /\ ~ In (Leave (node x)) history) \/
       exists before batch later, history = before ++ Join batch :: later /\ In x batch /\
         ~ In (Leave (node x)) later).
Proof.
  intros M old. induction history as [| c history IH]; intros new Hne Dis New.
  - exists new. split; [reflexivity |]. split; auto.
  - assert (New' : forall c, In c history ->
     match c with
     | Build _ _ => False
     | Join batch => forall t u, In t old -> In u batch -> node t <> node u
     | Leave n => ~ In n (map node old)
     end) by (intros d Hd; apply New; right; assumption).
    assert (Step : exists new', after (Some (M, old ++ new)) c = Some (M, old ++ new') /\
      (forall t u, In t old -> In u new' -> node t <> node u) /\
      (forall x, In x new' -> (In x new /\ c <> Leave (node x)) \/
                              exists batch, c = Join batch /\ In x batch)).
    { pose proof (New c (or_introl eq_refl)) as Nc. destruct c as [N ts | batch | n].
      - contradiction.
      - destruct (join_refused_or M (old ++ new) batch) as [E | E]; rewrite E.
        + exists new. split; auto. split; auto. intros x Hx. left. split; auto. discriminate.
        + exists (new ++ batch). rewrite app_assoc. split; auto. split.
          * intros t u Ht Hu. apply in_app_or in Hu as [Hu | Hu]; auto.
          * intros x Hx. apply in_app_or in Hx as [Hx | Hx]; [left; split; auto; discriminate |].
            right. exists batch. auto.
      - exists (without n new). split.
        + destruct (in_dec Nat.eq_dec n (map node new)) as [Hn | Hn];
            [apply leave_newcomer; assumption |].
          rewrite (without_absent n new) by assumption.
          destruct (leave_refused_or M (old ++ new) n) as [E | E]; rewrite E; auto.
          rewrite without_app, !without_absent; auto.
        + split.
          * intros t u Ht Hu. apply in_without in Hu as [Hu _]. apply Dis; assumption.
          * intros x Hx. apply in_without in Hx as [Hx Nx]. left. split; auto. congruence. }
    destruct Step as (new' & E & Dis' & From).
    destruct (IH new' Hne Dis' New') as (still & Er & Ds & Fs).
    exists still. split; [| split; auto].
    + unfold run in *. simpl fold_left. rewrite E. exact Er.
    + intros x Hx. destruct (Fs x Hx) as [[H1 H2] | (before & batch & later & -> & H)].
      * destruct (From x H1) as [[H3 H4] | (batch & -> & H3)].
        -- left. split; auto. intros [H | H]; auto.
        -- right. exists [], batch, history. auto.
      * right. exists (c :: before), batch, later. auto.
Qed.

Lemma ring_sub : forall M a b, ring M a -> b <> [] -> (exists p, b = filter p a) -> ring M b.
Proof.
  intros M a b (HM & E & R & Np & Ni) Hne (p & ->). repeat split; auto;
    try (apply NoDup_map_filter; assumption); apply filter_In in H as [H _]; apply R in H; tauto.
Qed.

(* ---- Sessions. -------------------------------------------------------------------------------- *)

Lemma session_app : forall a b s,
  session s (a ++ b) =
  (fst (session s a) ++ fst (session (run s (changes a)) b), snd (session (run s (changes a)) b)).
Proof.
  induction a as [| [c | q] a IH]; intros b s; simpl.
  - destruct (session s b); reflexivity.
  - rewrite IH. reflexivity.
  - rewrite IH. simpl. destruct (session s a) as [x y] eqn:E. simpl. reflexivity.
Qed.

Lemma session_state : forall a s, snd (session s a) = run s (changes a).
Proof.
  induction a as [| [c | q] a IH]; intros s; simpl; auto.
  specialize (IH s). destruct (session s a). exact IH.
Qed.

(* ---- Where tokens come from. ------------------------------------------------------------------ *)

Definition batch_of (c : change) : list token :=
  match c with Build _ ts => ts | Join ts => ts | Leave _ => [] end.

(* What the sizes and tokens of the changes have in common, the state has. *)
Lemma run_keeps : forall (P : Z -> Prop) (Q : token -> Prop) history s,
  (forall M ts, In (Build M ts) history -> P M) ->
  (forall c t, In c history -> In t (batch_of c) -> Q t) ->
  match s with None => True | Some (M, ts) => P M /\ forall t, In t ts -> Q t end ->
  match run s history with None => True | Some (M, ts) => P M /\ forall t, In t ts -> Q t end.
Proof.
  intros P Q. induction history as [| c history IH]; intros s HP HQ Hs; [exact Hs |].
  simpl. apply IH.
  - intros M ts H. apply (HP M ts). right. assumption.
  - intros d t H. apply (HQ d t). right. assumption.
  - unfold after. destruct (attempt s c) as [s' | r] eqn:E; auto.
    apply attempt_changed in E as ->. clear IH.
    assert (T : forall t, In t (batch_of c) -> Q t) by (intros t; apply HQ; left; reflexivity).
    destruct c as [M ts | ts | n]; simpl in T.
    + assert (PM : P M) by (apply (HP M ts); left; reflexivity). destruct s; simpl; auto.
    + destruct s as [[M m] |]; simpl; auto. destruct Hs as [PM Qm]. split; auto.
      intros t Ht. apply in_app_or in Ht as [Ht | Ht]; auto.
    + destruct s as [[M m] |]; simpl; auto. destruct Hs as [PM Qm]. split; auto.
      intros t Ht. apply in_without in Ht as [Ht _]. auto.
Qed.

(* Validity can be decided. *)
Lemma ring_dec : forall M ts, {ring M ts} + {~ ring M ts}.
Proof.
  intros M ts.
  assert (H : {attempt None (Build M ts) = Done (Some (M, ts))}
            + {attempt None (Build M ts) <> Done (Some (M, ts))}).
  { destruct (attempt None (Build M ts)) as [s | r] eqn:E; [left | right; discriminate].
    apply attempt_changed in E. simpl in E. rewrite E; reflexivity. }
  destruct H as [H | H]; [left | right].
  - apply (attempt_sound None (Build M ts) _ I H).
  - intros R. apply H, build_ring. assumption.
Qed.
