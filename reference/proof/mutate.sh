#!/usr/bin/env bash
# Sees that the proof can fail: changes one definition (or one statement) at a time and demands that
# the changed definition is still well formed and that a proof is rejected.
#
#   mutate.sh [NAME…]    all mutants, or the named ones
#   mutate.sh --some     a tenth of them: every tenth
#
# Prints one line a mutant. Exits 0 only if every one was rejected. Ten to twenty seconds each.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
some=no
if [[ ${1:-} == --some ]]; then some=yes; shift; fi
wanted=("$@")
met=0
tried=0
survivors=0

# The unchanged proof, compiled once; a mutant recompiles what depends on its file.
mkdir "$work/whole"
cp "$here"/*.v "$here/_CoqProject" "$work/whole/"
(cd "$work/whole" && coq_makefile -f _CoqProject -o Makefile && make -j"$(nproc)") >"$work/log" 2>&1 ||
  { cat "$work/log" >&2; echo "mutate.sh: the unchanged proof is rejected" >&2; exit 1; }

# mutant NAME FILE OLD NEW: OLD must occur exactly once in FILE.
mutant() {
  local name=$1 file=$2 old=$3 new=$4 content rest object
  if ((${#wanted[@]})) && [[ " ${wanted[*]} " != *" $name "* ]]; then return; fi
  met=$((met + 1))
  if [[ $some == yes ]] && ((met % 10 != 1)); then return; fi
  tried=$((tried + 1))
  rm -rf "$work/mutant"
  cp -rp "$work/whole" "$work/mutant"
  content=$(cat "$here/$file")
  rest=${content#*"$old"}
  if [[ $rest == "$content" || $rest == *"$old"* ]]; then
    echo "mutate.sh: $name: what it replaces is not there exactly once" >&2
    exit 1
  fi
  printf '%s\n' "${content%%"$old"*}$new$rest" >"$work/mutant/$file"
  object=${file}o
  # A definition that does not even compile would show nothing.
  if [[ $file != Rules.v ]] && ! (cd "$work/mutant" && make "$object") >"$work/log" 2>&1; then
    cat "$work/log" >&2
    echo "mutate.sh: $name is not well formed" >&2
    exit 1
  fi
  if (cd "$work/mutant" && make -j"$(nproc)") >"$work/log" 2>&1; then
    echo "$name · SURVIVES"
    survivors=$((survivors + 1))
  else
    # Where it is rejected: the first file and line that Coq names.
    echo "$name · rejected · $(grep -m1 -o 'File "./[A-Za-z]*.v", line [0-9]*' "$work/log" | tr -d '"' | sed 's,File ./,,')"
  fi
}

mutant distance-the-other-way Model.v \
  '(t - k) mod M' \
  '(k - t) mod M'
mutant distance-without-wrap Model.v \
  ':= (t - k) mod M.' \
  ':= t - k.'
mutant distance-absolute Model.v \
  ':= (t - k) mod M.' \
  ':= Z.abs (t - k).'
mutant distance-modulo-one-less Model.v \
  ':= (t - k) mod M.' \
  ':= (t - k) mod (M - 1).'
mutant keeps-the-farther Model.v \
  'if dist M k (pos t) <? dist M k (pos best)' \
  'if dist M k (pos best) <? dist M k (pos t)'
mutant keeps-the-last-of-several Model.v \
  'if dist M k (pos t) <? dist M k (pos best)' \
  'if dist M k (pos t) <=? dist M k (pos best)'
mutant first-token-owns-all Model.v \
  'Some (fold_left (nearer M k) rest t)' \
  'Some t'
mutant skips-the-first-token Model.v \
  'Some (fold_left (nearer M k) rest t)' \
  'Some (match rest with [] => t | u :: more => fold_left (nearer M k) more u end)'
mutant leaver-stays Model.v \
  'negb (Nat.eqb (node t) n)' \
  'Nat.eqb (node t) n'
mutant replicas-repeat Model.v \
  '(replicas_of M k r'\'' (without (node t) ts))' \
  '(replicas_of M k r'\'' ts)'
mutant replicas-cut-short Model.v \
  '| None => None
      | Some t => option_map' \
  '| None => Some []
      | Some t => option_map'
mutant range-includes-size Model.v \
  '(0 <=? p) && (p <? M)' \
  '(0 <=? p) && (p <=? M)'
mutant range-excludes-zero Model.v \
  '(0 <=? p) && (p <? M)' \
  '(0 <? p) && (p <? M)'
mutant range-unchecked Model.v \
  'negb (forallb (fun t => in_range M (pos t)) batch)' \
  'false'
mutant positions-checked-in-batch-only Model.v \
  'repeats Z.eqb (map pos (members ++ batch))' \
  'repeats Z.eqb (map pos batch)'
mutant ids-checked-in-batch-only Model.v \
  'repeats Nat.eqb (map id (members ++ batch))' \
  'repeats Nat.eqb (map id batch)'
mutant ids-unchecked Model.v \
  'repeats Nat.eqb (map id (members ++ batch))' \
  'false'
mutant repeats-neighbours-only Model.v \
  'existsb (eqb x) rest ||' \
  'match rest with [] => false | y :: _ => eqb x y end ||'
mutant empty-batch-accepted Model.v \
  '| [] => Some no_tokens' \
  '| [] => None'
mutant ring-of-one-position Model.v \
  'if M <? 2 then' \
  'if M <? 1 then'
mutant join-replaces Model.v \
  'Done (Some (M, members ++ batch))' \
  'Done (Some (M, batch))'
mutant last-node-leaves Model.v \
  'else if Nat.eqb (length rest) 0 then Refused last_node' \
  'else if false then Refused last_node'
mutant unknown-node-ignored Model.v \
  'if Nat.eqb (length rest) (length members) then Refused unknown_node' \
  'if false then Refused unknown_node'
mutant last-before-unknown Model.v \
  'then Refused unknown_node' \
  'then Refused last_node'
mutant refused-change-empties Model.v \
  'Refused _ => s end' \
  'Refused _ => None end'
mutant question-unchecked Model.v \
  '| Owner k =>
          if negb (in_range M k) then' \
  '| Owner k =>
          if false then'
mutant shortage-of-another-kind Model.v \
  '| None => Refused too_few_nodes' \
  '| None => Refused no_tokens'
mutant ring-with-shared-positions Model.v \
  'NoDup (map pos ts) /\' \
  'True /\'
mutant ring-with-shared-ids Model.v \
  'NoDup (map id ts).' \
  'True.'
mutant ring-may-be-empty Model.v \
  'ts <> [] /\' \
  'True /\'
mutant lower-bound-skips-equal Terms.v \
  'if nth mid ps 0 <? k then' \
  'if nth mid ps 0 <=? k then'
mutant lower-bound-keeps-middle Terms.v \
  'lower_bound fuel'\'' ps k (mid + 1) hi' \
  'lower_bound fuel'\'' ps k mid hi'
mutant look-up-without-wrap Terms.v \
  'if (i =? n)%nat then 0%nat else i' \
  'i'
mutant look-up-wraps-to-last Terms.v \
  'if (i =? n)%nat then 0%nat else i' \
  'if (i =? n)%nat then (n - 1)%nat else i'
mutant word-distance-one-short Terms.v \
  'word (word (last - word (k - t)) + 1)' \
  'word (last - word (k - t))'
mutant word-distance-strict Terms.v \
  'if k <=? t then word (t - k)' \
  'if k <? t then word (t - k)'
mutant word-of-32-bits Terms.v \
  'x mod 2 ^ 64' \
  'x mod 2 ^ 32'
mutant contract-distance-one-short Terms.v \
  'then t - k else t - k + last + 1' \
  'then t - k else t - k + last'
mutant contract-distance-other-way Terms.v \
  'if k <=? t then t - k else' \
  'if k <=? t then k - t else'
mutant forgets-without-a-build Terms.v \
  'Build M ts :: _ => ring M ts | _ => False' \
  'Build M ts :: _ => ring M ts | _ => True'
mutant gap-counts-the-end Terms.v \
  '(t - p - 1) mod M' \
  '(t - p) mod M'
mutant arc-open-at-the-end Terms.v \
  '(p <? k) && (k <=? t)' \
  '(p <? k) && (k <? t)'
mutant arc-closed-at-the-start Terms.v \
  '(p <? k) && (k <=? t)' \
  '(p <=? k) && (k <=? t)'
mutant arc-without-wrap Terms.v \
  'else (p <? k) || (k <=? t)' \
  'else (p <? k) && (k <=? t)'
mutant pred-is-the-farthest Terms.v \
  'if gap M p t <? gap M best t' \
  'if gap M best t <? gap M p t'
mutant arc-size-without-the-token Terms.v \
  'gap M p t + 1' \
  'gap M p t'
mutant scan-counter-clockwise Terms.v \
  'if dist M k (pos t) <=? dist M k (pos u)' \
  'if dist M k (pos u) <=? dist M k (pos t)'
mutant distinct-repeats Terms.v \
  'n :: filter (fun m => negb (Nat.eqb m n)) (distinct rest)' \
  'n :: distinct rest'
mutant circular-order-half Terms.v \
  '\/ (c < a <= b)' \
  ''
mutant plan-of-what-stays Terms.v \
  'if Nat.eqb a b then [] else [Move' \
  'if negb (Nat.eqb a b) then [] else [Move'
mutant plan-swaps-the-nodes Terms.v \
  '(pred M cuts t) t a b' \
  '(pred M cuts t) t b a'
mutant plan-cuts-at-old-only Terms.v \
  'nodup Z.eq_dec (map pos (old ++ new))' \
  'nodup Z.eq_dec (map pos old)'
mutant newcomer-everywhere Terms.v \
  'if pos t =? pos x then Token (id t) (pos t) n else t' \
  'Token (id t) (pos t) n'
mutant namings-incomplete Terms.v \
  '(n, rest) :: map (fun p => (fst p, n :: snd p)) (picks rest)' \
  '[(n, rest)]'
mutant faults-last-first Terms.v \
  '(rank r <= rank r'\'')%nat' \
  '(rank r'\'' <= rank r)%nat'
mutant small-scope-one-less Rules.v \
  $'comparison_only B -> kind_by_comparison kind ->\n  2 * Z.of_nat n + 1 <= Mo' \
  $'comparison_only B -> kind_by_comparison kind ->\n  2 * Z.of_nat n <= Mo'
mutant small-scope-in-one-case-one-less Rules.v \
  $'builds_anew B ->\n  kind_by_comparison kind ->\n  2 * Z.of_nat n + 1 <= Mo' \
  $'builds_anew B ->\n  kind_by_comparison kind ->\n  2 * Z.of_nat n <= Mo'
mutant stability-without-change Rules.v \
  '(missing l l'\'' <= 1)%nat /\ (missing l'\'' l <= 1)%nat.' \
  '(missing l l'\'' <= 0)%nat /\ (missing l'\'' l <= 1)%nat.'

((tried)) || { echo "mutate.sh: no such mutant" >&2; exit 1; }
echo "$tried mutants, $survivors survive"
exit $((survivors > 0))
