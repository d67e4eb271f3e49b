(* The oracle: the model as an OCaml program. Whole numbers become Zarith's, the numbers that stand
   for nodes, ids and counts become OCaml's int, lists, options and booleans its own. oracle.ml puts
   the adapter protocol around it. *)

From Coq Require Extraction ExtrOcamlBasic ExtrOcamlZBigInt ExtrOcamlNatInt.
From Clockwise Require Import Model.

Extraction "model.ml" attempt ask.
