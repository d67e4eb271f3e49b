#!/usr/bin/env bash
# Makes corpus/seeds/ anew from corpus/vectors and corpus/regressions: fuzz/seeds.sh BUILD
#
# Each target's seeds are the smallest set of inputs that covers what all of them cover. Fails where
# they come to 2 MiB or more.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$1
seeds=$root/corpus/seeds
all=$(mktemp -d)
trap 'rm -rf "$all"' EXIT
mapfile -t cases < <(find "$root/corpus/vectors" "$root/corpus/regressions" -name '*.json' \
  -not -path '*/malformed/*' | sort)
((${#cases[@]})) || { echo "seeds: expected cases in corpus/, found none" >&2; exit 2; }

mkdir "$all"/{agree,properties,history,case_json,adapter_reply}
"$build/fuzz_convert" encode small "$all/agree" "${cases[@]}"
cp "$all"/agree/* "$all/properties"
"$build/fuzz_convert" encode large "$all/history" "${cases[@]}"
# The reader of cases also takes vectors, and what it must refuse.
cp "${cases[@]}" "$root"/corpus/vectors/malformed/*.json "$all/case_json"
"$build/fuzz_convert" replies "$all/adapter_reply" "${cases[@]}"

for target in agree properties history case_json adapter_reply; do
  rm -rf "${seeds:?}/$target"
  mkdir -p "$seeds/$target"
  "$build/fuzz_$target" -merge=1 -max_len=65536 "$seeds/$target" "$all/$target" >"$all/log" 2>&1 ||
    { tail -20 "$all/log" >&2; exit 1; }
  printf '%-14s %4d of %4d inputs kept\n' "$target" "$(ls "$seeds/$target" | wc -l)" \
    "$(ls "$all/$target" | wc -l)"
done
"$build/fuzz_convert" version >"$seeds/VERSION"
bytes=$(find "$seeds" -type f -printf '%s\n' | awk '{ sum += $1 } END { print sum }')
echo "$bytes bytes in all"
((bytes < 2 << 20)) || { echo "seeds: expected less than 2 MiB" >&2; exit 1; }
