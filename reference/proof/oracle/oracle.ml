(* The proved model behind the adapter protocol, version 1: one JSON object a line on standard
   input, one a line on standard output, until end of input.

   All answers are Model.attempt's and Model.ask's; this file reads, numbers the names, and writes.
   It repairs nothing: what is not a case is answered with an error. *)

open Json

exception Not_a_case of string

let wrong path what = raise (Not_a_case (Printf.sprintf "at %s: expected %s" path what))

(* ---- Reading a case. -------------------------------------------------------------------------- *)

let members path allowed = function
  | Object ms ->
      List.iter (fun (name, _) -> if not (List.mem name allowed) then
                    wrong (path ^ "/" ^ name) "no such member") ms;
      ms
  | _ -> wrong path "an object"

let need path ms name =
  match List.assoc_opt name ms with Some v -> v | None -> wrong (path ^ "/" ^ name) "it to be there"

let list path = function Array vs -> vs | _ -> wrong path "an array"
let string path = function String s -> s | _ -> wrong path "a string"
let name path v =
  let s = string path v in
  if s = "" || String.length s > 255 then wrong path "a name of 1 to 255 bytes";
  s
let each path f v = List.mapi (fun i x -> f (Printf.sprintf "%s/%d" path i) x) (list path v)

(* 0|[1-9][0-9]*, at most [most]. *)
let decimal path most s =
  let l = String.length s in
  let digits = l > 0 && (let ok = ref true in
                         String.iter (fun c -> if c < '0' || c > '9' then ok := false) s; !ok) in
  if not digits || (l > 1 && s.[0] = '0') then wrong path "a number in decimal";
  let z = Z.of_string s in
  if Z.gt z most then wrong path ("at most " ^ Z.to_string most);
  z

let largest_size = Z.shift_left Z.one 64
let largest_position = Z.pred largest_size
let position path v = decimal path largest_position (string path v)
let size path v = decimal path largest_size (string path v)

(* A count of replicas. One that OCaml's int cannot hold is more than there can be nodes, and stays
   so when it becomes the largest int. *)
let count path = function
  | Number s ->
      let z = decimal path largest_position s in
      if Z.fits_int z then Z.to_int z else max_int
  | _ -> wrong path "a number"

(* Numbers for names, in the order in which they are met. *)
type names = { numbers : (string, int) Hashtbl.t; mutable known : string list; mutable next : int }

let no_names () = { numbers = Hashtbl.create 16; known = []; next = 0 }

let number names name =
  match Hashtbl.find_opt names.numbers name with
  | Some n -> n
  | None ->
      let n = names.next in
      Hashtbl.add names.numbers name n;
      names.known <- name :: names.known;
      names.next <- n + 1;
      n

let token nodes ids path v : Model.token =
  let ms = members path [ "id"; "node"; "at" ] v in
  let node = name (path ^ "/node") (need path ms "node") in
  let at = position (path ^ "/at") (need path ms "at") in
  let id =
    match List.assoc_opt "id" ms with
    | Some v -> name (path ^ "/id") v
    | None -> node ^ "@" ^ Z.to_string at
  in
  { Model.id = number ids id; pos = at; node = number nodes node }

let step nodes ids path v =
  match members path [ "build"; "join"; "leave" ] v with
  | [ ("build", b) ] ->
      let path = path ^ "/build" in
      let ms = members path [ "size"; "tokens" ] b in
      let m = size (path ^ "/size") (need path ms "size") in
      Model.Build (m, each (path ^ "/tokens") (token nodes ids) (need path ms "tokens"))
  | [ ("join", ts) ] -> Model.Join (each (path ^ "/join") (token nodes ids) ts)
  | [ ("leave", n) ] -> Model.Leave (number nodes (name (path ^ "/leave") n))
  | _ -> wrong path "one of build, join and leave"

(* ---- Running it. ------------------------------------------------------------------------------ *)

let slug = function
  | Model.Ring_too_small -> "ring-too-small"
  | Model.No_tokens -> "no-tokens"
  | Model.Position_out_of_range -> "position-out-of-range"
  | Model.Duplicate_position -> "duplicate-position"
  | Model.Duplicate_token -> "duplicate-token"
  | Model.Unknown_node -> "unknown-node"
  | Model.Last_node -> "last-node"
  | Model.Too_few_nodes -> "too-few-nodes"

let run v =
  let ms = members "" [ "name"; "size"; "tokens"; "steps"; "keys"; "replicas" ] v in
  let nodes = no_names () and ids = no_names () in
  let optional name f empty =
    match List.assoc_opt name ms with Some v -> f ("/" ^ name) v | None -> empty
  in
  ignore (optional "name" string "");
  let start =
    let m = size "/size" (need "" ms "size") in
    Model.Build (m, each "/tokens" (token nodes ids) (need "" ms "tokens"))
  in
  let steps = optional "steps" (fun p -> each p (step nodes ids)) [] in
  let keys = optional "keys" (fun p -> each p position) [] in
  let replicas = optional "replicas" (fun p v -> Some (count p v)) None in
  let known = Array.of_list (List.rev nodes.known) in
  let answer state question =
    match Model.ask state question with
    | Model.Done (Model.ANode n) -> String known.(n)
    | Model.Done (Model.ANodes ns) -> Array (List.map (fun n -> String known.(n)) ns)
    | Model.Refused r -> Object [ ("refused", String (slug r)) ]
  in
  let state = ref None in
  let one change =
    let refused =
      match Model.attempt !state change with
      | Model.Done s -> state := s; []
      | Model.Refused r -> [ ("refused", String (slug r)) ]
    in
    let owners = List.map (fun k -> answer !state (Model.Owner k)) keys in
    let lists =
      match replicas with
      | None -> []
      | Some r ->
          [ ("replicas", Array (List.map (fun k -> answer !state (Model.Replicas (k, r))) keys)) ]
    in
    Object (refused @ (("owners", Array owners) :: lists))
  in
  Object [ ("states", Array (List.map one (start :: steps))) ]

(* ---- The protocol. ---------------------------------------------------------------------------- *)

let hello =
  Object
    [ ( "hello",
        Object
          [ ("protocol", Number "1");
            ("name", String "proved");
            ("version", String "1");
            ("level", String "ring");
            ("supports", Array [ String "join"; String "leave"; String "replicas" ]);
            ("conventions", Object []) ] ) ]

let reply line =
  match parse line with
  | exception Malformed what -> Object [ ("error", String ("not JSON: " ^ what)) ]
  | Object ms when List.mem_assoc "hello" ms -> hello
  | Object ms -> (
      let id = match List.assoc_opt "id" ms with Some v -> v | None -> Null in
      match List.assoc_opt "case" ms with
      | None -> Object [ ("id", id); ("error", String "expected hello or a case") ]
      | Some (Object c) when List.mem_assoc "nodes" c ->
          Object [ ("id", id); ("unsupported", String "a placement case: this ring has positions") ]
      | Some c -> (
          match run c with
          | trace -> Object [ ("id", id); ("trace", trace) ]
          | exception Not_a_case what -> Object [ ("id", id); ("error", String what) ]))
  | _ -> Object [ ("error", String "expected an object") ]

let () =
  try
    while true do
      let line = input_line stdin in
      print_string (to_string (reply line));
      print_char '\n';
      flush stdout
    done
  with End_of_file -> ()
