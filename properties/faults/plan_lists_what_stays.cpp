#include "properties/faults/base_plan.hpp"

namespace clockwise::faults {
namespace {

Moves list_what_stays(RingSize /*size*/, std::span<const Token> before,
                      std::span<const Token> after) {
  Moves moves;
  for (const Move& move : base_stretches(before, after)) {
    const bool is_new = has_position(after, move.to) && !has_position(before, move.to);
    if (move.giver != move.taker || is_new) moves.push_back(move);
  }
  return joined(moves);
}

}  // namespace

extern const Fault plan_lists_what_stays;
const Fault plan_lists_what_stays{
    .slug = "plan-lists-what-stays",
    .story = "The plan lists the arc of each new token, also where its own node had it.",
    .rule = "handover",
    .reports = {"openstack/swift@09bdc87"},
    .make = make_fault<FaultBase>,
    .mover = {.plan = list_what_stays},
};

}  // namespace clockwise::faults
