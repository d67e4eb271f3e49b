#!/usr/bin/env bash
# Builds the targets for libFuzzer with clang 19, or says that they are built. For the other scripts:
#
#   source fuzz/build.sh [VARIANT]
#
# leaves $root and $build, the folder with the programs: $CLOCKWISE_FUZZ_BUILD/VARIANT, build/fuzz
# by default. The variants: plain, asan (with UBSan), coverage.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
variant=${1:-plain}
build=${CLOCKWISE_FUZZ_BUILD:-$root/build/fuzz}/$variant
case $variant in
  plain) options=(-DCLOCKWISE_FUZZ=ON) ;;
  asan) options=(-DCLOCKWISE_FUZZ=ON -DCLOCKWISE_SANITIZE=ON) ;;
  coverage) options=(-DCMAKE_CXX_FLAGS="-fprofile-instr-generate -fcoverage-mapping") ;;
  *) echo "fuzz/build.sh: expected plain, asan or coverage, found \"$variant\"" >&2; exit 2 ;;
esac
command -v clang++-19 >/dev/null || { echo "fuzz/build.sh: expected clang++-19, found none" >&2; exit 2; }
mkdir -p "$(dirname "$build")"
[[ -f $build/build.ninja ]] ||
  cmake -S "$root" -B "$build" -G Ninja -DCMAKE_CXX_COMPILER=clang++-19 -DCMAKE_BUILD_TYPE=Release \
    -DCLOCKWISE_TESTS=OFF "${options[@]}" >"$build.log" 2>&1 || { cat "$build.log" >&2; exit 2; }
cmake --build "$build" --target fuzz >"$build.log" 2>&1 || { tail -40 "$build.log" >&2; exit 2; }
