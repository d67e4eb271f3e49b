#include "properties/kit/plans.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  return every_plan(trial, kNoChange, [&](const PlannedChange& change) {
    for (std::size_t k = 0; k < trial.asked.keys.size(); ++k) {
      const Position key = trial.asked.keys[k];
      if (!change.size.contains(key)) continue;
      NodeId node = token_over(change.before, key).node;
      for (const Move& move : moves_over(change.moves, key)) {
        if (move.giver == node) node = move.taker;  // nobody hands over what is not its own
      }
      const NodeId right = token_over(change.after, key).node;
      if (node == right) continue;
      return wrong_plan(trial, change, k, node_name(trial.asked, right) + " in the end");
    }
    return Verdict::holds();
  });
}

}  // namespace

extern const Property plan_applied_is_the_new_placement;
const Property plan_applied_is_the_new_placement{
    .slug = "plan-applied-is-the-new-placement",
    .claim = "Once the givers of a plan hand its arcs to the takers, the old placement is the new.",
    .formula = "owner′(k) = taker(m) if k is on an arc m of the plan, else owner(k)",
    .rule = "handover",
    .needs = classes(Class::join, Class::leave),
    .of_plans = true,
    .catches = {"plan-forgets-the-wrap", "plan-knows-no-leave", "plan-moves-one-arc-a-node"},
    .at_positions = check,
};

}  // namespace clockwise
