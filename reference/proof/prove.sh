#!/usr/bin/env bash
# Checks all of the proof: the theorems (check.sh) and the kernels (kernels.sh), side by side.
#
#   prove.sh [DIR]                    from nothing, in DIR, by default build/proof of the checkout;
#                                     leaves the oracle and a record of what was proved there
#   prove.sh --unless-recorded [DIR]  the same, unless the record in DIR says that it is done: of
#                                     these very files, by these very versions of the tools
#   prove.sh --recorded [DIR]         proves nothing: looks whether the record says so
#
# Prints one line a theorem and a goal. Exits 0 only if all is proved, or was. A record that is of
# other files or tools counts for nothing; one that was changed afterwards is an error.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)

fail() {
  echo "prove.sh: $*" >&2
  exit 1
}

for tool in coqc ocamlopt frama-c why3 z3 cvc4; do
  command -v "$tool" >/dev/null ||
    fail "$tool is missing: apt-get install --no-install-recommends coq ocaml-nox" \
      "libzarith-ocaml-dev frama-c-base why3 z3 cvc4"
done

verb=prove
case "${1:-}" in
  --unless-recorded | --recorded) verb=$1; shift ;;
  -*) fail "unknown option $1" ;;
esac
build=${1:-$root/build/proof}
mkdir -p "$build"
build=$(cd "$build" && pwd)
record=$build/record

# One number for all that the proof depends on: every file of it, and who checked them.
key() {
  {
    cd "$root"
    sha256sum reference/proof/*.v reference/proof/_CoqProject reference/proof/*.sh \
      reference/proof/oracle/* reference/*.h optimized/*.h
    coqc --version
    ocamlopt -version
    frama-c -version
    why3 --version
    z3 --version
    cvc4 --version | head -n 1
  } | sha256sum | cut -d' ' -f1
}

# What the record and the oracle are, apart from the seal itself, which is the record's last line.
seal() { head -n -1 "$record" | cat - "$build/oracle" | sha256sum | cut -d' ' -f1; }

# Whether the record is of what is here. One that was changed afterwards ends the script.
recorded() {
  [[ -f $record && -f $build/oracle ]] || { why="there is no record in $build"; return 1; }
  [[ $(tail -n 1 "$record") == "seal $(seal)" ]] ||
    fail "the record in $build, or the oracle beside it, was changed after it was made: remove it"
  [[ $(head -n 1 "$record") == "key $(key)" ]] ||
    { why="the record in $build is of other files or tools"; return 1; }
}

if [[ $verb != prove ]]; then
  if recorded; then
    sed '1d;$d' "$record"
    echo "recorded: proved before, of these files and by these tools"
    exit 0
  fi
  [[ $verb == --unless-recorded ]] || fail "$why"
fi

rm -f "$record" "$build/oracle"
before=$(key)
"$here/kernels.sh" >"$build/kernels.out" 2>"$build/kernels.err" &
kernels=$!
trap 'kill "$kernels" 2>/dev/null || true' EXIT
"$here/check.sh" "$build" | tee "$build/check.out"
wait "$kernels" || { cat "$build/kernels.out" "$build/kernels.err" >&2; fail "a kernel is not proved"; }
trap - EXIT
cat "$build/kernels.out"

[[ $(key) == "$before" ]] || fail "the files changed while they were being checked"
{
  echo "key $before"
  cat "$build/check.out" "$build/kernels.out"
  echo
} >"$record"
sealed=$(seal)
sed -i "\$c seal $sealed" "$record"
