#!/usr/bin/env python3
"""Puts every vector of the corpus to the oracle, over the adapter protocol, and compares the traces.

    oracle_test.py ORACLE

The two C++ rings are held to the same vectors by properties/tests/vectors_test.cpp. Exits 0 only if
the oracle answers every one of them, in order, as the vector says.
"""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main(oracle):
    vectors = []
    for path in sorted((ROOT / "corpus/vectors").rglob("*.json")):
        if path.parent.name != "malformed":
            vectors.append((path, json.loads(path.read_text(encoding="utf-8"))))
    lines = [{"hello": {"protocol": 1}}]
    lines += [{"id": i, "case": vector["case"]} for i, (_, vector) in enumerate(vectors)]
    said = subprocess.run(
        [oracle],
        input="".join(json.dumps(line) + "\n" for line in lines),
        capture_output=True, encoding="utf-8", timeout=60, check=True,
    ).stdout.splitlines()
    if len(said) != len(lines) or json.loads(said[0])["hello"]["level"] != "ring":
        sys.exit(f"oracle_test.py: {len(lines)} lines were put, {len(said)} came back")
    wrong = 0
    for i, (path, vector) in enumerate(vectors):
        if json.loads(said[i + 1]) != {"id": i, "trace": vector["trace"]}:
            print(f"{path.relative_to(ROOT)}: the oracle answers {said[i + 1]}", file=sys.stderr)
            wrong += 1
    print(f"the oracle answers {len(vectors) - wrong} of {len(vectors)} vectors as they say")
    return 1 if wrong or not vectors else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
