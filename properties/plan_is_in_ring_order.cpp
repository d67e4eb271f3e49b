#include "properties/kit/plans.hpp"

namespace clockwise {
namespace {

bool continues(const Move& first, const Move& second) {
  return first.to == second.from && first.giver == second.giver && first.taker == second.taker;
}

Verdict check(const Trial& trial) {
  return every_plan(trial, kNoChange, [&](const PlannedChange& change) {
    const Moves& moves = change.moves;
    for (std::size_t i = 1; i < moves.size(); ++i) {
      if (moves[i - 1].to >= moves[i].to) {
        return wrong_plan(trial, change, {}, "arcs in the order of the ring");
      }
    }
    for (std::size_t i = 0; moves.size() > 1 && i < moves.size(); ++i) {
      if (continues(moves[i], moves[i + 1 < moves.size() ? i + 1 : 0])) {
        return wrong_plan(trial, change, {}, "one arc in place of two that touch");
      }
    }
    return moves.empty() ? Verdict::vacuous("no plan has an arc") : Verdict::holds();
  });
}

}  // namespace

extern const Property plan_is_in_ring_order;
const Property plan_is_in_ring_order{
    .slug = "plan-is-in-ring-order",
    .claim = "The arcs of a plan are in the order of the ring from 0 on, and as few as can be.",
    .formula = "to₁ < to₂ < …; toᵢ = fromⱼ ⇒ giverᵢ ≠ giverⱼ or takerᵢ ≠ takerⱼ",
    .rule = "arcs",
    .needs = classes(Class::join, Class::leave, Class::node_side_by_side),
    .of_plans = true,
    .catches = {"plan-splits-its-arcs", "plan-lists-the-wrap-last"},
    .at_positions = check,
};

}  // namespace clockwise
