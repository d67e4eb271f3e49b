#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class IdsAreCheckedFirst final : public FaultBase {
  Outcome<void> check(RingSize size, std::span<const Token> members,
                      std::span<const Token> batch) const override {
    if (!leaves_ring(size, batch) && repeats_id(members, batch)) {
      return std::unexpected(Refusal::duplicate_token);
    }
    return FaultBase::check(size, members, batch);
  }
};

}  // namespace

extern const Fault ids_are_checked_first;
const Fault ids_are_checked_first{
    .slug = "ids-are-checked-first",
    .story = "Of a token whose id and position are both taken, the id is complained of.",
    .rule = "refusals",
    .make = make_fault<IdsAreCheckedFirst>,
};

}  // namespace clockwise::faults
