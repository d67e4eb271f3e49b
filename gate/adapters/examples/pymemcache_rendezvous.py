"""The rendezvous hashing of pymemcache (Debian's python3-pymemcache): a control that holds."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from clockwise_adapter import Refused, serve
from pymemcache.client.rendezvous import RendezvousHash


class Rendezvous:
    def build(self, nodes, _):
        self.hash = RendezvousHash()
        self.join(nodes)

    def join(self, nodes):
        for node in nodes:
            self.hash.add_node(node["node"])

    def leave(self, node):
        if node not in self.hash.nodes:
            raise Refused("unknown-node")
        self.hash.remove_node(node)

    def owner(self, key):
        node = self.hash.get_node(key)
        if node is None:
            raise Refused("no-tokens")
        return node


serve(Rendezvous, {
    "name": "pymemcache-rendezvous", "version": "3.5.2", "level": "placement",
    "supports": ["join", "leave"], "conventions": {"rejoin": "ignore", "last": "empty"}})
