#!/usr/bin/env bash
# Proves the kernels of both rings, the very headers that the rings are compiled from, against the
# contracts in them, with Frama-C/WP: the results, no read out of bounds, no overflow (of unsigned
# numbers neither), termination.
#
#   kernels.sh [ROOT]             the kernels of the checkout ROOT, by default this one
#   kernels.sh --mutants [NAME…]  sees that it can fail: each changed kernel, or each of the named
#                                 ones, must be rejected
#   kernels.sh --list             rule, header and function of each kernel; proves nothing
#
# Prints one line a goal. Exits 0 only if every goal is proved: frama-c itself exits 0 with goals
# left over, so its count is what is read.
#
# Needs frama-c 25, why3, z3, cvc4: apt-get install --no-install-recommends frama-c-base why3 z3 cvc4
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
kernels=(reference/nearest_kernel.h optimized/search_kernel.h optimized/remove_kernel.h
  optimized/walk_kernel.h)

# Seconds that a prover may take for one goal, and those that it may take before the margin is gone:
# the slowest goal is to stay below a fifth of the limit.
limit=60
margin=12

fail() {
  echo "kernels.sh: $*" >&2
  exit 1
}

root=$(cd "$here/../.." && pwd)
verb=prove
wanted=()
case "${1:-}" in
  --list) verb=list ;;
  --mutants) verb=mutants; wanted=("${@:2}") ;;
  -*) fail "unknown option $1" ;;
  ?*) root=$(cd "$1" && pwd) ;;
esac

# rule<TAB>header<TAB>function, from the line "rule: SLUG, SLUG" in the comment above a function:
# the rules that its contract states.
list_kernels() {
  local kernel
  for kernel in "${kernels[@]}"; do
    [[ -f $root/$kernel ]] || fail "$kernel is not there"
    awk -v kernel="$kernel" '
      match($0, /rule: [a-z, -]+/) { rules = substr($0, RSTART + 6, RLENGTH - 6) }
      match($0, /^static inline [a-z0-9_]+ [a-z0-9_]+\(/) {
        name = substr($0, RSTART, RLENGTH - 1)
        sub(/.* /, "", name)
        if (rules == "") { print kernel ": " name " is of no rule" > "/dev/stderr"; exit 1 }
        n = split(rules, each, /[, ]+/)
        for (i = 1; i <= n; ++i) if (each[i] != "") print each[i] "\t" kernel "\t" name
        rules = ""
      }' "$root/$kernel"
  done
}

if [[ $verb == list ]]; then
  list_kernels
  exit 0
fi

for tool in frama-c why3 z3 cvc4; do
  command -v "$tool" >/dev/null ||
    fail "$tool is missing: apt-get install --no-install-recommends frama-c-base why3 z3 cvc4"
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export WHY3CONFIG=$work/why3.conf
why3 config detect >"$work/detect" 2>&1 || { cat "$work/detect" >&2; fail "why3 finds no prover"; }

# prove HEADER TIMEOUT: the log is in $work/log; 0 if all of at least one goal are proved.
prove() {
  local proved
  printf '#include "%s"\n' "$1" >"$work/kernel.c"
  frama-c -no-unicode -cpp-extra-args="-I$root" -warn-unsigned-overflow \
    -warn-unsigned-downcast -wp -wp-rte -wp-prover z3,cvc4 -wp-timeout "$2" -wp-cache none \
    -wp-par "$(nproc)" "$work/kernel.c" >"$work/log" 2>&1 || return 1
  proved=$(sed -nE 's,^\[wp\] Proved goals: +([0-9]+) / ([0-9]+)$,\1 \2,p' "$work/log")
  [[ $proved =~ ^([0-9]+)\ ([0-9]+)$ ]] || return 1
  ((BASH_REMATCH[1] == BASH_REMATCH[2] && BASH_REMATCH[2] > 0))
}

# What would make a proof say less than it seems to: something taken for granted, a loop that need
# not end, a kernel without a contract, code that only one of the two languages sees.
look_through() {
  local kernel=$root/$1 loops variants functions contracts
  if grep -nE '\b(axiom|axiomatic|admit|assume|lemma|\\false|ghost)\b' "$kernel" >&2; then
    fail "$1 takes something for granted"
  fi
  loops=$(grep -cE '^ *(for|while|do)\b' "$kernel" || true)
  variants=$(grep -c 'loop variant' "$kernel" || true)
  ((loops == variants)) || fail "$1 has $loops loops and $variants loop variants"
  functions=$(grep -cE '^static inline' "$kernel")
  contracts=$(grep -cE '^ *(/\*@ )?assigns' "$kernel")
  ((functions == contracts)) || fail "$1 has $functions functions and $contracts contracts"
  awk '/^#if/ { inside = 1; next } /^#endif/ { inside = 0; next }
    inside && !/^(namespace clockwise \{|\} \/\* namespace clockwise \*\/)$/ { print; bad = 1 }
    END { exit bad }' "$kernel" >&2 || fail "$1 has code that is compiled and not proved, or the reverse"
}

if [[ $verb == prove ]]; then
  list_kernels >"$work/rules"
  total=0
  for kernel in "${kernels[@]}"; do
    look_through "$kernel"
    prove "$root/$kernel" "$limit" || { cat "$work/log" >&2; fail "$kernel: a goal is not proved"; }
    # A goal is of the rule that its clause is named after, else of the first of its function.
    awk -F'\t' -v margin="$margin" -v kernel="$kernel" -v slowest="$work/slowest" '
      function rule_of(goal, f, best, clause) {
        best = ""
        for (f in first) if (index(goal, f "_") == 1 && length(f) > length(best)) best = f
        if (best == "") return ""
        clause = goal
        sub(/.*_ensures_/, "", clause)
        return (best, clause) in states ? clause : first[best]
      }
      FNR == NR {
        if ($2 == kernel) {
          states[$3, $1] = 1
          if (!($3 in first)) first[$3] = $1
        }
        next
      }
      match($0, /Goal typed_[a-z_0-9]+ : Valid/) {
        goal = substr($0, RSTART + 11, RLENGTH - 19)
        prover = $0
        sub(/^\[wp\] \[/, "", prover)
        sub(/\].*/, "", prover)
        time = 0
        if (match($0, /\) \([0-9.]+(ms|s)\)/)) {
          time = substr($0, RSTART + 3, RLENGTH - 4)
          time = (time ~ /ms$/) ? substr(time, 1, length(time) - 2) / 1000 : substr(time, 1, length(time) - 1) + 0
        }
        if (time > margin) { print kernel ": " goal " took " time " s: the margin is gone" > "/dev/stderr"; bad = 1 }
        print time >> slowest
        r = rule_of(goal)
        if (r == "") { print kernel ": " goal " is of no rule" > "/dev/stderr"; bad = 1 }
        print r " · " kernel " " goal " · proved · " prover
      }
      END { exit bad }' "$work/rules" "$work/log" >"$work/goals" || fail "$kernel: see above"
    (($(wc -l <"$work/goals") == BASH_REMATCH[2])) || fail "$kernel: goals and their count differ"
    cat "$work/goals"
    total=$((total + $(wc -l <"$work/goals")))
  done
  echo "Proved goals: $total / $total; the slowest took $(sort -g "$work/slowest" | tail -n 1) s of $limit s"
  exit 0
fi

survivors=0
tried=0

# mutant NAME KERNEL OLD NEW: OLD must occur exactly once, in the code and not in a contract.
mutant() {
  local name=$1 kernel=$2 old=$3 new=$4 content rest
  if ((${#wanted[@]})) && [[ " ${wanted[*]} " != *" $name "* ]]; then return; fi
  tried=$((tried + 1))
  content=$(cat "$root/$kernel")
  rest=${content#*"$old"}
  if [[ $rest == "$content" || $rest == *"$old"* ]]; then
    fail "$name: what it replaces is not there exactly once"
  fi
  printf '%s\n' "${content%%"$old"*}$new$rest" >"$work/mutant.h"
  gcc -std=c11 -fsyntax-only -I"$root" -x c "$work/mutant.h" 2>"$work/log" ||
    { cat "$work/log" >&2; fail "$name is not well formed"; }
  if prove "$work/mutant.h" 6; then
    echo "$name · SURVIVES"
    survivors=$((survivors + 1))
  else
    grep -q "Proved goals" "$work/log" || { cat "$work/log" >&2; fail "$name was not judged"; }
    echo "$name · rejected ·$(sed -n 's/^\[wp\] Proved goals://p' "$work/log")"
  fi
}

r=reference/nearest_kernel.h
o=optimized/search_kernel.h
mutant distance-strict $r 'if (token >= key) return' 'if (token > key) return'
mutant distance-one-short $r 'last - (key - token) + 1;' 'last - (key - token);'
mutant distance-without-wrap $r 'return last - (key - token) + 1;' 'return token - key;'
mutant distance-the-other-way $r 'return token - key;' 'return key - token;'
mutant nearest-is-farthest $r \
  $'positions[i]) <\n        clockwise' $'positions[i]) >\n        clockwise'
mutant nearest-is-the-last-of-several $r \
  $'positions[i]) <\n        clockwise' $'positions[i]) <=\n        clockwise'
mutant nearest-stops-early $r 'i < count; ++i' 'i + 1 < count; ++i'
mutant nearest-reads-past-the-end $r 'i < count; ++i' 'i <= count; ++i'
mutant nearest-never-moves $r 'best = i;' 'best = 0;'
mutant lower-bound-starts-at-one $o 'size_t low = 0;' 'size_t low = 1;'
mutant lower-bound-skips-equal $o \
  'positions[low + half - 1] < key)' 'positions[low + half - 1] <= key)'
mutant lower-bound-goes-too-far $o '< key) ? half : 0' '< key) ? half + 1 : 0'
mutant lower-bound-drops-the-rest $o 'left -= half;' 'left = half;'
mutant lower-bound-passes-the-last-one $o 'left == 1 && positions[low] < key' 'left == 1'
mutant successor-without-wrap $o 'return at == count ? 0 : at;' 'return at;'
mutant successor-wraps-to-last $o 'at == count ? 0 : at' 'at == count ? count - 1 : at'
d=optimized/remove_kernel.h
mutant drop-keeps-the-leaver $d 'owner != node ? 1 : 0' 'owner == node ? 1 : 0'
mutant drop-keeps-all $d 'owner != node ? 1 : 0' '1'
mutant drop-stops-early $d 'i < count; ++i' 'i + 1 < count; ++i'
mutant drop-reads-past-the-end $d 'i < count; ++i' 'i <= count; ++i'
mutant drop-forgets-the-positions $d 'positions[kept] = positions[i];' ''
mutant drop-forgets-the-nodes $d 'nodes[kept] = owner;' ''
mutant drop-mixes-ids $d 'ids[kept] = ids[i];' 'ids[kept] = ids[kept];'
mutant drop-starts-at-one $d 'size_t kept = 0;' 'size_t kept = 1;'
w=optimized/walk_kernel.h
mutant walk-repeats-nodes $w 'if (k == next) {' 'if (k <= next) {'
mutant walk-takes-known-nodes $w 'if (k == next) {' 'if (k != next) {'
mutant walk-without-wrap $w 'at + 1 == count ? 0 : at + 1' 'at + 1'
mutant walk-wraps-to-one $w 'at + 1 == count ? 0 : at + 1' 'at + 1 == count ? 1 : at + 1'
mutant walk-backwards $w 'at + 1 == count ? 0 : at + 1' 'at == 0 ? count - 1 : at - 1'
mutant walk-ends-early $w 'step < steps && next' 'step + 1 < steps && next'
mutant walk-overfills $w 'next < room; ++step' 'next <= room; ++step'
mutant walk-compares-with-the-first-only $w 'while (k < next && met' 'while (k < 1 && met'
mutant walk-forgets-what-was-met $w 'size_t k = 0;' 'size_t k = found;'
mutant walk-starts-at-zero $w 'size_t at = start;' 'size_t at = 0;'
mutant walk-writes-over $w 'met[next] = nodes[at];' 'met[found] = nodes[at];'
((tried)) || fail "no such mutant"
echo "$tried mutants, $survivors survive"
exit $((survivors > 0))
