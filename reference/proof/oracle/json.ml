(* JSON, as much of it as the protocol needs: one value from one line, and back. Objects keep their
   members in order. Numbers are kept as they are written. *)

type t =
  | Null
  | Bool of bool
  | Number of string
  | String of string
  | Array of t list
  | Object of (string * t) list

exception Malformed of string

let fail at what = raise (Malformed (Printf.sprintf "byte %d: %s" at what))

(* Appends a code point as UTF-8. *)
let add_code_point buffer c = Buffer.add_utf_8_uchar buffer (Uchar.of_int c)

(* Whether a text is UTF-8: no stray, missing or surplus byte, no surrogate, nothing past U+10FFFF. *)
let is_utf_8 s =
  let n = String.length s in
  let byte i = if i < n then Char.code s.[i] else 0 in
  let between low high i = byte i >= low && byte i <= high in
  let tail = between 0x80 0xBF in
  let rec go i =
    if i >= n then true
    else
      match byte i with
      | b when b < 0x80 -> go (i + 1)
      | b when b >= 0xC2 && b <= 0xDF -> tail (i + 1) && go (i + 2)
      | b when b >= 0xE0 && b <= 0xEF ->
          let low = if b = 0xE0 then 0xA0 else 0x80 and high = if b = 0xED then 0x9F else 0xBF in
          between low high (i + 1) && tail (i + 2) && go (i + 3)
      | b when b >= 0xF0 && b <= 0xF4 ->
          let low = if b = 0xF0 then 0x90 else 0x80 and high = if b = 0xF4 then 0x8F else 0xBF in
          between low high (i + 1) && tail (i + 2) && tail (i + 3) && go (i + 4)
      | _ -> false
  in
  go 0

let parse text =
  if not (is_utf_8 text) then fail 0 "the line is not UTF-8";
  let n = String.length text in
  let at = ref 0 in
  let peek () = if !at < n then text.[!at] else '\000' in
  let rec space () =
    match peek () with
    | (' ' | '\t' | '\n' | '\r') when !at < n -> incr at; space ()
    | _ -> ()
  in
  let expect c =
    if !at < n && text.[!at] = c then incr at else fail !at (Printf.sprintf "expected %C" c)
  in
  let word w value =
    let l = String.length w in
    if !at + l <= n && String.sub text !at l = w then (at := !at + l; value)
    else fail !at ("expected " ^ w)
  in
  let hex4 () =
    if !at + 4 > n then fail !at "expected four hexadecimal digits";
    let digits = String.sub text !at 4 in
    String.iter
      (function '0' .. '9' | 'a' .. 'f' | 'A' .. 'F' -> ()
              | _ -> fail !at "expected four hexadecimal digits") digits;
    at := !at + 4;
    int_of_string ("0x" ^ digits)
  in
  let string () =
    expect '"';
    let buffer = Buffer.create 16 in
    let escape () =
      let c = peek () in
      incr at;
      match c with
      | '"' | '\\' | '/' -> Buffer.add_char buffer c
      | 'b' -> Buffer.add_char buffer '\b'
      | 'f' -> Buffer.add_char buffer '\012'
      | 'n' -> Buffer.add_char buffer '\n'
      | 'r' -> Buffer.add_char buffer '\r'
      | 't' -> Buffer.add_char buffer '\t'
      | 'u' ->
          let high = hex4 () in
          if high >= 0xD800 && high < 0xDC00 then begin
            expect '\\';
            expect 'u';
            let low = hex4 () in
            if low < 0xDC00 || low > 0xDFFF then fail !at "expected a low surrogate";
            add_code_point buffer (0x10000 + ((high - 0xD800) lsl 10) + (low - 0xDC00))
          end
          else if high >= 0xDC00 && high < 0xE000 then fail !at "a low surrogate by itself"
          else add_code_point buffer high
      | _ -> fail (!at - 1) "no such escape"
    in
    let rec go () =
      if !at >= n then fail !at "a string without an end";
      match text.[!at] with
      | '"' -> incr at
      | '\\' -> incr at; escape (); go ()
      | c when Char.code c < 0x20 -> fail !at "a control character in a string"
      | c -> Buffer.add_char buffer c; incr at; go ()
    in
    go ();
    Buffer.contents buffer
  in
  let number () =
    let start = !at in
    let rec go () =
      match peek () with
      | ('0' .. '9' | '-' | '+' | '.' | 'e' | 'E') when !at < n -> incr at; go ()
      | _ -> ()
    in
    go ();
    if !at = start then fail start "expected a value";
    Number (String.sub text start (!at - start))
  in
  let rec value () =
    space ();
    let v =
      match peek () with
      | '{' -> incr at; Object (members ())
      | '[' -> incr at; Array (elements ())
      | '"' -> String (string ())
      | 't' -> word "true" (Bool true)
      | 'f' -> word "false" (Bool false)
      | 'n' -> word "null" Null
      | _ -> number ()
    in
    space ();
    v
  and members () =
    space ();
    if peek () = '}' then (incr at; [])
    else
      let rec go found =
        space ();
        let name = string () in
        space ();
        expect ':';
        let v = value () in
        if List.mem_assoc name found then fail !at ("a second member " ^ name);
        let found = (name, v) :: found in
        if peek () = ',' then (incr at; go found) else (expect '}'; List.rev found)
      in
      go []
  and elements () =
    space ();
    if peek () = ']' then (incr at; [])
    else
      let rec go found =
        let found = value () :: found in
        if peek () = ',' then (incr at; go found) else (expect ']'; List.rev found)
      in
      go []
  in
  let v = value () in
  if !at < n then fail !at "something behind the value";
  v

let rec write buffer = function
  | Null -> Buffer.add_string buffer "null"
  | Bool b -> Buffer.add_string buffer (string_of_bool b)
  | Number s -> Buffer.add_string buffer s
  | String s -> write_string buffer s
  | Array vs ->
      Buffer.add_char buffer '[';
      List.iteri (fun i v -> if i > 0 then Buffer.add_char buffer ','; write buffer v) vs;
      Buffer.add_char buffer ']'
  | Object ms ->
      Buffer.add_char buffer '{';
      List.iteri
        (fun i (name, v) ->
          if i > 0 then Buffer.add_char buffer ',';
          write_string buffer name;
          Buffer.add_char buffer ':';
          write buffer v)
        ms;
      Buffer.add_char buffer '}'

and write_string buffer s =
  Buffer.add_char buffer '"';
  String.iter
    (function
      | '"' -> Buffer.add_string buffer "\\\""
      | '\\' -> Buffer.add_string buffer "\\\\"
      | c when Char.code c < 0x20 -> Buffer.add_string buffer (Printf.sprintf "\\u%04x" (Char.code c))
      | c -> Buffer.add_char buffer c)
    s;
  Buffer.add_char buffer '"'

let to_string v =
  let buffer = Buffer.create 256 in
  write buffer v;
  Buffer.contents buffer
