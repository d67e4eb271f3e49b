#include <utility>

#include "properties/kit/plans.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  return every_plan(trial, kNoChange, [&](const PlannedChange& change) {
    Moves back = plan_between(trial, change.size, change.after, change.before);
    for (Move& move : back) std::swap(move.giver, move.taker);
    if (back == change.moves) return Verdict::holds();
    return wrong_plan(trial, change, {},
                      "what the way back has, reversed: " + say_moves(trial.asked, back));
  });
}

}  // namespace

extern const Property plan_reversed_is_the_way_back;
const Property plan_reversed_is_the_way_back{
    .slug = "plan-reversed-is-the-way-back",
    .claim = "The plan of the way back is the same arcs, with givers and takers changed over.",
    .formula = "plan(T′, T) = {(from, to] from taker to giver : m ∈ plan(T, T′)}",
    .rule = "inverse",
    .needs = classes(Class::join, Class::leave),
    .of_plans = true,
    .catches = {"plan-knows-no-leave"},
    .at_positions = check,
};

}  // namespace clockwise
