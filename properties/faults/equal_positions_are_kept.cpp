#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class EqualPositionsAreKept final : public FaultBase {
  Outcome<void> check(RingSize size, std::span<const Token> members,
                      std::span<const Token> batch) const override {
    auto valid = FaultBase::check(size, members, batch);
    if (!valid && valid.error() == Refusal::duplicate_position) return {};
    return valid;
  }
};

}  // namespace

extern const Fault equal_positions_are_kept;
const Fault equal_positions_are_kept{
    .slug = "equal-positions-are-kept",
    .story =
        "Several tokens may sit at one position, and the one that came first has all its keys.",
    .rule = "positions",
    .reports = {"zalando/skipper#1715", "jjneely/buckytools@0a6a373", "grobian/carbon-c-relay#84",
                "awesomized/libmemcached#41", "serialx/hashring#24"},
    .make = make_fault<EqualPositionsAreKept>,
};

}  // namespace clockwise::faults
