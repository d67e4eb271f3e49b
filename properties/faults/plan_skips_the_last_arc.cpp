#include "properties/faults/base_plan.hpp"

namespace clockwise::faults {
namespace {

Moves skip_the_last_arc(RingSize size, std::span<const Token> before,
                        std::span<const Token> after) {
  Moves moves = base_plan(size, before, after);
  if (!moves.empty()) moves.pop_back();
  return moves;
}

}  // namespace

extern const Fault plan_skips_the_last_arc;
const Fault plan_skips_the_last_arc{
    .slug = "plan-skips-the-last-arc",
    .story = "The plan stops one arc before its end.",
    .rule = "handover",
    .reports = {"troubling/hummingbird#513"},
    .make = make_fault<FaultBase>,
    .mover = {.plan = skip_the_last_arc},
};

}  // namespace clockwise::faults
