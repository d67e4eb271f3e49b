(* The model: what a ring of tokens is, and what it answers, in as few words as possible.

   Positions and sizes are whole numbers without bound (Z); ids and nodes are numbers of which only
   equality is used. Nothing is sorted and nothing is cached: placement is the least clockwise
   distance, looked for among all tokens. This file holds definitions only. What is claimed of them
   is stated in Rules.v; the program made of them is the oracle (Extract.v). *)

From Coq Require Import ZArith List Bool.
Import ListNotations.
Open Scope Z_scope.

(* ---- Tokens and rings. ------------------------------------------------------------------------ *)

Record token := Token { id : nat; pos : Z; node : nat }.

(* The tokens [ts] make a ring of [M] positions 0 … M−1. *)
Definition ring (M : Z) (ts : list token) : Prop :=
  2 <= M /\
  ts <> [] /\
  (forall t, In t ts -> 0 <= pos t < M) /\
  NoDup (map pos ts) /\
  NoDup (map id ts).

(* How many steps up from [k] lead to [t], going past M−1 to 0. *)
Definition dist (M k t : Z) : Z := (t - k) mod M.

(* ---- Placement. ------------------------------------------------------------------------------- *)

(* The better of two candidates for [k]; the first stays where they are equally far. *)
Definition nearer (M k : Z) (best t : token) : token :=
  if dist M k (pos t) <? dist M k (pos best) then t else best.

(* The token to which [k] belongs: one look at each token, keeping the nearest. *)
Definition place (M k : Z) (ts : list token) : option token :=
  match ts with
  | [] => None
  | t :: rest => Some (fold_left (nearer M k) rest t)
  end.

(* The node to which [k] belongs. *)
Definition owner_of (M k : Z) (ts : list token) : option nat := option_map node (place M k ts).

(* The tokens of all nodes but [n]: what is left when [n] leaves. *)
Definition without (n : nat) (ts : list token) : list token :=
  filter (fun t => negb (Nat.eqb (node t) n)) ts.

(* The [r] replicas of [k]: its owner, then the replicas it has when the owner is left out. *)
Fixpoint replicas_of (M k : Z) (r : nat) (ts : list token) : option (list nat) :=
  match r with
  | O => Some []
  | S r' =>
      match place M k ts with
      | None => None
      | Some t => option_map (cons (node t)) (replicas_of M k r' (without (node t) ts))
      end
  end.

(* ---- Changes, questions and refusals. --------------------------------------------------------- *)

Inductive refusal :=
  | ring_too_small | no_tokens | position_out_of_range | duplicate_position | duplicate_token
  | unknown_node | last_node | too_few_nodes.

Inductive outcome (A : Type) :=
  | Done (a : A)
  | Refused (r : refusal).
Arguments Done {A}.
Arguments Refused {A}.

(* The ring that there is: its size and its tokens, in the order in which they came. None: nothing
   is built. *)
Definition state := option (Z * list token).

Inductive change :=
  | Build (M : Z) (ts : list token)
  | Join (ts : list token)
  | Leave (n : nat).

Inductive question :=
  | Owner (k : Z)
  | Replicas (k : Z) (r : nat).

Inductive answer :=
  | ANode (n : nat)
  | ANodes (ns : list nat).

Definition in_range (M p : Z) : bool := (0 <=? p) && (p <? M).

(* Whether an element occurs twice. *)
Fixpoint repeats {A : Type} (eqb : A -> A -> bool) (l : list A) : bool :=
  match l with
  | [] => false
  | x :: rest => existsb (eqb x) rest || repeats eqb rest
  end.

(* Whether, and why, [batch] may not be added to the tokens [members] on a ring of [M] positions. *)
Definition fault_of (M : Z) (members batch : list token) : option refusal :=
  match batch with
  | [] => Some no_tokens
  | _ =>
      if negb (forallb (fun t => in_range M (pos t)) batch) then Some position_out_of_range
      else if repeats Z.eqb (map pos (members ++ batch)) then Some duplicate_position
      else if repeats Nat.eqb (map id (members ++ batch)) then Some duplicate_token
      else None
  end.

Definition add (M : Z) (members batch : list token) : outcome state :=
  match fault_of M members batch with
  | Some r => Refused r
  | None => Done (Some (M, members ++ batch))
  end.

(* The state that a change leads to, or why it is refused. *)
Definition attempt (s : state) (c : change) : outcome state :=
  match c with
  | Build M ts => if M <? 2 then Refused ring_too_small else add M [] ts
  | Join ts => match s with None => Refused no_tokens | Some (M, members) => add M members ts end
  | Leave n =>
      match s with
      | None => Refused no_tokens
      | Some (M, members) =>
          let rest := without n members in
          if Nat.eqb (length rest) (length members) then Refused unknown_node
          else if Nat.eqb (length rest) 0 then Refused last_node
          else Done (Some (M, rest))
      end
  end.

(* The state after a change, carried out or refused. *)
Definition after (s : state) (c : change) : state :=
  match attempt s c with Done s' => s' | Refused _ => s end.

(* The state after a history of changes, the first one first. *)
Definition run (s : state) (history : list change) : state := fold_left after history s.

(* What the ring answers. *)
Definition ask (s : state) (q : question) : outcome answer :=
  match s with
  | None => Refused no_tokens
  | Some (M, ts) =>
      match q with
      | Owner k =>
          if negb (in_range M k) then Refused position_out_of_range
          else match owner_of M k ts with
               | Some n => Done (ANode n)
               | None => Refused no_tokens
               end
      | Replicas k r =>
          if negb (in_range M k) then Refused position_out_of_range
          else match replicas_of M k r ts with
               | Some ns => Done (ANodes ns)
               | None => Refused too_few_nodes
               end
      end
  end.
