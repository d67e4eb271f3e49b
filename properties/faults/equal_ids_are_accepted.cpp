#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class EqualIdsAreAccepted final : public FaultBase {
  Outcome<void> check(RingSize size, std::span<const Token> members,
                      std::span<const Token> batch) const override {
    auto valid = FaultBase::check(size, members, batch);
    if (!valid && valid.error() == Refusal::duplicate_token) return {};
    return valid;
  }
};

}  // namespace

extern const Fault equal_ids_are_accepted;
const Fault equal_ids_are_accepted{
    .slug = "equal-ids-are-accepted",
    .story = "Two tokens may have one id.",
    .rule = "refusals",
    .make = make_fault<EqualIdsAreAccepted>,
};

}  // namespace clockwise::faults
