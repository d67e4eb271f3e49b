#!/usr/bin/env bash
# The fuzz engine of the gate, on rings that do not come back: fuzz/engine_test.sh BUILD
#
# A ring that crashes is exit code 3, one that hangs is 4, and either way the case is kept, named and
# replays to the same end; one that answers wrongly is 1. A right one passes, within its seconds.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
clockwise=$(cd "$1" && pwd)/clockwise
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
  cat said >&2
  echo "engine_test.sh: $*" >&2
  exit 1
}
expect() { # EXIT-CODE COMMAND…
  local wanted=$1 code=0
  shift
  "$@" >said 2>&1 || code=$?
  ((code == wanted)) || fail "exit code $code in place of $wanted: $*"
}

for failure in CRASHES HANGS LIES; do
  clang-19 -shared -fPIC -O1 -I "$root" -I "$root/gate/plugin" -D"$failure" -o "$failure.so" \
    "$root/fuzz/tests/failing_ring.c"
done
clang-19 -shared -fPIC -O1 -I "$root/gate/plugin" -o right.so \
  "$root/gate/adapters/examples/plugin_ring.c"

check=("$clockwise" check --engine fuzz --timeout 1 --corpus "$root/corpus")
while read -r failure code stem word; do
  expect "$code" "${check[@]}" --plugin "./$failure.so" --save "$failure"
  grep -q "$word" said || fail "$failure: the report does not say \"$word\""
  cases=("$failure/$stem"*.json)
  [[ -s ${cases[0]} ]] || fail "$failure: the case is not saved as $stem….json"
  grep -q '"leave"' "${cases[0]}" || fail "$failure: nobody leaves in the case that is saved"
  grep -q "clockwise replay .*$failure.so" said || fail "$failure: no command that replays it"
  expect "$code" "$clockwise" replay "${cases[0]}" --plugin "./$failure.so" --timeout 1
  grep -q failing_ring.c said || fail "$failure: the replay does not name the ring"
done <<'END'
CRASHES 3 crash CRASHED.*the fuzz engine
HANGS 4 hang HUNG.*the fuzz engine
LIES 1 refused-by-kind VIOLATED refused-by-kind.*the fuzz engine
END

# How many cases a second has is the machine's affair: every property is asked of a number of them.
expect 0 "${check[@]}" --plugin ./right.so --budget 12000
begun=$(date +%s)
expect 0 "${check[@]}" --plugin ./right.so --property successor --budget 5s
took=$(($(date +%s) - begun))
((took >= 5)) || fail "a budget of 5 seconds took $took"
echo "the fuzz engine: a crash, a hang and a lie are told apart, kept and replayed"
