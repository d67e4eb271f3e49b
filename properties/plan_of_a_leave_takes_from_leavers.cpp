#include "properties/kit/plans.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  return every_plan(trial, "no leave", [&](const PlannedChange& change) {
    const auto* leave = std::get_if<Leave>(&trial.asked.steps[change.state - 1]);
    if (leave == nullptr) return Verdict::vacuous("no leave");
    for (const Move& move : change.moves) {
      if (move.giver == leave->node) continue;
      return wrong_plan(trial, change, {},
                        node_name(trial.asked, leave->node) + " as the only giver");
    }
    return Verdict::holds();
  });
}

}  // namespace

extern const Property plan_of_a_leave_takes_from_leavers;
const Property plan_of_a_leave_takes_from_leavers{
    .slug = "plan-of-a-leave-takes-from-leavers",
    .claim = "By the plan of a leave, only the leaving node gives.",
    .formula = "T′ = {t ∈ T : node(t) ≠ n} ⇒ giver(m) = n for every m ∈ plan",
    .rule = "leave",
    .needs = classes(Class::leave, Class::several_leave),
    .of_plans = true,
    .catches = {"plan-names-the-taker-as-giver", "plan-swaps-giver-and-taker"},
    .at_positions = check,
};

}  // namespace clockwise
