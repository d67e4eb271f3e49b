#!/bin/bash
# Builds the targets as a farm wants them: with $CXX, $CXXFLAGS and $LIB_FUZZING_ENGINE, from
# $SRC/clockwise, by way of $WORK, into $OUT, each with its seeds, options and dictionary.
set -euo pipefail
cd "$SRC/clockwise"
objects=$WORK/clockwise-objects
rm -rf "$objects"
mkdir -p "$objects" "$OUT"
export COMPILE="$CXX $CXXFLAGS -std=c++23 -DFMT_HEADER_ONLY -I. -isystem $SRC/fmt/include \
  -isystem $SRC/json/include"
export objects

compile() { $COMPILE -c "$1" -o "$objects/${1//\//_}.o"; }
export -f compile
# The wrong rings are many files of a few lines each: a dozen at a time.
printf '#include "%s"\n' properties/faults/*.cpp |
  split -l 12 --additional-suffix=.cpp - "$objects/faults_"
printf '%s\0' reference/*.cpp optimized/*.cpp properties/*.cpp properties/kit/*.cpp \
  properties/engines/bytes.cpp rings/*.cpp fuzz/finding.cpp fuzz/subject.cpp "$objects"/faults_*.cpp |
  xargs -0 -n 1 -P "$(nproc)" bash -euc 'compile "$0"'
ar rcs "$objects/clockwise.a" "$objects"/*.o

for target in agree properties history case_json adapter_reply; do
  $COMPILE "fuzz/$target.cpp" "$objects/clockwise.a" $LIB_FUZZING_ENGINE -o "$OUT/$target"
  cp "fuzz/$target.options" "$OUT/"
  [[ ! -f fuzz/$target.dict ]] || cp "fuzz/$target.dict" "$OUT/"
  rm -f "$OUT/${target}_seed_corpus.zip"
  python3 -m zipfile -c "$OUT/${target}_seed_corpus.zip" "corpus/seeds/$target"/*
done
