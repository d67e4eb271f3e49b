#!/usr/bin/env bash
# How much of reference/ and optimized/ the seeds alone cover: fuzz/coverage.sh BUILD
#
# Prints the lines that they do not. Exit code 1 where they cover 95 % of the lines of either, or less.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$(cd "$1" && pwd)
rm -f "$build"/*.profraw
objects=()
for target in agree properties history case_json adapter_reply; do
  LLVM_PROFILE_FILE=$build/$target.profraw "$build/replay_$target" "$root/corpus/seeds/$target"
  objects+=(-object "$build/replay_$target")
done
llvm-profdata-19 merge -sparse "$build"/*.profraw -o "$build/seeds.profdata"
code=0
for room in reference optimized; do
  about=("${objects[@]:1}" -instr-profile="$build/seeds.profdata" "$root/$room")
  read -r percent covered count < <(llvm-cov-19 export "${about[@]}" -summary-only |
    python3 -c 'import json, sys
lines = json.load(sys.stdin)["data"][0]["totals"]["lines"]
print("%.2f %d %d" % (lines["percent"], lines["covered"], lines["count"]))')
  echo "$room: $percent % of lines ($covered of $count)"
  awk -v percent="$percent" 'BEGIN { exit !(percent > 95) }' || code=1
  llvm-cov-19 show "${about[@]}" |
    awk '/^\/.*:$/ { file = $0 } /^ *[0-9]+\| +0\|/ { print "  not covered: " file $0 }'
done
exit $code
