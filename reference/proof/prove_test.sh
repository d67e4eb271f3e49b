#!/usr/bin/env bash
# Sees that a record of the proof counts for what it was made of and for nothing else.
#
#   prove_test.sh [DIR]   DIR holds a good record: prove.sh has just been there
#
# Each line is a change after which `prove.sh --recorded` must refuse. Proves nothing itself.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=$(cd "${1:-$root/build/proof}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A checkout of what the proof consists of, with the record beside it.
fresh() {
  rm -rf "${work:?}/tree"
  mkdir -p "$work/tree/reference" "$work/tree/optimized" "$work/tree/build"
  cp -r "$root/reference/proof" "$work/tree/reference/"
  cp "$root"/reference/*.h "$work/tree/reference/"
  cp "$root"/optimized/*.h "$work/tree/optimized/"
  mkdir "$work/tree/build/proof"
  cp "$build/record" "$build/oracle" "$work/tree/build/proof/"
}
accepted() { "$work/tree/reference/proof/prove.sh" --recorded >"$work/log" 2>&1; }

fresh
accepted || { cat "$work/log" >&2; echo "prove_test.sh: a good record is refused" >&2; exit 1; }
echo "as it was made · accepted"

# refused WHAT FILE SED-SCRIPT
refused() {
  fresh
  sed -i "$3" "$work/tree/$2"
  if accepted; then
    echo "prove_test.sh: $1 · ACCEPTED" >&2
    exit 1
  fi
  echo "$1 · refused ·$(sed -n 's/^prove.sh://p' "$work/log" | sed "s,$work/tree/,,")"
}
refused "another model" reference/proof/Model.v '0,/<?/s//<=?/'
refused "another theorem" reference/proof/Rules.v '$a (* *)'
refused "another kernel" reference/nearest_kernel.h 's/token >= key) return/token > key) return/'
refused "another kernel of the sorted ring" optimized/walk_kernel.h 's/k == next/k <= next/'
refused "another type of ids" reference/token.h 's/uint32_t NodeId/uint64_t NodeId/'
refused "a laxer check" reference/proof/kernels.sh 's/^limit=60/limit=600/'
refused "a line taken out of the record" build/proof/record '3d'
refused "a key put into the record" build/proof/record '1s/.*/key 0/'
refused "another oracle" build/proof/oracle '$s/$/x/'
fresh
rm "$work/tree/build/proof/record"
if accepted; then exit 1; fi
echo "no record · refused"
