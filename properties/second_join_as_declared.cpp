#include "properties/kit/names.hpp"

namespace clockwise {
namespace {

// What the second join of a member may change where that is declared to count.
Verdict moves_to_it_only(const Case& derived, const Trace& trace, NodeId again) {
  for (std::size_t k = 0; k < derived.keys.size(); ++k) {
    if (same_owner(trace.states[0], k, trace.states[1], k)) continue;
    if (trace.states[1].owners[k].is(again)) continue;
    return wrong_owner(derived, trace, 1, k, say_owner(derived, trace, 0, k) + ", as before");
  }
  return Verdict::holds();
}

Verdict check(const Trial& trial) {
  const Conventions& conventions = trial.conventions();
  if (!conventions.joins) return Verdict::excused("join is not supported");
  if (trial.nodes(trial.last_state()).empty()) return Verdict::vacuous("no ring");
  if (conventions.membership == Conventions::Membership::append) {
    return Verdict::excused("membership: append");
  }
  Case derived = rebuilt(trial);
  const std::vector<Member>& nodes = derived.start.nodes;
  const Member again = nodes[nodes.size() / 2];
  derived.steps = {Join{{}, {again}}};
  if (conventions.leaves && nodes.size() > 1) derived.steps.emplace_back(Leave{again.node});
  const Trace trace = trial.run(derived);
  const Answer step = trace.states[1].step;
  const bool refuses = conventions.rejoin == Conventions::Rejoin::refuse;
  if (refuses != step.is_refusal() || step.kind() == Answer::Kind::failed) {
    return wrong_step(derived, trace, 1, refuses ? "refused" : "done");
  }
  if (conventions.rejoin == Conventions::Rejoin::count) {
    if (conventions.weights == Conventions::Weights::normalised) {
      return Verdict::excused(kNormalised);
    }
    return moves_to_it_only(derived, trace, again.node);
  }
  const Verdict unchanged = same_answers(derived, trace, 0, derived, trace, 1);
  if (unchanged.is_violated() || derived.steps.size() < 2) return unchanged;
  // And one leave is enough for it to be gone.
  return owns_nothing(derived, trace, 2, again.node);
}

}  // namespace

extern const Property second_join_as_declared;
const Property second_join_as_declared{
    .slug = "second-join-as-declared",
    .claim = "A second join of a member is met as declared, and one leave undoes both.",
    .formula = "join(n) twice is refused, or leave(n) leaves nothing of n",
    .rule = "refusals",
    .needs = 0,
    .asks_further = true,
    .catches = {"placement-second-join-counts-twice"},
    .at_names = check,
};

}  // namespace clockwise
