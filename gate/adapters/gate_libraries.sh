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
gate() { # NAME COMMAND
  local expected=() code=0
  [[ ! -f $here/expected/$1.json ]] || expected=(--expect-fail "$here/expected/$1.json")
  "$clockwise" check --timeout 60 --adapter "$2" "${expected[@]}" --output "$build/$1.txt" >"$build/$1.last" || code=$?
  printf '%-24s exit %s  %s\n' "$1" "$code" "$(cat "$build/$1.last")"
  ((code == 0)) || failed=1
}

gate uhashring-meta "$python $here/examples/uhashring_meta.py"
gate pymemcache-rendezvous "$python $here/examples/pymemcache_rendezvous.py"
gate hashring-weighted "node $here/examples/npm_hashring.js"
gate hashring-equal "node $here/examples/npm_hashring.js equal"
gate consistent-hash "node $here/examples/npm_consistent_hash.js"
gate groupcache "$build/groupcache_ring"
gate libmemcached-ketama "$build/ketama_ring"
gate libmemcached-weighted "$build/ketama_ring weighted"
exit $failed
