#!/usr/bin/env node
// A consistent-hash ring in plain JavaScript, and the adapter protocol, written from
// reference/SPEC.md and gate/protocol/README.md alone. It uses no shim: all of it is here.
//
//     clockwise check --adapter "node gate/adapters/ring.js"
'use strict';

// Positions go up to 2^64 - 1, which only a BigInt holds.
class Refused extends Error {}

class Ring {
  size = 0n;
  tokens = []; // {id, node, at}, by position

  build(size, batch) {
    if (size < 2n) throw new Refused('ring-too-small');
    this.tokens = this.#taken(size, [], batch);
    this.size = size;
  }

  join(batch) {
    if (this.tokens.length === 0) throw new Refused('no-tokens');
    this.tokens = this.#taken(this.size, this.tokens, batch);
  }

  leave(node) {
    if (this.tokens.length === 0) throw new Refused('no-tokens');
    const stay = this.tokens.filter((token) => token.node !== node);
    if (stay.length === this.tokens.length) throw new Refused('unknown-node');
    if (stay.length === 0) throw new Refused('last-node');
    this.tokens = stay;
  }

  owner(key) {
    return this.tokens[this.#over(key)].node;
  }

  replicas(key, count) {
    const from = this.#over(key);
    const found = new Set();
    for (let i = 0; i < this.tokens.length && found.size < count; ++i) {
      found.add(this.tokens[(from + i) % this.tokens.length].node);
    }
    if (found.size < count) throw new Refused('too-few-nodes');
    return [...found];
  }

  // The index of the first token at or after the key, walking up and past the top to 0.
  #over(key) {
    if (this.tokens.length === 0) throw new Refused('no-tokens');
    if (key >= this.size) throw new Refused('position-out-of-range');
    let low = 0;
    let high = this.tokens.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.tokens[middle].at < key) low = middle + 1;
      else high = middle;
    }
    return low % this.tokens.length;
  }

  // The members and the batch, in order, or why the batch is refused.
  #taken(size, members, batch) {
    if (batch.length === 0) throw new Refused('no-tokens');
    if (batch.some((token) => token.at >= size)) throw new Refused('position-out-of-range');
    const tokens = [...members, ...batch];
    const distinct = (of) => new Set(tokens.map(of)).size === tokens.length;
    if (!distinct((token) => token.at)) throw new Refused('duplicate-position');
    if (!distinct((token) => token.id)) throw new Refused('duplicate-token');
    return tokens.sort((a, b) => (a.at < b.at ? -1 : 1));
  }
}

const tokensOf = (batch) =>
  batch.map(({id, node, at}) => ({id: id ?? `${node}@${at}`, node, at: BigInt(at)}));

function take(ring, step) {
  if (step.build) ring.build(BigInt(step.build.size), tokensOf(step.build.tokens));
  else if (step.join) ring.join(tokensOf(step.join));
  else ring.leave(step.leave);
}

// What `ask` returns, or the refusal that it throws.
function answer(ask) {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return {refused: error.message};
  }
}

function traceOf({size, tokens, steps = [], keys = [], replicas}) {
  const ring = new Ring();
  const asked = keys.map(BigInt);
  return {
    states: [{build: {size, tokens}}, ...steps].map((step) => {
      const state = answer(() => take(ring, step)) ?? {};
      state.owners = asked.map((key) => answer(() => ring.owner(key)));
      if (replicas !== undefined) {
        state.replicas = asked.map((key) => answer(() => ring.replicas(key, replicas)));
      }
      return state;
    }),
  };
}

const hello = {
  protocol: 1, name: 'ring.js', version: '1', level: 'ring',
  supports: ['join', 'leave', 'replicas'], conventions: {},
};

function reply(message) {
  if (message.hello) return {hello};
  if (message.case.size === undefined) return {id: message.id, unsupported: 'no positions'};
  return {id: message.id, trace: traceOf(message.case)};
}

require('node:readline').createInterface({input: process.stdin}).on('line', (line) => {
  process.stdout.write(JSON.stringify(reply(JSON.parse(line))) + '\n');
});
