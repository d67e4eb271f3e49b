#!/usr/bin/env bash
# Executions of the target agree for each second of processor time, on cases of up to 16 tokens:
# fuzz/bench.sh [SECONDS], plain and under ASan and UBSan.
#
# Exit code 1 under 150,000 plain or 60,000 with the sanitizers.
seconds=${1:-20}
code=0
TIMEFORMAT='%U %S'
for variant in plain asan; do
  source "$(dirname "${BASH_SOURCE[0]}")/build.sh" "$variant"
  rate=0
  for seed in 1 2 3; do
    corpus=$(mktemp -d)
    cp "$root"/corpus/seeds/agree/* "$corpus" 2>/dev/null || true
    spent=$({ time CLOCKWISE_TOKENS=16 "$build/fuzz_agree" -seed=$seed -max_total_time="$seconds" \
      -max_len=64 -use_counters=0 -print_final_stats=1 "$corpus" >"$build.bench" 2>&1; } 2>&1)
    now=$(sed -n 's/^stat::number_of_executed_units: *//p' "$build.bench" |
      awk -v spent="$spent" '{ split(spent, s); printf "%d", $1 / (s[1] + s[2]) }')
    rm -rf "$corpus"
    ((now > rate)) && rate=$now
  done
  need=150000
  [[ $variant == plain ]] || need=60000
  echo "agree, $variant: $rate executions a second of processor time (at least $need), the best of 3 runs"
  ((rate >= need)) || code=1
done
exit $code
