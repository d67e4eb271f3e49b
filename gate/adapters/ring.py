#!/usr/bin/env python3
"""A consistent-hash ring in plain Python, and the adapter protocol, written from
reference/SPEC.md and gate/protocol/README.md alone. It uses no shim: all of it is here.

    clockwise check --adapter "python3 gate/adapters/ring.py"
"""
import json
import sys
from bisect import bisect_left


class Refused(Exception):
    """Why the ring did not do what it was asked; the kind is the first argument."""


class Ring:
    def __init__(self):
        self.size = 0
        self.tokens = []  # (position, id, node), by position
        self._index()

    def build(self, size, batch):
        if size < 2:
            raise Refused("ring-too-small")
        self.size, self.tokens = size, self._taken(size, [], batch)
        self._index()

    def join(self, batch):
        if not self.tokens:
            raise Refused("no-tokens")
        self.tokens = self._taken(self.size, self.tokens, batch)
        self._index()

    def leave(self, node):
        if not self.tokens:
            raise Refused("no-tokens")
        stay = [token for token in self.tokens if token[2] != node]
        if len(stay) == len(self.tokens):
            raise Refused("unknown-node")
        if not stay:
            raise Refused("last-node")
        self.tokens = stay
        self._index()

    def owner(self, key):
        return self.nodes[self._over(key)]

    def replicas(self, key, count):
        at = self._over(key)
        if count > self.node_count:
            raise Refused("too-few-nodes")
        if at not in self.met:
            self.met[at] = list(dict.fromkeys(self.nodes[at:] + self.nodes[:at]))
        return self.met[at][:count]

    def _over(self, key):
        """The index of the first token at or after the key, walking up and past the top to 0."""
        if not self.tokens:
            raise Refused("no-tokens")
        if key >= self.size:
            raise Refused("position-out-of-range")
        at = bisect_left(self.positions, key)
        return at if at < len(self.positions) else 0

    def _index(self):
        self.positions = [token[0] for token in self.tokens]
        self.nodes = [token[2] for token in self.tokens]
        self.node_count = len(set(self.nodes))
        self.met = {}  # the nodes that are met from a token on, each once; by the token's index

    @staticmethod
    def _taken(size, members, batch):
        """The members and the batch, in order, or why the batch is refused."""
        if not batch:
            raise Refused("no-tokens")
        if max(batch)[0] >= size:
            raise Refused("position-out-of-range")
        tokens = members + batch
        if len({token[0] for token in tokens}) < len(tokens):
            raise Refused("duplicate-position")
        if len({token[1] for token in tokens}) < len(tokens):
            raise Refused("duplicate-token")
        return sorted(tokens)


def tokens_of(batch):
    return [(int(t["at"]), t.get("id", t["node"] + "@" + t["at"]), t["node"]) for t in batch]


def take(ring, step):
    if "build" in step:
        ring.build(int(step["build"]["size"]), tokens_of(step["build"]["tokens"]))
    elif "join" in step:
        ring.join(tokens_of(step["join"]))
    else:
        ring.leave(step["leave"])


def answers(ask, keys):
    found = []
    for key in keys:
        try:
            found.append(ask(key))
        except Refused as refused:
            found.append({"refused": refused.args[0]})
    return found


def trace_of(case):
    ring = Ring()
    keys = [int(key) for key in case.get("keys", [])]
    count = case.get("replicas")
    states = []
    build = {"build": {"size": case["size"], "tokens": case["tokens"]}}
    for step in [build] + case.get("steps", []):
        state = {}
        try:
            take(ring, step)
        except Refused as refused:
            state["refused"] = refused.args[0]
        state["owners"] = answers(ring.owner, keys)
        if count is not None:
            state["replicas"] = answers(lambda key: ring.replicas(key, count), keys)
        states.append(state)
    return {"states": states}


HELLO = {"protocol": 1, "name": "ring.py", "version": "1", "level": "ring",
         "supports": ["join", "leave", "replicas"], "conventions": {}}


def reply(message):
    if "hello" in message:
        return {"hello": HELLO}
    if "size" not in message["case"]:
        return {"id": message["id"], "unsupported": "a case without positions"}
    return {"id": message["id"], "trace": trace_of(message["case"])}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(reply(json.loads(line)), separators=(",", ":")), flush=True)
