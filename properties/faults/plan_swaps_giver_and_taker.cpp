#include "properties/faults/base_plan.hpp"

namespace clockwise::faults {
namespace {

Moves swap_giver_and_taker(RingSize size, std::span<const Token> before,
                           std::span<const Token> after) {
  Moves moves = base_plan(size, before, after);
  for (Move& move : moves) std::swap(move.giver, move.taker);
  return moves;
}

}  // namespace

extern const Fault plan_swaps_giver_and_taker;
const Fault plan_swaps_giver_and_taker{
    .slug = "plan-swaps-giver-and-taker",
    .story = "The plan moves each arc from its new owner to its old one.",
    .rule = "join",
    .make = make_fault<FaultBase>,
    .mover = {.plan = swap_giver_and_taker},
};

}  // namespace clockwise::faults
