#!/usr/bin/env bash
# Fuzzes, and sums up: fuzz/run.sh [TARGET…] [SECONDS]. All targets, 60 seconds each, by default.
#
# Each target starts from corpus/seeds/TARGET and keeps what it learns under the build folder.
# CLOCKWISE_SUBJECT selects the ring, CLOCKWISE_FINDINGS the folder that findings go to,
# CLOCKWISE_FUZZ_VARIANT=asan the sanitizers. Exit code 1 on a finding, 2 where nothing ran.
seconds=60
targets=()
for argument; do
  if [[ $argument =~ ^[1-9][0-9]*$ ]]; then seconds=$argument; else targets+=("$argument"); fi
done
source "$(dirname "${BASH_SOURCE[0]}")/build.sh" "${CLOCKWISE_FUZZ_VARIANT:-plain}"
((${#targets[@]})) || targets=(agree properties history case_json adapter_reply)
for target in "${targets[@]}"; do
  [[ -x $build/fuzz_$target ]] ||
    { echo "fuzz/run.sh: expected a target or seconds, found \"$target\"" >&2; exit 2; }
done
export CLOCKWISE_FINDINGS=${CLOCKWISE_FINDINGS:-$build/findings}

count() { find "$@" -type f 2>/dev/null | wc -l; }
stat() { sed -n "s/^stat::$1: *//p" "$log"; }

code=0
table=$(printf '%-14s %12s %10s %8s %8s %9s' target executions 'a second' edges growth findings)
for target in "${targets[@]}"; do
  corpus=$build/corpus/$target
  artifacts=$build/artifacts/$target/
  log=$build/$target.log
  mkdir -p "$corpus" "$artifacts" "$CLOCKWISE_FINDINGS"
  inputs=("$corpus")
  [[ -d $root/corpus/seeds/$target ]] && inputs+=("$root/corpus/seeds/$target")
  before=$(count "$corpus")
  known=$(count "$CLOCKWISE_FINDINGS" "$artifacts")
  options=(-max_total_time="$seconds" -timeout=60 -print_final_stats=1 -artifact_prefix="$artifacts")
  while IFS=' =' read -r name value; do
    case $name in
      dict) options+=("-dict=$root/fuzz/$value") ;;
      \[*|'') ;;
      *) options+=("-$name=$value") ;;
    esac
  done <"$root/fuzz/$target.options"
  echo "$target: $seconds s" >&2
  status=0
  "$build/fuzz_$target" "${options[@]}" "${inputs[@]}" >"$log" 2>&1 || status=$?
  executions=$(stat number_of_executed_units)
  edges=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -1)
  findings=$(($(count "$CLOCKWISE_FINDINGS" "$artifacts") - known))
  table+=$(printf '\n%-14s %12s %10s %8s %+8d %9d' "$target" "${executions:-0}" \
    "$(stat average_exec_per_sec)" "${edges:-0}" $(($(count "$corpus") - before)) "$findings")
  if ((status != 0)); then
    code=1
    if grep -q '^FINDING' "$log"; then sed -n '/^FINDING/,/^==/p' "$log" | sed '/^==/d'
    else tail -40 "$log"; fi
    # An input that ends the process says what it is in bytes only.
    case $target in agree|properties) limits=small ;; history) limits=large ;; *) limits= ;; esac
    for artifact in $(find "$artifacts" -type f -newer "$CLOCKWISE_FINDINGS" -name '[cto]*-*'); do
      echo "  artifact  $artifact"
      [[ -z $limits ]] || echo "  as a case $("$build/fuzz_convert" decode $limits "$artifact")"
    done
  elif [[ -z $executions || $executions == 0 ]]; then
    code=2
  fi
done
printf '\n%s\n' "$table"
((code == 0)) || echo "findings: $CLOCKWISE_FINDINGS"
exit $code
