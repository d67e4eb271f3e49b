#!/usr/bin/env bash
# Executions of the target agree for each second of processor time, on cases of up to 16 tokens:
# fuzz/bench.sh PLAIN ASAN [SECONDS], the two folders with the programs.
#
# Exit code 1 under 150,000 plain or 60,000 with ASan and UBSan: the best of three runs counts. They
# start from the seeds, and write nothing: to make files is the disk's speed.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
seconds=${3:-10}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
find "$root/corpus/seeds/agree" -type f | paste -sd, >"$scratch/seeds"
TIMEFORMAT='%U %S'

# Executions a second of this program.
rate_of() {
  local spent
  spent=$({ time CLOCKWISE_TOKENS=16 "$1" -seed="$2" -max_total_time="$seconds" -max_len=64 \
    -use_counters=0 -print_final_stats=1 -seed_inputs="@$scratch/seeds" -artifact_prefix="$scratch/" \
    >"$scratch/log" 2>&1; } 2>&1)
  awk -v spent="$spent" '/^stat::number_of_executed_units/ { n = $2 }
    END { split(spent, s); printf "%d\n", n / (s[1] + s[2]) }' "$scratch/log"
}

code=0
while read -r build kind need; do
  mapfile -t rates < <(for seed in 1 2 3; do rate_of "$build/fuzz_agree" "$seed"; done | sort -n)
  best=${rates[-1]}
  echo "agree, $kind: $best executions a second of processor time (at least $need; three runs:" \
    "${rates[*]})"
  ((best >= need)) || code=1
done <<END
$1 plain 150000
$2 sanitized 60000
END
exit $code
