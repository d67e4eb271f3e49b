#include "properties/faults/base_plan.hpp"

namespace clockwise::faults {
namespace {

Moves name_the_taker_as_giver(RingSize size, std::span<const Token> before,
                              std::span<const Token> after) {
  Moves moves = base_plan(size, before, after);
  for (Move& move : moves) move.giver = move.taker;
  return moves;
}

}  // namespace

extern const Fault plan_names_the_taker_as_giver;
const Fault plan_names_the_taker_as_giver{
    .slug = "plan-names-the-taker-as-giver",
    .story = "The plan names the new owner as the source of its own data.",
    .rule = "leave",
    .reports = {"scylladb/scylladb#6400"},
    .make = make_fault<FaultBase>,
    .mover = {.plan = name_the_taker_as_giver},
};

}  // namespace clockwise::faults
