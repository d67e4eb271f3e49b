#!/usr/bin/env bash
# Checks the proof and builds the oracle.
#
#   check.sh [BUILD_DIR]    compiles every file with Coq, asks Coq what each theorem of Rules.v
#                           assumes (it must be nothing), has the independent checker coqchk go
#                           through all of it again, extracts and compiles the oracle, and runs it
#                           on a few cases. Prints one line a theorem. Exits 0 only if all is well.
#   check.sh --list         prints the rule and the name of each theorem, and checks nothing.
#   check.sh --oracle [BUILD_DIR]   the same as the first without coqchk: the quick form.
#
# Needs coq 8.16, ocaml and zarith: apt-get install coq libzarith-ocaml-dev ocaml-nox
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

fail() {
  echo "check.sh: $*" >&2
  exit 1
}

# rule<TAB>theorem, in the order of Rules.v. A rule is what a comment "(* slug: Sentence" names; the
# theorem below such a comment must bear the slug. Any other belongs to the rule that its name
# begins with.
list_theorems() {
  awk '
    match($0, /^\(\* [a-z-]+: [A-Z]/) {
      slug = substr($0, 4, index($0, ":") - 4)
      wanted = slug
      gsub(/-/, "_", wanted)
      rule[wanted] = slug
    }
    /^(Theorem|Lemma|Corollary|Definition|Fact|Remark) / {
      name = $2
      sub(/:.*/, "", name)
      if ($1 != "Theorem") { print "line " FNR ": only theorems may stand here: " name > "/dev/stderr"; bad = 1 }
      if (wanted != "" && name != wanted) { print "line " FNR ": " name " stands where " wanted " was announced" > "/dev/stderr"; bad = 1 }
      wanted = ""
      best = ""
      for (r in rule) if ((name == r || index(name, r "_") == 1) && length(r) > length(best)) best = r
      if (best == "") { print "line " FNR ": " name " is of no rule" > "/dev/stderr"; bad = 1 }
      print rule[best] "\t" name
    }
    END { exit bad }' "$here/Rules.v"
}

check_chk=yes
case "${1:-}" in
  --list) list_theorems; exit ;;
  --oracle) check_chk=no; shift ;;
  -*) fail "unknown option $1" ;;
esac

for tool in coqc coq_makefile coqchk ocamlopt make; do
  command -v "$tool" >/dev/null ||
    fail "$tool is missing: apt-get install coq libzarith-ocaml-dev ocaml-nox"
done

# Always from nothing: a stale object file proves nothing.
build=${1:-$(mktemp -d)}
mkdir -p "$build"
build=$(cd "$build" && pwd)
[[ $build != "$here" ]] || fail "the build directory must not be the source directory"
rm -rf "$build/coq"
mkdir "$build/coq"
cp "$here"/*.v "$here/_CoqProject" "$here"/oracle/*.ml "$build/coq/"
cd "$build/coq"

# 1. Every file compiles: every proof is accepted.
coq_makefile -f _CoqProject -o Makefile >/dev/null
make -j"$(nproc)" >make.log 2>&1 || { cat make.log >&2; fail "a proof is rejected"; }

# 2. Every theorem of Rules.v is closed.
list_theorems >theorems
[[ -s theorems ]] || fail "no theorems in Rules.v"
{
  echo "From Clockwise Require Rules."
  while IFS=$'\t' read -r _ name; do echo "Print Assumptions Rules.$name."; done <theorems
} >Audit.v
coqc -Q . Clockwise Audit.v >audit || fail "the assumptions cannot be printed"
[[ $(wc -l <audit) -eq $(wc -l <theorems) ]] || { cat audit >&2; fail "a theorem has assumptions"; }

# 3. The independent checker accepts all files and finds nothing assumed in them.
if [[ $check_chk == yes ]]; then
  coqchk -silent -o -Q . Clockwise Clockwise.Rules Clockwise.Extract >chk 2>&1 ||
    { cat chk >&2; fail "coqchk rejects a file"; }
  for heading in "Axioms" "Constants/Inductives relying on type-in-type" \
    "Constants/Inductives relying on unsafe (co)fixpoints" "Inductives whose positivity is assumed"; do
    grep -qxF "* $heading: <none>" chk || { cat chk >&2; fail "coqchk: $heading"; }
  done
fi

paste theorems audit | while IFS=$'\t' read -r rule name assumptions; do
  [[ $assumptions == "Closed under the global context" ]] || fail "$name: $assumptions"
  echo "$rule · $name · proved · assumptions none"
done

# 4. The oracle compiles and answers.
zarith=$(ocamlfind query zarith 2>/dev/null || echo +zarith)
ocamlopt -I "$zarith" zarith.cmxa model.mli model.ml json.ml oracle.ml -o "$build/oracle" ||
  fail "the oracle does not compile"
"$build/oracle" <"$here/oracle/smoke.jsonl" >smoke || fail "the oracle crashed"
diff "$here/oracle/smoke.expected" smoke >&2 || fail "the oracle answers otherwise than expected"

[[ $check_chk == yes ]] || echo "coqchk was not run"
echo "oracle: $build/oracle"
