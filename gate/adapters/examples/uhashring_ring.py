"""uhashring's own ring with positions that are given: its hash is one that looks labels up.

Of what it has no notion, sizes of rings and names of tokens, the adapter sees to: it refuses a token
twice, and no tokens. What becomes of two tokens at one position is judged with the argument
"undeclared" only.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from clockwise_adapter import Refused, serve
from uhashring import HashRing


def name_of(token):
    return token.get("id", token["node"] + "@" + token["at"])


class Injected:
    tokens = {}  # the name of each: its node

    def build(self, tokens, _):
        self.refuse(tokens, {})
        self.tokens, self.at, self.count = {}, {}, {}  # at: a label's position
        self.ring = HashRing({}, hash_fn=lambda key: self.at.get(key, key))
        self.add(tokens)

    def join(self, tokens):
        if not self.tokens:
            raise Refused("no-tokens")
        self.refuse(tokens, self.tokens)
        self.add(tokens)

    @staticmethod
    def refuse(tokens, known):
        if not tokens:
            raise Refused("no-tokens")
        if len({name_of(token) for token in tokens} | set(known)) < len(tokens) + len(known):
            raise Refused("duplicate-token")

    def add(self, tokens):
        for token in tokens:
            node = token["node"]
            self.tokens[name_of(token)] = node
            number = self.count[node] = self.count.get(node, 0) + 1
            self.at[f"{node}-{number - 1}"] = int(token["at"])
        for node in {token["node"]: None for token in tokens}:
            self.ring.add_node(node, {"vnodes": self.count[node]})

    def leave(self, node):
        if not self.tokens:
            raise Refused("no-tokens")
        if node not in self.ring.get_nodes():
            raise Refused("unknown-node")
        self.ring.remove_node(node)
        del self.count[node]
        self.tokens = {name: of for name, of in self.tokens.items() if of != node}

    def owner(self, key):
        if not self.tokens:
            raise Refused("no-tokens")
        return self.ring.get_node(key)

    def replicas(self, key, count):
        if not self.tokens:
            raise Refused("no-tokens")
        return [each["nodename"] for each in self.ring.range(key, size=count)]


undeclared = sys.argv[1:] == ["undeclared"]
conventions = {"boundary": "after", "shortage": "truncate", "last": "empty",
               "limits": {"size": str(2**64)}}
if not undeclared:
    conventions["collision"] = "last"
serve(Injected, {"name": "uhashring-undeclared" if undeclared else "uhashring-ring",
                 "version": "2.1", "level": "ring", "supports": ["join", "leave", "replicas"],
                 "conventions": conventions})
