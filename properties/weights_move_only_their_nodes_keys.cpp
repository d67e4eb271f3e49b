#include "properties/kit/names.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  using Weights = Conventions::Weights;
  const Weights weights = trial.conventions().weights;
  if (weights == Weights::none) return Verdict::excused("weights: none");
  if (weights == Weights::normalised) return Verdict::excused(kNormalised);
  if (trial.nodes(trial.last_state()).empty()) return Verdict::vacuous("no ring");
  Case derived = rebuilt(trial);
  Member& changed = derived.start.nodes[derived.start.nodes.size() / 2];
  const NodeId node = changed.node;
  changed.weight = 2;
  derived.steps = {Weigh{{node, 5}}, Weigh{{node, 1}}};
  const Trace trace = trial.run(derived);
  for (const std::size_t i : {1U, 2U}) {
    if (trace.states[i].step.kind() != Answer::Kind::done) {
      return wrong_step(derived, trace, i, "done");
    }
    const bool rises = i == 1;
    for (std::size_t k = 0; k < derived.keys.size(); ++k) {
      if (same_owner(trace.states[i - 1], k, trace.states[i], k)) continue;
      if (trace.states[rises ? i : i - 1].owners[k].is(node)) continue;
      return wrong_owner(derived, trace, i, k,
                         say_owner(derived, trace, i - 1, k) +
                             (rises ? ", as before, or the node whose weight was raised"
                                    : ", as before: another node's weight was lowered"));
    }
  }
  return Verdict::holds();
}

}  // namespace

extern const Property weights_move_only_their_nodes_keys;
const Property weights_move_only_their_nodes_keys{
    .slug = "weights-move-only-their-nodes-keys",
    .claim = "A raised weight moves keys to its node only, a lowered one away from it only.",
    .formula = "weight(n) grows ⇒ owner′(k) ∈ {owner(k), n}; it shrinks ⇒ owner(k) = n or unmoved",
    .rule = "join",
    .needs = 0,
    .asks_further = true,
    .catches = {"placement-weights-are-normalised"},
    .at_names = check,
};

}  // namespace clockwise
