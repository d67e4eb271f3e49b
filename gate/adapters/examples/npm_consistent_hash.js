// npm's consistent-hash, which draws the points of a node at random unless told otherwise.
'use strict';
const {Refused, serve} = require('../clockwise_adapter.js');
const ConsistentHash = require('consistent-hash');

class Ring {
  build(nodes) {
    this.ring = new ConsistentHash();
    this.join(nodes);
  }
  join(nodes) {
    for (const {node} of nodes) this.ring.add(node);
  }
  leave(node) {
    if (!this.ring.getNodes().includes(node)) throw new Refused('unknown-node');
    this.ring.remove(node);
  }
  owner(key) {
    const node = this.ring.get(key);
    if (node === null) throw new Refused('no-tokens');
    return node;
  }
  replicas(key, count) {
    return this.ring.get(key, count);
  }
}

serve(() => new Ring(), {
  name: 'consistent-hash', version: '1.2.2', level: 'placement',
  supports: ['join', 'leave', 'replicas'],
  conventions: {rejoin: 'count', last: 'empty', shortage: 'truncate'},
});
