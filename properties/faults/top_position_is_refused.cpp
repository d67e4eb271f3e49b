#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class TopPositionIsRefused final : public FaultBase {
  Outcome<void> check(RingSize size, std::span<const Token> members,
                      std::span<const Token> batch) const override {
    for (const Token& token : batch) {
      if (token.position == size.last()) return std::unexpected(Refusal::position_out_of_range);
    }
    return FaultBase::check(size, members, batch);
  }

  Outcome<void> admit(Position key) const override {
    if (auto asked = FaultBase::admit(key); !asked) return asked;
    if (key == size_->last()) return std::unexpected(Refusal::position_out_of_range);
    return {};
  }
};

}  // namespace

extern const Fault top_position_is_refused;
const Fault top_position_is_refused{
    .slug = "top-position-is-refused",
    .story = "The top position is taken to be past the end, for tokens and for keys.",
    .rule = "positions",
    .make = make_fault<TopPositionIsRefused>,
};

}  // namespace clockwise::faults
