#include "properties/faults/base_plan.hpp"

namespace clockwise::faults {
namespace {

Moves forget_the_wrap(RingSize size, std::span<const Token> before, std::span<const Token> after) {
  Moves moves = base_plan(size, before, after);
  if (!moves.empty() && moves.front().from >= moves.front().to) moves.erase(moves.begin());
  return moves;
}

}  // namespace

extern const Fault plan_forgets_the_wrap;
const Fault plan_forgets_the_wrap{
    .slug = "plan-forgets-the-wrap",
    .story = "The plan leaves out the arc across 0.",
    .rule = "wrap",
    .reports = {"apache/pulsar#23321"},
    .make = make_fault<FaultBase>,
    .mover = {.plan = forget_the_wrap},
};

}  // namespace clockwise::faults
