"""uhashring's own ring (Debian's python3-uhashring), with weights."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from clockwise_adapter import Refused, serve
from uhashring import HashRing


class Uhashring:
    def build(self, nodes, _):
        weights = {node["node"]: {"weight": node.get("weight", 1)} for node in nodes}
        self.ring = HashRing(weights)

    def join(self, nodes):
        for node in nodes:
            self.weigh(node)

    def weigh(self, node):
        self.ring.add_node(node["node"], {"weight": node.get("weight", 1)})

    def leave(self, node):
        if node not in self.ring.get_nodes():
            raise Refused("unknown-node")
        self.ring.remove_node(node)

    def owner(self, key):
        node = self.ring.get_node(key)
        if node is None:
            raise Refused("no-tokens")
        return node

    def replicas(self, key, count):
        return [each["nodename"] for each in self.ring.range(key, size=count)]


serve(Uhashring, {
    "name": "uhashring-meta", "version": "2.1", "level": "placement",
    "supports": ["join", "leave", "replicas"],
    "conventions": {"rejoin": "replace", "last": "empty", "shortage": "truncate",
                    "weights": "absolute"}})
