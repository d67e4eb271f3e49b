#!/usr/bin/env bash
# Fuzzes, and sums up: fuzz/run.sh BUILD [--fresh] [TARGET…] [SECONDS]. All targets, 60 seconds each,
# by default; BUILD is the folder with the programs.
#
# Each target starts from corpus/seeds/TARGET, corpus/regressions and what it learnt before, which it
# keeps in BUILD/corpus. With --fresh it starts from the first two only, and always does the same.
# CLOCKWISE_SUBJECT selects the ring, CLOCKWISE_FINDINGS the folder that findings go to. Exit code 1
# on a finding, 2 where nothing ran: no such target, no such ring.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$(cd "$1" && pwd)
shift
seconds=60
targets=()
fresh=
for argument; do
  if [[ $argument =~ ^[1-9][0-9]*$ ]]; then seconds=$argument
  elif [[ $argument == --fresh ]]; then fresh=1
  else targets+=("$argument"); fi
done
((${#targets[@]})) || targets=(agree properties history case_json adapter_reply)
for target in "${targets[@]}"; do
  [[ -x $build/fuzz_$target ]] || {
    echo "fuzz: expected a target (agree, properties, history, case_json, adapter_reply) or" \
      "seconds, found \"$target\"" >&2
    exit 2
  }
done
export CLOCKWISE_FINDINGS=${CLOCKWISE_FINDINGS:-$build/findings}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

count() { find "$@" -type f 2>/dev/null | wc -l; }
stat() { sed -n "s/^stat::$1: *//p" "$log"; }

# What a finding must not come back from, as inputs of the target.
regressions() {
  local folder=$scratch/$1 files
  mkdir -p "$folder"
  mapfile -t files < <(find "$root/corpus/regressions" -name '*.json' | sort)
  if ((${#files[@]} == 0)); then return; fi
  case $1 in
    agree | properties) "$build/fuzz_convert" encode small "$folder" "${files[@]}" ;;
    history) "$build/fuzz_convert" encode large "$folder" "${files[@]}" ;;
    case_json) cp "${files[@]}" "$folder" ;;
    adapter_reply) "$build/fuzz_convert" replies "$folder" "${files[@]}" ;;
  esac >&2
}

# Of an input that the target could not finish: the case that it stands for, as small as the engine
# makes it, written beside the findings. An input that hangs is left as it is.
show_artifact() {
  local limits= input=$1 case
  case $target in agree | properties) limits=small ;; history) limits=large ;; esac
  echo "  artifact  $1"
  [[ -n $limits ]] || return 0
  if [[ $1 == */crash-* ]]; then
    echo "$target: making it small" >&2
    "$build/fuzz_$target" -minimize_crash=1 -max_total_time=10 \
      -exact_artifact_path="$scratch/small" "$1" >"$scratch/small.log" 2>&1 || true
    [[ ! -s $scratch/small ]] || input=$scratch/small
  fi
  case=$CLOCKWISE_FINDINGS/$target-$(basename "$1" | cut -c1-14).json
  "$build/fuzz_convert" decode $limits "$input" >"$case"
  echo "  case      $(cat "$case")"
  echo "  file      $case"
  echo "  replay    clockwise replay $case --ring ${CLOCKWISE_SUBJECT:-optimized}"
}

code=0
table=$(printf '%-14s %12s %10s %8s %8s %9s' target executions 'a second' blocks growth findings)
for target in "${targets[@]}"; do
  corpus=$build/corpus/$target
  options=(-max_total_time="$seconds" -timeout=60 -print_final_stats=1)
  if [[ -n $fresh ]]; then
    corpus=$scratch/corpus-$target
    options+=(-seed=1)
  fi
  artifacts=$build/artifacts/$target/
  log=$build/$target.log
  mkdir -p "$corpus" "$artifacts" "$CLOCKWISE_FINDINGS"
  regressions "$target"
  inputs=("$corpus" "$scratch/$target")
  [[ ! -d $root/corpus/seeds/$target ]] || inputs+=("$root/corpus/seeds/$target")
  before=$(count "$corpus")
  touch "$scratch/begun"
  options+=(-artifact_prefix="$artifacts")
  while IFS=' =' read -r name value; do
    case $name in
      dict) options+=("-dict=$root/fuzz/$value") ;;
      \[* | '') ;;
      *) options+=("-$name=$value") ;;
    esac
  done <"$root/fuzz/$target.options"
  echo "$target: $seconds s" >&2
  status=0
  "$build/fuzz_$target" "${options[@]}" "${inputs[@]}" >"$log" 2>&1 || status=$?
  # What ends before the first input finds nothing: no such subject.
  if ((status == 2)); then
    cat "$log" >&2
    exit 2
  fi
  executions=$(stat number_of_executed_units)
  blocks=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -1)
  mapfile -t found < <(find "$CLOCKWISE_FINDINGS" -type f -newer "$scratch/begun")
  # A finding leaves a file of its own, and the engine its input; all else only the latter.
  mapfile -t left < <(find "$artifacts" -type f -newer "$scratch/begun")
  findings=$((status == 0 ? 0 : ${#found[@]} > 0 ? ${#found[@]} : 1))
  table+=$(printf '\n%-14s %12s %10s %8s %+8d %9d' "$target" "${executions:-0}" \
    "$(stat average_exec_per_sec)" "${blocks:-0}" $(($(count "$corpus") - before)) "$findings")
  if ((status != 0)); then
    code=1
    if grep -q '^FINDING' "$log"; then
      sed -n '/^FINDING/,/^==/p' "$log" | sed '/^==/d'
    else
      tail -40 "$log"
      for artifact in "${left[@]}"; do show_artifact "$artifact"; done
    fi
  elif [[ -z $executions || $executions == 0 ]]; then
    code=2
  fi
done
printf '\n%s\n' "$table"
((code == 0)) || echo "findings: $CLOCKWISE_FINDINGS"
exit $code
