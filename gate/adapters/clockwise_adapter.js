// The adapter protocol for JavaScript: serve(() => new MyRing(), hello).
//
// A ring is made afresh for each case: build(nodesOrTokens, size), then join, leave, weigh, and
// owner(key) and replicas(key, count) for each key. Throw new Refused(kind), or new Refused() where
// the library does not tell the kind; any other exception is an error, which equals nothing.
'use strict';

class Refused extends Error {
  constructor(kind) {
    super(kind);
    this.kind = kind;
  }
}

function attempt(ask) {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof Refused)) return {error: String(error)};
    return error.kind === undefined ? null : {refused: error.kind};
  }
}

function trace(make, {size, tokens, nodes, steps = [], keys, replicas}) {
  const ring = make();
  const asked = size === undefined ? keys : keys.map(BigInt);
  const states = [{build: {size, tokens: tokens ?? nodes}}, ...steps].map((step) => {
    const [[verb, what]] = Object.entries(step);
    const args = verb === 'build' ? [what.tokens, BigInt(what.size ?? 0)] : [what];
    const done = attempt(() => (ring[verb](...args), {}));
    const state = done === null ? {refused: null} : done;
    state.owners = asked.map((key) => attempt(() => ring.owner(key)));
    if (replicas !== undefined) {
      state.replicas = asked.map((key) => attempt(() => ring.replicas(key, replicas)));
    }
    return state;
  });
  return {states};
}

function serve(make, hello) {
  require('node:readline').createInterface({input: process.stdin}).on('line', (line) => {
    const {id, hello: greeting, case: asked} = JSON.parse(line);
    const reply = greeting ? {hello: {protocol: 1, ...hello}} : {id, trace: trace(make, asked)};
    process.stdout.write(JSON.stringify(reply) + '\n');
  });
}

module.exports = {Refused, serve};
