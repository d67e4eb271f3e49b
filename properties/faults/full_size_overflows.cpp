#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class FullSizeOverflows final : public FaultBase {
  Outcome<void> check(RingSize size, std::span<const Token> members,
                      std::span<const Token> batch) const override {
    const Position positions = size.last() + 1;
    for (const Token& token : batch) {
      if (token.position >= positions) return std::unexpected(Refusal::position_out_of_range);
    }
    return FaultBase::check(size, members, batch);
  }
};

}  // namespace

extern const Fault full_size_overflows;
const Fault full_size_overflows{
    .slug = "full-size-overflows",
    .story =
        "M is kept in 64 bits and is 0 for the largest ring, on which every position is out of "
        "range.",
    .rule = "positions",
    .make = make_fault<FullSizeOverflows>,
};

}  // namespace clockwise::faults
