#!/usr/bin/env bash
# Builds as a farm would, and checks what is left for it: fuzz/farm_test.sh BUILD [libfuzzer|afl]…
#
# Both by default, under BUILD. libFuzzer is clang 19's. AFL++ is Debian's; its compilers take no
# C++23, or no g++ but the very build that they were made with, so its runtime is linked to what clang
# 19 instruments. Exit code 1 on what is missing.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
mkdir -p "$1"
build=$(cd "$1" && pwd)
shift
(($#)) || set -- libfuzzer afl
fail() { echo "farm: $engine: $*" >&2; exit 1; }
show() { tail -30 "$farm/log" >&2; fail "$@"; }

for engine; do
  farm=$build/$engine
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
      export CC=clang-19 CXX=clang++-19
      export LIB_FUZZING_ENGINE="/usr/lib/afl/libAFLDriver.a /usr/lib/afl/afl-compiler-rt.o"
      export CFLAGS="-O1 -fsanitize-coverage=trace-pc-guard"
      ;;
    *) echo "farm: expected libfuzzer or afl, found \"$engine\"" >&2; exit 2 ;;
  esac
  export CXXFLAGS=$CFLAGS
  bash "$root/.clusterfuzzlite/build.sh" >"$farm/log" 2>&1 || show "no build"

  for target in agree properties history case_json adapter_reply; do
    [[ -x $OUT/$target ]] || show "no program $target"
    grep -q '^\[libfuzzer\]$' "$OUT/$target.options" || fail "no $target.options"
    dict=$(sed -n 's/^dict = //p' "$OUT/$target.options")
    [[ -z $dict || -s $OUT/$dict ]] || fail "no $dict, which $target.options names"
    python3 -m zipfile -e "$OUT/${target}_seed_corpus.zip" "$farm/try/$target" ||
      fail "no seeds of $target"
    [[ -n $(ls "$farm/try/$target") ]] || fail "$target has no seeds"
    if [[ $engine == libfuzzer ]]; then
      "$OUT/$target" -runs=200 -seed=1 "$farm/try/$target" >"$farm/log" 2>&1 ||
        show "$target does not run"
    else
      # From one seed: what counts is that it runs.
      mkdir "$farm/try/$target-one"
      cp "$(find "$farm/try/$target" -type f | sort | head -1)" "$farm/try/$target-one"
      AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_AFFINITY=1 AFL_NO_UI=1 \
        afl-fuzz -V 5 -t 5000 -i "$farm/try/$target-one" -o "$farm/try/$target-afl" -- \
        "$OUT/$target" >"$farm/log" 2>&1 || show "$target does not run"
      executions=$(sed -n 's/^execs_done *: *//p' "$farm/try/$target-afl/default/fuzzer_stats")
      ((executions > 0)) || fail "$target ran nothing"
    fi
  done

  # A wrong ring is found by what was built.
  export CLOCKWISE_SUBJECT=fault:no-wrap CLOCKWISE_FINDINGS=$farm/found
  if [[ $engine == libfuzzer ]]; then
    "$OUT/agree" -runs=1000000 -artifact_prefix="$farm/try/" >"$farm/log" 2>&1 &&
      fail "a wrong ring is not found"
  else
    AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_AFFINITY=1 AFL_NO_UI=1 \
      AFL_BENCH_UNTIL_CRASH=1 AFL_SKIP_CRASHES=1 afl-fuzz -V 60 -t 5000 -i "$farm/try/agree-one" \
      -o "$farm/try/wrong" -- "$OUT/agree" >"$farm/log" 2>&1 || true
  fi
  [[ -n $(ls "$farm/found" 2>/dev/null) ]] || show "a finding is not written down"
  unset CLOCKWISE_SUBJECT CLOCKWISE_FINDINGS
  echo "$engine: five targets with seeds, options and dictionaries, that run and find"
done
