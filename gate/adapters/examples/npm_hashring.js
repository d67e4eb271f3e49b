// npm's hashring, with weights. They are normalised, so that a join may move others' keys by
// construction; equal weights are where that is not meant to be: the profile hashring-equal.
'use strict';
const {Refused, serve} = require('../clockwise_adapter.js');
const HashRing = require('hashring');

const equal = process.argv[2] === 'equal';
const weights = (nodes) =>
  Object.fromEntries(nodes.map(({node, weight = 1}) => [node, {weight}]));

class Hashring {
  build(nodes) {
    this.ring = new HashRing(equal ? nodes.map(({node}) => node) : weights(nodes));
  }
  join(nodes) {
    this.ring.add(equal ? nodes.map(({node}) => node) : weights(nodes));
  }
  leave(node) {
    if (!this.ring.has(node)) throw new Refused('unknown-node');
    this.ring.remove(node);
  }
  owner(key) {
    const node = this.ring.get(key);
    if (node === undefined) throw new Refused('no-tokens');
    return node;
  }
  replicas(key, count) {
    return this.ring.range(key, count);
  }
}

serve(() => new Hashring(), {
  name: equal ? 'hashring-equal' : 'hashring-weighted', version: '3.2.0', level: 'placement',
  supports: ['join', 'leave', 'replicas'],
  conventions: {
    rejoin: 'ignore', last: 'empty', shortage: 'truncate', weights: equal ? 'none' : 'normalised',
  },
});
