#include "properties/kit/plans.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  return every_plan(trial, "no join", [&](const PlannedChange& change) {
    const auto* join = std::get_if<Join>(&trial.asked.steps[change.state - 1]);
    if (join == nullptr) return Verdict::vacuous("no join");
    for (const Move& move : change.moves) {
      if (has_node(join->tokens, move.taker)) continue;
      return wrong_plan(trial, change, {}, "takers with a joining token only");
    }
    return Verdict::holds();
  });
}

}  // namespace

extern const Property plan_of_a_join_gives_to_newcomers;
const Property plan_of_a_join_gives_to_newcomers{
    .slug = "plan-of-a-join-gives-to-newcomers",
    .claim = "By the plan of a join, only nodes with a joining token take.",
    .formula = "T′ = T ∪ X ⇒ taker(m) ∈ nodes(X) for every m ∈ plan",
    .rule = "join",
    .needs = classes(Class::join, Class::member_joins),
    .of_plans = true,
    .catches = {"plan-swaps-giver-and-taker"},
    .at_positions = check,
};

}  // namespace clockwise
