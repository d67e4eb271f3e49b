(* The words in which the rules are stated, beyond those of the model. Definitions only. *)

From Coq Require Import ZArith List Bool Permutation.
From Clockwise Require Import Model.
Import ListNotations.
Open Scope Z_scope.

(* ---- Where a key belongs, said in four ways. -------------------------------------------------- *)

(* No token is nearer, clockwise. *)
Definition nearest (M k : Z) (ts : list token) (t : token) : Prop :=
  In t ts /\ forall u, In u ts -> dist M k (pos t) <= dist M k (pos u).

(* By comparison alone: the first token at or after [k]; if there is none, the smallest. *)
Definition first_from (k : Z) (ts : list token) (t : token) : Prop :=
  In t ts /\
  ((k <= pos t /\ forall u, In u ts -> k <= pos u -> pos t <= pos u) \/
   ((forall u, In u ts -> pos u < k) /\ forall u, In u ts -> pos t <= pos u)).

(* Walking up from [k] one position at a time, past M−1 to 0, [t] is the first token met, after [d]
   steps. *)
Definition met_after (M k : Z) (ts : list token) (t : token) (d : Z) : Prop :=
  In t ts /\ 0 <= d /\ (k + d) mod M = pos t /\
  forall i, 0 <= i < d -> forall u, In u ts -> (k + i) mod M <> pos u.

(* On positions in ascending order: the index of the first one that is not below [k], found by
   halving [lo, hi), at most [fuel] times. *)
Fixpoint lower_bound (fuel : nat) (ps : list Z) (k : Z) (lo hi : nat) : nat :=
  match fuel with
  | O => lo
  | S fuel' =>
      if (lo <? hi)%nat then
        let mid := (lo + (hi - lo) / 2)%nat in
        if nth mid ps 0 <? k then lower_bound fuel' ps k (mid + 1) hi
        else lower_bound fuel' ps k lo mid
      else lo
  end.

(* The index of the token over [k]: the lower bound, and past the end the first. *)
Definition look_up (ps : list Z) (k : Z) : nat :=
  let n := length ps in
  let i := lower_bound n ps k 0 n in
  if (i =? n)%nat then 0%nat else i.

(* ---- Two other rules, which are not this one. ------------------------------------------------- *)

(* Strictly greater: the first token after [k], [k] itself being the last to be met. *)
Definition nearest_after (M k : Z) (ts : list token) (t : token) : Prop :=
  nearest M ((k + 1) mod M) ts t.

(* The nearest point, whichever way. *)
Definition nearest_either_way (M k : Z) (ts : list token) (t : token) : Prop :=
  In t ts /\ forall u, In u ts ->
    Z.min (dist M k (pos t)) (dist M (pos t) k) <= Z.min (dist M k (pos u)) (dist M (pos u) k).

(* ---- Machine arithmetic. ---------------------------------------------------------------------- *)

(* What a 64-bit unsigned word makes of a number. *)
Definition word (x : Z) : Z := x mod 2 ^ 64.

(* The clockwise distance as it is computed in words, from the last position M − 1. *)
Definition word_dist (last k t : Z) : Z :=
  if k <=? t then word (t - k) else word (word (last - word (k - t)) + 1).

(* The clockwise distance as the contract of the reference's kernel defines it. *)
Definition contract_distance (last k t : Z) : Z :=
  if k <=? t then t - k else t - k + last + 1.

(* ---- Arcs. ------------------------------------------------------------------------------------ *)

(* How many positions lie strictly between, going up from [p] to [t]. *)
Definition gap (M p t : Z) : Z := (t - p - 1) mod M.

(* Of the positions [ps], the one before [t]; [t] itself where there is no other. *)
Definition pred (M : Z) (ps : list Z) (t : Z) : Z :=
  fold_left (fun best p => if gap M p t <? gap M best t then p else best) ps t.

(* Whether [k] lies on the arc (p, t], going up from [p]; where p = t it is the whole ring. *)
Definition on_arc (p t k : Z) : bool :=
  if p <? t then (p <? k) && (k <=? t) else (p <? k) || (k <=? t).

(* The arc of the token [t] among the tokens [ts] is (pred t, t]. *)
Definition arc_of (M : Z) (ts : list token) (t : token) (k : Z) : bool :=
  on_arc (pred M (map pos ts) (pos t)) (pos t) k.

(* The size of the arc (p, t]: the positions between, and [t]. *)
Definition arc_size (M p t : Z) : Z := gap M p t + 1.

Definition positions_of (M : Z) : list Z := map Z.of_nat (seq 0 (Z.to_nat M)).

(* How many elements of a list are such. *)
Definition count {A : Type} (such : A -> bool) (l : list A) : Z :=
  Z.of_nat (length (filter such l)).

Definition sum (l : list Z) : Z := fold_right Z.add 0 l.

(* ---- Replicas. -------------------------------------------------------------------------------- *)

Definition mem (n : nat) (l : list nat) : bool := existsb (Nat.eqb n) l.

(* The first occurrences. *)
Fixpoint distinct (l : list nat) : list nat :=
  match l with
  | [] => []
  | n :: rest => n :: filter (fun m => negb (Nat.eqb m n)) (distinct rest)
  end.

(* How many nodes there are. *)
Definition node_count (ts : list token) : nat := length (distinct (map node ts)).

(* The tokens in the order in which they are met, walking up from [k]. *)
Fixpoint insert (M k : Z) (t : token) (l : list token) : list token :=
  match l with
  | [] => [t]
  | u :: rest => if dist M k (pos t) <=? dist M k (pos u) then t :: l else u :: insert M k t rest
  end.
Definition clockwise (M k : Z) (ts : list token) : list token := fold_right (insert M k) [] ts.

(* How many of the nodes [l] are not among [l']. *)
Definition missing (l l' : list nat) : nat := length (filter (fun n => negb (mem n l')) l).

(* ---- Changing all names, or all positions. ---------------------------------------------------- *)

Definition map_token (g h : nat -> nat) (f : Z -> Z) (t : token) : token :=
  Token (g (id t)) (f (pos t)) (h (node t)).
Definition same {A : Type} (x : A) : A := x.
Definition move (f : Z -> Z) : token -> token := map_token same same f.
Definition rename (h : nat -> nat) : token -> token := map_token same h same.

Definition injective (f : nat -> nat) : Prop := forall a b, f a = f b -> a = b.

(* The same of a change, a question and an answer. The size of a build is changed by [size]. *)
Definition map_change (size : Z -> Z) (g h : nat -> nat) (f : Z -> Z) (c : change) : change :=
  match c with
  | Build M ts => Build (size M) (map (map_token g h f) ts)
  | Join ts => Join (map (map_token g h f) ts)
  | Leave n => Leave (h n)
  end.
Definition map_question (f : Z -> Z) (q : question) : question :=
  match q with
  | Owner k => Owner (f k)
  | Replicas k r => Replicas (f k) r
  end.
Definition map_answer (h : nat -> nat) (a : outcome answer) : outcome answer :=
  match a with
  | Done (ANode n) => Done (ANode (h n))
  | Done (ANodes ns) => Done (ANodes (map h ns))
  | Refused r => Refused r
  end.

Definition map_state (size : Z -> Z) (g h : nat -> nat) (f : Z -> Z) (s : state) : state :=
  match s with
  | None => None
  | Some (M, ts) => Some (size M, map (map_token g h f) ts)
  end.

(* [b] is met before [c] when walking up from [a]: the circular order, by comparison alone. *)
Definition meets (a b c : Z) : Prop := (a <= b < c) \/ (b < c < a) \/ (c < a <= b).

(* [f] keeps the circular order of the positions [ps], and which of them coincide. *)
Definition respaces (f : Z -> Z) (ps : list Z) : Prop :=
  forall a b c, In a ps -> In b ps -> In c ps -> (meets a b c <-> meets (f a) (f b) (f c)).

(* ---- States. ---------------------------------------------------------------------------------- *)

(* What every state is that a history leads to. *)
Definition sound (s : state) : Prop :=
  match s with None => True | Some (M, ts) => ring M ts end.

(* The same ring: as large, with the same tokens in any order. *)
Definition same_ring (s s' : state) : Prop :=
  match s, s' with
  | None, None => True
  | Some (M, ts), Some (M', ts') => M = M' /\ forall t, In t ts <-> In t ts'
  | _, _ => False
  end.

(* ---- Refusals. -------------------------------------------------------------------------------- *)

(* Their order. *)
Definition rank (r : refusal) : nat :=
  match r with
  | ring_too_small => 0 | no_tokens => 1 | position_out_of_range => 2 | duplicate_position => 3
  | duplicate_token => 4 | unknown_node => 5 | last_node => 6 | too_few_nodes => 7
  end.

(* Two of the batch have the same, or one of the batch and a member. *)
Definition clash {A : Type} (what : token -> A) (members batch : list token) : Prop :=
  ~ NoDup (map what batch) \/ exists m b, In m members /\ In b batch /\ what m = what b.

(* What is wrong with a batch. *)
Definition batch_fault (M : Z) (members batch : list token) (r : refusal) : Prop :=
  match r with
  | no_tokens => batch = []
  | position_out_of_range => exists t, In t batch /\ ~ 0 <= pos t < M
  | duplicate_position => clash pos members batch
  | duplicate_token => clash id members batch
  | _ => False
  end.

(* What is wrong with a change, and with a question: all of it. *)
Definition change_fault (s : state) (c : change) (r : refusal) : Prop :=
  match c, s with
  | Build M ts, _ => (r = ring_too_small /\ M < 2) \/ batch_fault M [] ts r
  | Join ts, None => r = no_tokens
  | Join ts, Some (M, members) => batch_fault M members ts r
  | Leave n, None => r = no_tokens
  | Leave n, Some (M, members) =>
      (r = unknown_node /\ ~ In n (map node members)) \/
      (r = last_node /\ forall t, In t members -> node t = n)
  end.
Definition question_fault (s : state) (q : question) (r : refusal) : Prop :=
  match s with
  | None => r = no_tokens
  | Some (M, ts) =>
      let k := match q with Owner k => k | Replicas k _ => k end in
      (r = position_out_of_range /\ ~ 0 <= k < M) \/
      (r = too_few_nodes /\
       match q with Owner _ => False | Replicas _ n => (node_count ts < n)%nat end)
  end.

(* [r] is the first of the faults. *)
Definition first_fault (faults : refusal -> Prop) (r : refusal) : Prop :=
  faults r /\ forall r', faults r' -> (rank r <= rank r')%nat.

(* What a change that is not refused leads to. *)
Definition changed (s : state) (c : change) : state :=
  match c, s with
  | Build M ts, _ => Some (M, ts)
  | Join ts, Some (M, members) => Some (M, members ++ ts)
  | Leave n, Some (M, members) => Some (M, without n members)
  | _, None => None
  end.

(* ---- Sessions: changes and questions in any order. -------------------------------------------- *)

Inductive request :=
  | Change (c : change)
  | Ask (q : question).

(* The answers to the questions, in their order, and the state at the end. *)
Fixpoint session (s : state) (rs : list request) : list (outcome answer) * state :=
  match rs with
  | [] => ([], s)
  | Change c :: rest => session (after s c) rest
  | Ask q :: rest => let (answers, s') := session s rest in (ask s q :: answers, s')
  end.
Definition changes (rs : list request) : list change :=
  flat_map (fun r => match r with Change c => [c] | Ask _ => [] end) rs.

(* ---- Rings as black boxes. -------------------------------------------------------------------- *)

(* What may be asked after a history: whether the last change was carried out, or a question. *)
Inductive query :=
  | LastChange
  | Question (q : question).

(* Any ring: its answer to the last argument, which is one of the queries [asked], all of them put
   to it after the history. That the answer is a function of the three says that nothing else
   counts: no clock, no chance, no earlier case. *)
Definition subject := list change -> list query -> query -> outcome answer.

(* The model is one of them. *)
Fixpoint last_outcome (s : state) (history : list change) : outcome answer :=
  match history with
  | [] => Done (ANodes [])
  | [c] => match attempt s c with Done _ => Done (ANodes []) | Refused r => Refused r end
  | c :: rest => last_outcome (after s c) rest
  end.
Definition model : subject := fun history _ q =>
  match q with
  | LastChange => last_outcome None history
  | Question q => ask (run None history) q
  end.

Definition tokens_of (history : list change) : list token :=
  flat_map (fun c => match c with Build _ ts => ts | Join ts => ts | Leave _ => [] end) history.
Definition key_in (q : query) : list Z :=
  match q with
  | LastChange => []
  | Question (Owner k) => [k]
  | Question (Replicas k _) => [k]
  end.

(* The positions that occur: of all tokens of the history, and of the keys. *)
Definition positions_in (history : list change) (asked : list query) : list Z :=
  map pos (tokens_of history) ++ flat_map key_in asked.

(* Everything is on rings of one size, [M]. *)
Definition within (M : Z) (history : list change) (asked : list query) : Prop :=
  2 <= M /\
  (forall M' ts, In (Build M' ts) history -> M' = M) /\
  (forall p, In p (positions_in history asked) -> 0 <= p < M).

Definition map_query (f : Z -> Z) (q : query) : query :=
  match q with
  | LastChange => LastChange
  | Question q => Question (map_question f q)
  end.

(* [f] keeps which of two positions is less. *)
Definition keeps_order (f : Z -> Z) (ps : list Z) : Prop :=
  forall a b, In a ps -> In b ps -> a < b -> f a < f b.

(* The same change, its tokens named in another order. *)
Definition reordered (c c' : change) : Prop :=
  match c, c' with
  | Build M ts, Build M' ts' => M = M' /\ Permutation ts ts'
  | Join ts, Join ts' => Permutation ts ts'
  | Leave n, Leave n' => n = n'
  | _, _ => False
  end.

(* What the small-scope theorem assumes of a ring. *)
Record comparison_only (A : subject) : Prop := {
  (* It sees positions only through comparisons with one another: not their distances, not the
     size of the ring. *)
  positions_compared : forall M M' f history asked q,
    In q asked -> within M history asked -> keeps_order f (positions_in history asked) ->
    let history' := map (map_change (fun _ => M') same same f) history in
    let asked' := map (map_query f) asked in
    within M' history' asked' -> A history' asked' (map_query f q) = A history asked q;
  (* It sees the names of nodes only through equality. *)
  nodes_compared : forall h history asked q, injective h ->
    A (map (map_change same same h same) history) asked q = map_answer h (A history asked q);
  (* It sees the ids of tokens only through equality. *)
  ids_compared : forall g history asked q, injective g ->
    A (map (map_change same g same same) history) asked q = A history asked q;
  (* It ignores in which order the tokens of a change are named. *)
  order_ignored : forall history history' asked q,
    Forall2 reordered history history' -> A history asked q = A history' asked q;
  (* No answer depends on what else is asked. *)
  asked_alone : forall history asked q, In q asked -> A history asked q = A history [q] q
}.

(* What is left of a change and of a query when positions and sizes are left out: an engine's bound
   on steps, tokens, nodes and counts is a bound on these. *)
Definition unplaced : change -> change := map_change (fun _ => 0) same same (fun _ => 0).
Definition unplaced_query : query -> query := map_query (fun _ => 0).

(* Whether every change of a history is carried out by the model, none refused. *)
Definition all_carried_out (history : list change) : Prop :=
  forall before c later, history = before ++ c :: later ->
  exists s, attempt (run None before) c = Done s.

(* A bound on histories and queries that sees positions only through comparisons. *)
Definition kind_by_comparison (kind : list change -> query -> Prop) : Prop :=
  forall M M' f history q,
    within M history [q] -> keeps_order f (positions_in history [q]) ->
    let history' := map (map_change (fun _ => M') same same f) history in
    within M' history' [map_query f q] -> kind history q -> kind history' (map_query f q).

(* A build that is carried out makes the ring forget what was before. *)
Definition begins_with_a_build (history : list change) : Prop :=
  match history with Build M ts :: _ => ring M ts | _ => False end.
Definition builds_anew (A : subject) : Prop :=
  forall before history asked q, begins_with_a_build history ->
    A (before ++ history) asked q = A history asked q.

(* ---- Namings. --------------------------------------------------------------------------------- *)

(* The tokens [ts], the one at [x]'s position being the newcomer [n]'s. *)
Definition given_to (n : nat) (x : token) (ts : list token) : list token :=
  map (fun t => if pos t =? pos x then Token (id t) (pos t) n else t) ts.

(* Every way to take one element out of a list, and every order of a list. *)
Fixpoint picks (l : list nat) : list (nat * list nat) :=
  match l with
  | [] => []
  | n :: rest => (n, rest) :: map (fun p => (fst p, n :: snd p)) (picks rest)
  end.
Fixpoint orders (size : nat) (l : list nat) : list (list nat) :=
  match size with
  | O => [[]]
  | S size' => flat_map (fun p => map (cons (fst p)) (orders size' (snd p))) (picks l)
  end.

(* Every way to deal out the nodes [names], each as often as it occurs there, to as many places. *)
Definition namings (names : list nat) : list (list nat) := orders (length names) names.

(* The tokens at the positions [ps], with these nodes. *)
Fixpoint tokens_at (ps : list Z) (names : list nat) : list token :=
  match ps, names with
  | p :: ps', n :: names' => Token (length ps') p n :: tokens_at ps' names'
  | _, _ => []
  end.

(* Whether two owners differ. *)
Definition differ (a b : option nat) : bool :=
  match a, b with
  | Some x, Some y => negb (Nat.eqb x y)
  | None, None => false
  | _, _ => true
  end.

(* Whether the owner is one of those nodes. *)
Definition owned_by (such : nat -> bool) (M : Z) (ts : list token) (k : Z) : bool :=
  match owner_of M k ts with Some n => such n | None => false end.

(* ---- Plans. ----------------------------------------------------------------------------------- *)

(* The keys on (after_, upto] go from [giver] to [taker]. *)
Record arc_move := Move { after_ : Z; upto : Z; giver : nat; taker : nat }.

(* The positions at which either ring has a token cut the circle; on each arc between two of them
   the old owner and the new owner are one node each. *)
Definition plan (M : Z) (old new : list token) : list arc_move :=
  let cuts := nodup Z.eq_dec (map pos (old ++ new)) in
  flat_map (fun t =>
      match owner_of M t old, owner_of M t new with
      | Some a, Some b => if Nat.eqb a b then [] else [Move (pred M cuts t) t a b]
      | _, _ => []
      end) cuts.

Definition moves (m : arc_move) (k : Z) : bool := on_arc (after_ m) (upto m) k.

(* ---- Data. ------------------------------------------------------------------------------------ *)

(* Which node holds a copy of which key (by position), and what a reader finds who asks the owner. *)
Definition store := list (nat * Z).
Definition finds (M : Z) (ts : list token) (data : store) (k : Z) : Prop :=
  exists n, owner_of M k ts = Some n /\ In (n, k) data.
(* Every key of [ks] lies at its owner and nowhere else. *)
Definition stored_by (M : Z) (ts : list token) (ks : list Z) (data : store) : Prop :=
  forall n k, In (n, k) data <-> In k ks /\ owner_of M k ts = Some n.

(* ---- Keys. ------------------------------------------------------------------------------------ *)

(* A key has a name and a position; which names, is nobody's business. *)
Record key := Key { name : nat; place_of : Z }.

(* One answer a key, in the order of the keys. *)
Definition owners (M : Z) (ts : list token) (ks : list key) : list (option nat) :=
  map (fun k => owner_of M (place_of k) ts) ks.
Definition is_node (n : nat) (o : option nat) : bool :=
  match o with Some m => Nat.eqb m n | None => false end.
(* The keys of a node, and the keys whose owner differs between two rings. *)
Definition keys_of (M : Z) (ts : list token) (n : nat) (ks : list key) : list key :=
  filter (fun k => is_node n (owner_of M (place_of k) ts)) ks.
Definition moved_keys (M : Z) (ts ts' : list token) (ks : list key) : list key :=
  filter (fun k => differ (owner_of M (place_of k) ts) (owner_of M (place_of k) ts')) ks.
