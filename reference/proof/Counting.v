(* Counting what is such in a list, and adding up. *)

From Coq Require Import ZArith List Bool Permutation Lia.
From Clockwise Require Import Model Terms.
Import ListNotations.
Open Scope Z_scope.

Lemma count_cons : forall (A : Type) (f : A -> bool) a l,
  count f (a :: l) = (if f a then 1 else 0) + count f l.
Proof. intros. unfold count. simpl. destruct (f a); simpl length; lia. Qed.

Lemma count_nil : forall (A : Type) (f : A -> bool), count f [] = 0.
Proof. reflexivity. Qed.

Lemma count_nonneg : forall (A : Type) (f : A -> bool) l, 0 <= count f l.
Proof. intros. unfold count. lia. Qed.

Lemma count_app : forall (A : Type) (f : A -> bool) a b, count f (a ++ b) = count f a + count f b.
Proof. intros. unfold count. rewrite filter_app, app_length. lia. Qed.

Lemma count_ext : forall (A : Type) (f g : A -> bool) l,
  (forall x, In x l -> f x = g x) -> count f l = count g l.
Proof. intros. unfold count. rewrite (filter_ext_in f g); auto. Qed.

Lemma count_map : forall (A B : Type) (f : B -> bool) (g : A -> B) l,
  count f (map g l) = count (fun x => f (g x)) l.
Proof. induction l; auto. simpl map. rewrite !count_cons, IHl. reflexivity. Qed.

Lemma count_false : forall (A : Type) (l : list A), count (fun _ => false) l = 0.
Proof. induction l; auto. Qed.

Lemma count_negb : forall (A : Type) (f : A -> bool) l,
  count f l + count (fun x => negb (f x)) l = Z.of_nat (length l).
Proof.
  induction l; auto. rewrite !count_cons. simpl length. destruct (f a); simpl negb; lia.
Qed.

Lemma count_permutation : forall (A : Type) (f : A -> bool) a b,
  Permutation a b -> count f a = count f b.
Proof. induction 1; rewrite ?count_cons; lia. Qed.

(* Exactly one element is such: it is in the list, once. *)
Lemma count_one : forall (A : Type) (f : A -> bool) l x,
  NoDup l -> In x l -> (forall y, In y l -> (f y = true <-> y = x)) -> count f l = 1.
Proof.
  induction l as [| a l IH]; intros x N Hx E; [contradiction |].
  inversion N as [| ? ? Hn N']; subst. rewrite count_cons.
  destruct (f a) eqn:Fa.
  - apply E in Fa; [subst a | left; reflexivity].
    rewrite (count_ext _ f (fun _ => false)).
    + rewrite count_false. reflexivity.
    + intros y Hy. destruct (f y) eqn:Fy; auto.
      apply E in Fy; [subst; contradiction | right; assumption].
  - destruct Hx as [<- | Hx].
    + rewrite (proj2 (E a (or_introl eq_refl)) eq_refl) in Fa. discriminate.
    + rewrite (IH x); auto. intros y Hy. apply E. right. assumption.
Qed.

Lemma sum_app : forall a b, sum (a ++ b) = sum a + sum b.
Proof. induction a; simpl; intros; auto. rewrite IHa. lia. Qed.

Lemma sum_add : forall (A : Type) (f g : A -> Z) l,
  sum (map (fun x => f x + g x) l) = sum (map f l) + sum (map g l).
Proof. induction l; simpl; lia. Qed.

Lemma sum_const : forall (A : Type) (c : Z) (l : list A),
  sum (map (fun _ => c) l) = c * Z.of_nat (length l).
Proof. induction l; simpl length; simpl sum; lia. Qed.

Lemma sum_ext : forall (A : Type) (f g : A -> Z) l,
  (forall x, In x l -> f x = g x) -> sum (map f l) = sum (map g l).
Proof. intros. f_equal. apply map_ext_in. assumption. Qed.

Lemma sum_mul : forall (A : Type) (c : Z) (f : A -> Z) l,
  sum (map (fun x => c * f x) l) = c * sum (map f l).
Proof. induction l; simpl; lia. Qed.

Lemma sum_count : forall (A : Type) (f : A -> bool) l,
  sum (map (fun x => if f x then 1 else 0) l) = count f l.
Proof. induction l; auto. rewrite count_cons. simpl. lia. Qed.

(* Counting pairs by rows or by columns. *)
Lemma sum_swap : forall (A B : Type) (r : A -> B -> bool) la lb,
  sum (map (fun a => count (r a) lb) la) = sum (map (fun b => count (fun a => r a b) la) lb).
Proof.
  induction la as [| a la IH]; intros lb; simpl.
  - induction lb; simpl; auto.
  - rewrite IH, <- (sum_count _ (r a) lb), <- sum_add.
    apply sum_ext. intros b _. rewrite count_cons. reflexivity.
Qed.

(* Where each b has exactly one a, the counts of all a add up to the number of b. *)
Lemma sum_partition : forall (A B : Type) (r : A -> B -> bool) la lb,
  (forall b, In b lb -> count (fun a => r a b) la = 1) ->
  sum (map (fun a => count (r a) lb) la) = Z.of_nat (length lb).
Proof.
  intros A B r la lb H. rewrite sum_swap, (sum_ext _ _ (fun _ => 1)) by assumption.
  rewrite sum_const. lia.
Qed.

(* ---- The positions of a ring. ----------------------------------------------------------------- *)

Lemma in_positions : forall M k, In k (positions_of M) <-> 0 <= k < M.
Proof.
  intros M k. unfold positions_of. rewrite in_map_iff. split.
  - intros (n & <- & H). apply in_seq in H. lia.
  - intros H. exists (Z.to_nat k). rewrite in_seq. lia.
Qed.

Lemma length_positions : forall M, 0 <= M -> Z.of_nat (length (positions_of M)) = M.
Proof. intros. unfold positions_of. rewrite map_length, seq_length. lia. Qed.

Lemma NoDup_positions : forall M, NoDup (positions_of M).
Proof.
  intros. unfold positions_of. apply FinFun.Injective_map_NoDup; [| apply seq_NoDup].
  intros a b H. lia.
Qed.

Lemma count_below : forall M h, 0 <= h <= M -> count (fun k => k <? h) (positions_of M) = h.
Proof.
  intros M h H. unfold positions_of. rewrite count_map.
  assert (G : forall n, count (fun x => Z.of_nat x <? h) (seq 0 n) = Z.min h (Z.of_nat n)).
  { induction n as [| n IH]; [rewrite count_nil; lia |].
    rewrite seq_S, count_app, IH. simpl seq. rewrite count_cons, count_nil.
    destruct (Z.ltb_spec (Z.of_nat (0 + n)) h); lia. }
  rewrite G. lia.
Qed.

Lemma count_between : forall M lo hi, 0 <= lo <= hi -> hi <= M ->
  count (fun k => (lo <=? k) && (k <? hi)) (positions_of M) = hi - lo.
Proof.
  intros M lo hi H H'.
  pose proof (count_below M hi ltac:(lia)) as Hhi. pose proof (count_below M lo ltac:(lia)) as Hlo.
  enough (E : count (fun k => (lo <=? k) && (k <? hi)) (positions_of M)
              = count (fun k => k <? hi) (positions_of M) - count (fun k => k <? lo) (positions_of M))
    by lia.
  clear Hhi Hlo. induction (positions_of M) as [| a l IH]; auto.
  rewrite !count_cons.
  destruct (Z.leb_spec lo a), (Z.ltb_spec a hi), (Z.ltb_spec a lo); simpl andb; cbv iota; lia.
Qed.
