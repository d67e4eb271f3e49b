#!/usr/bin/env bash
# Puts the targets to the test: fuzz/kill.sh [SECONDS] [FAULT…]. Every wrong ring of
# properties/faults/ is fuzzed from an empty corpus, for at most 60 seconds a target by default.
#
# Writes fuzz/kills.tsv when all wrong rings are tried, else kills.tsv in the build folder. Exit code
# 1 where one is not found.
source "$(dirname "${BASH_SOURCE[0]}")/build.sh" plain
seconds=60
if [[ ${1:-} =~ ^[1-9][0-9]*$ ]]; then seconds=$1; shift; fi
table=$root/fuzz/kills.tsv
(($# == 0)) || table=$build/kills.tsv
exec "$root/fuzz/kill.py" "$build" "$seconds" "${CLOCKWISE_KILLS:-$table}" "$@"
