#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class RangeIsCheckedLast final : public FaultBase {
  Outcome<void> check(RingSize size, std::span<const Token> members,
                      std::span<const Token> batch) const override {
    if (repeats_position(members, batch)) return std::unexpected(Refusal::duplicate_position);
    if (repeats_id(members, batch)) return std::unexpected(Refusal::duplicate_token);
    return FaultBase::check(size, members, batch);
  }
};

}  // namespace

extern const Fault range_is_checked_last;
const Fault range_is_checked_last{
    .slug = "range-is-checked-last",
    .story =
        "Of a batch that is out of range and repeats something, the repetition is complained of.",
    .rule = "refusals",
    .make = make_fault<RangeIsCheckedLast>,
};

}  // namespace clockwise::faults
