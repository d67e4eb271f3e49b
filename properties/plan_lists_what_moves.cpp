#include "properties/kit/plans.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  return every_plan(trial, kNoChange, [&](const PlannedChange& change) {
    for (std::size_t k = 0; k < trial.asked.keys.size(); ++k) {
      const Position key = trial.asked.keys[k];
      if (!change.size.contains(key)) continue;
      const NodeId giver = token_over(change.before, key).node;
      const NodeId taker = token_over(change.after, key).node;
      const Moves listed = moves_over(change.moves, key);
      if (giver == taker) {
        if (!listed.empty()) return wrong_plan(trial, change, k, "no arc over the key");
      } else if (listed.size() != 1 || listed[0].giver != giver || listed[0].taker != taker) {
        return wrong_plan(trial, change, k,
                          "one arc over the key, " + say_move(trial.asked, giver, taker));
      }
    }
    return Verdict::holds();
  });
}

}  // namespace

extern const Property plan_lists_what_moves;
const Property plan_lists_what_moves{
    .slug = "plan-lists-what-moves",
    .claim = "A plan lists each position whose owner changes once, with both owners, and no other.",
    .formula =
        "owner(k) ≠ owner′(k) ⇒ k is on one arc of the plan, from owner(k) to owner′(k); "
        "else on none",
    .rule = "handover",
    .needs = classes(Class::join, Class::leave, Class::key_past_last),
    .of_plans = true,
    .catches = {"plan-forgets-the-wrap", "plan-skips-the-last-arc", "plan-takes-the-whole-arc",
                "plan-knows-no-leave"},
    .at_positions = check,
};

}  // namespace clockwise
