#include "properties/kit/names.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  const Conventions& conventions = trial.conventions();
  if (conventions.weights == Conventions::Weights::none) return Verdict::excused("weights: none");
  if (!conventions.leaves) return Verdict::excused("leave is not supported");
  if (trial.nodes(trial.last_state()).size() < 2) return Verdict::vacuous("no two nodes");
  Case derived = rebuilt(trial);
  Member& ghost = derived.start.nodes[derived.start.nodes.size() / 2];
  const NodeId node = ghost.node;
  ghost.weight = 3;
  derived.steps = {Weigh{{node, 1}}, Leave{node}};
  const Verdict weighed = owns_nothing(derived, trial.run(derived), 2, node);
  // Where a second join replaces the first, that is another way of lowering a weight.
  if (weighed.is_violated() || conventions.rejoin != Conventions::Rejoin::replace) return weighed;
  derived.steps[0] = Join{{}, {Member{node, 1}}};
  return owns_nothing(derived, trial.run(derived), 2, node);
}

}  // namespace

extern const Property lowered_weight_leaves_no_ghost;
const Property lowered_weight_leaves_no_ghost{
    .slug = "lowered-weight-leaves-no-ghost",
    .claim = "A node whose weight was lowered and that then left owns nothing.",
    .formula = "owner(k) ≠ n after weigh(n) and leave(n)",
    .rule = "leave",
    .needs = 0,
    .asks_further = true,
    .catches = {"placement-ghost-of-a-lowered-weight"},
    .at_names = check,
};

}  // namespace clockwise
