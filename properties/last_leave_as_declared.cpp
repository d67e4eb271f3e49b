#include "properties/kit/names.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  if (!trial.conventions().leaves) return Verdict::excused("leave is not supported");
  if (trial.nodes(trial.last_state()).empty()) return Verdict::vacuous("no ring");
  Case derived = rebuilt(trial);
  derived.start.nodes.resize(1);
  derived.replicas.reset();
  derived.steps = {Leave{derived.start.nodes[0].node}};
  const Trace trace = trial.run(derived);
  const bool empties = trial.conventions().empties;
  const Answer step = trace.states[1].step;
  if (empties ? step.kind() != Answer::Kind::done : !step.is_refusal()) {
    return wrong_step(derived, trace, 1, empties ? "done" : "refused");
  }
  for (std::size_t k = 0; k < derived.keys.size(); ++k) {
    if (empties ? trace.states[1].owners[k].is_refusal()
                : same_owner(trace.states[0], k, trace.states[1], k)) {
      continue;
    }
    return wrong_owner(derived, trace, 1, k,
                       empties ? "a refusal: no node is left" : say_owner(derived, trace, 0, k));
  }
  return Verdict::holds();
}

}  // namespace

extern const Property last_leave_as_declared;
const Property last_leave_as_declared{
    .slug = "last-leave-as-declared",
    .claim = "A leave of the last node is met as declared: refused, or no key has an owner.",
    .formula = "the ring of n alone after leave(n): as before, or empty",
    .rule = "refusals",
    .needs = 0,
    .asks_further = true,
    .catches = {"placement-last-node-leaves"},
    .at_names = check,
};

}  // namespace clockwise
