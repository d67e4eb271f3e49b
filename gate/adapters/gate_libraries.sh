#!/usr/bin/env bash
# Gates the real libraries of examples/, each with what is known to fail in it; prints one line a
# library. Takes the command to gate with, and a folder to build in. The Debian packages are there
# already (./run test full installs them); npm's are fetched, in the versions that are recorded.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
clockwise=$1
mkdir -p "$2"
build=$(cd "$2" && pwd)

if [[ ! -d $build/node_modules/hashring || ! -d $build/node_modules/consistent-hash ]]; then
  (cd "$build" && npm install --no-audit --no-fund --silent hashring@3.2.0 consistent-hash@1.2.2)
fi
export NODE_PATH=$build/node_modules

mkdir -p "$build/groupcache"
cp "$here/clockwise_adapter.go" "$here/examples/groupcache/main.go" "$build/groupcache"
(cd "$build/groupcache" && GO111MODULE=off GOPATH=/usr/share/gocode go build -o ../groupcache_ring .)
g++ -std=c++20 -O1 -I"$here" -o "$build/ketama_ring" "$here/examples/libmemcached_ketama.cc" -lmemcached

python=/usr/bin/python3  # the one that Debian's packages are for
failed=0
gate() { # NAME EXIT_CODE COMMAND [ARGUMENT…]
  local name=$1 due=$2 command=$3 expected=() code=0 begun=$SECONDS
  [[ ! -f $here/expected/$name.json ]] || expected=(--expect-fail "$here/expected/$name.json")
  "$clockwise" check --timeout 60 --adapter "$command" "${expected[@]}" "${@:4}" \
    --output "$build/$name.txt" >"$build/$name.last" || code=$?
  printf '%-24s %3d s  exit %s  %s\n' "$name" $((SECONDS - begun)) "$code" "$(cat "$build/$name.last")"
  ((code == due)) || failed=1
}

# Controls: what holds, and has no file of what is known to fail.
gate pymemcache-rendezvous 0 "$python $here/examples/pymemcache_rendezvous.py"
gate nginx-hash 0 "$python $here/examples/nginx_hash.py"
gate libmemcached-ketama 0 "$build/ketama_ring"

gate libmemcached-weighted 0 "$build/ketama_ring weighted"
gate uhashring-meta 0 "$python $here/examples/uhashring_meta.py"
gate uhashring-ring 0 "$python $here/examples/uhashring_ring.py"
gate uhashring-undeclared 0 "$python $here/examples/uhashring_ring.py undeclared" --engine corpus \
  --property successor --property input-order-is-irrelevant --property leave-hands-over-own-keys \
  --property join-then-leave-restores
gate hashring-weighted 0 "node $here/examples/npm_hashring.js"
gate hashring-equal 0 "node $here/examples/npm_hashring.js equal"
gate consistent-hash 0 "node $here/examples/npm_consistent_hash.js"
gate groupcache 0 "$build/groupcache_ring"

# An abort is no violation, and cannot be expected as one: it is the 101st server that does it.
gate libmemcached-unlimited 3 "$build/ketama_ring unlimited" --engine exhaustive \
  --property growth-moves-only-to-the-newcomer --property only-members-own
grep -q SIGABRT "$build/libmemcached-unlimited.txt" || failed=1
exit $failed
