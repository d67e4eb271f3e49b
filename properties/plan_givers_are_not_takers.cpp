#include "properties/kit/plans.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  return every_plan(trial, kNoChange, [&](const PlannedChange& change) {
    for (const Move& move : change.moves) {
      if (move.giver == move.taker) return wrong_plan(trial, change, {}, "arcs between two nodes");
    }
    return change.moves.empty() ? Verdict::vacuous("no plan has an arc") : Verdict::holds();
  });
}

}  // namespace

extern const Property plan_givers_are_not_takers;
const Property plan_givers_are_not_takers{
    .slug = "plan-givers-are-not-takers",
    .claim = "Each arc of a plan goes from one node to another.",
    .formula = "giver(m) ≠ taker(m) for every m ∈ plan",
    .rule = "handover",
    .needs = classes(Class::join, Class::member_joins, Class::leave),
    .of_plans = true,
    .catches = {"plan-lists-what-stays", "plan-names-the-taker-as-giver"},
    .at_positions = check,
};

}  // namespace clockwise
