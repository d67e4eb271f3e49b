#!/usr/bin/env bash
# Builds as a farm would, and checks what is left for it: fuzz/farm_test.sh [libfuzzer|afl]…
#
# Both by default. libFuzzer is clang 19's, AFL++ is Debian's, whose compiler for C++23 is g++.
# CLOCKWISE_FUZZ_BUILD is where to build, build/fuzz by default. Exit code 1 on what is missing.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
(($#)) || set -- libfuzzer afl
fail() { echo "fuzz/farm_test.sh: $engine: $*" >&2; exit 1; }

for engine; do
  farm=${CLOCKWISE_FUZZ_BUILD:-$root/build/fuzz}/farm-$engine
  rm -rf "$farm"
  mkdir -p "$farm"/{src,out,work,try}
  ln -s "$root" "$farm/src/clockwise"
  export SRC=$farm/src OUT=$farm/out WORK=$farm/work
  case $engine in
    libfuzzer)
      export CC=clang-19 CXX=clang++-19 LIB_FUZZING_ENGINE=-fsanitize=fuzzer
      export CFLAGS="-O1 -fno-omit-frame-pointer -fsanitize=address -fsanitize=fuzzer-no-link"
      ;;
    afl)
      export CC=afl-gcc-fast CXX=afl-g++-fast LIB_FUZZING_ENGINE=/usr/lib/afl/libAFLDriver.a
      export CFLAGS=-O1 AFL_QUIET=1
      ;;
    *) echo "fuzz/farm_test.sh: expected libfuzzer or afl, found \"$engine\"" >&2; exit 2 ;;
  esac
  export CXXFLAGS=$CFLAGS
  bash "$root/.clusterfuzzlite/build.sh" >"$farm/log" 2>&1 || { tail -30 "$farm/log"; fail "no build"; }

  for target in agree properties history case_json adapter_reply; do
    [[ -x $OUT/$target ]] || fail "no program $target"
    grep -q '^\[libfuzzer\]$' "$OUT/$target.options" || fail "no $target.options"
    dict=$(sed -n 's/^dict = //p' "$OUT/$target.options")
    [[ -z $dict || -s $OUT/$dict ]] || fail "no $dict, which $target.options names"
    python3 -m zipfile -e "$OUT/${target}_seed_corpus.zip" "$farm/try/$target" ||
      fail "no seeds of $target"
    [[ -n $(ls "$farm/try/$target") ]] || fail "$target has no seeds"
    if [[ $engine == libfuzzer ]]; then
      "$OUT/$target" -runs=200 -seed=1 "$farm/try/$target" >"$farm/log" 2>&1 ||
        { tail -20 "$farm/log"; fail "$target does not run"; }
    else
      mkdir "$farm/try/$target-one"
      first=$(ls "$farm/try/$target" | head -1)
      cp "$farm/try/$target/$first" "$farm/try/$target-one"
      AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_AFFINITY=1 AFL_NO_UI=1 \
        afl-fuzz -V 10 -t 5000 -i "$farm/try/$target-one" -o "$farm/try/$target-afl" -- \
        "$OUT/$target" >"$farm/log" 2>&1 || { tail -20 "$farm/log"; fail "$target does not run"; }
      executions=$(sed -n 's/^execs_done *: *//p' "$farm/try/$target-afl/default/fuzzer_stats")
      ((executions > 0)) || fail "$target ran nothing"
    fi
  done
  # A wrong ring is found by what was built.
  rm -rf "$farm/found"
  if [[ $engine == libfuzzer ]]; then
    ! CLOCKWISE_SUBJECT=fault:no-wrap CLOCKWISE_FINDINGS=$farm/found "$OUT/agree" -runs=1000000 \
      -artifact_prefix="$farm/try/" >"$farm/log" 2>&1 || fail "a wrong ring is not found"
    [[ -n $(ls "$farm/found") ]] || fail "a finding is not written down"
  fi
  echo "$engine: five targets with seeds, options and dictionaries"
done
