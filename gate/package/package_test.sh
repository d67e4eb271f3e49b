#!/usr/bin/env bash
# Installs the package of a build into a folder of its own, builds the example against it with clang,
# and sees that its gate passes the ring, that it and the fuzz target catch the same ring gone wrong,
# and that the headers which are installed suffice.  package_test.sh BUILD
set -euo pipefail
example=$(cd "$(dirname "$0")/example" && pwd)
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/prefix" >"$work/install.log"
expect() { # EXIT-CODE COMMAND…
  local wanted=$1 code=0
  shift
  (cd "$work" && "$@") >"$work/said" 2>&1 || code=$?
  ((code == wanted)) && return
  cat "$work/said" >&2
  echo "package_test.sh: exit $code in place of $wanted: $*" >&2
  exit 1
}
for ring in right wrong; do
  flags=
  [[ $ring == right ]] || flags=-DMY_RING_IS_WRONG
  expect 0 cmake -G Ninja -S "$example" -B "$ring" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_CXX_COMPILER=clang++-19 -DCMAKE_CXX_FLAGS="$flags" -DCMAKE_PREFIX_PATH="$work/prefix"
  expect 0 cmake --build "$ring"
done
corpus=$work/prefix/share/clockwise/corpus
expect 0 right/mine check --budget quick --corpus "$corpus"
grep -q 'mine conforms: ' "$work/said"
expect 0 right/fuzz_mine -runs=20000 -seed=1
expect 1 wrong/mine check --budget quick --engine corpus --corpus "$corpus"
grep -q 'VIOLATED boundary' "$work/said"
expect 77 wrong/fuzz_mine -runs=200000 -seed=1
echo "the package: a gate and a fuzz target of ten lines pass a right ring and catch a wrong one"
