#include "properties/faults/base_plan.hpp"

namespace clockwise::faults {
namespace {

class CopyEmptiesTheGiver final : public Store {
  void copy(const Move& move) override {
    Store::copy(move);
    drop(move);
  }
};

}  // namespace

extern const Fault copy_empties_the_giver;
const Fault copy_empties_the_giver{
    .slug = "copy-empties-the-giver",
    .story = "The giver loses what is copied at once, though it is still asked.",
    .rule = "handover",
    .make = make_fault<FaultBase>,
    .mover = {.plan = base_plan, .store = make_store<CopyEmptiesTheGiver>},
};

}  // namespace clockwise::faults
