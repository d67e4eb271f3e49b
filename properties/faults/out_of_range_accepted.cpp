#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class OutOfRangeAccepted final : public FaultBase {
  static std::vector<Token> all_reduced(RingSize size, std::span<const Token> batch) {
    std::vector<Token> tokens(batch.begin(), batch.end());
    for (Token& token : tokens) token.position = reduced(size, token.position);
    return tokens;
  }

  Outcome<void> check(RingSize size, std::span<const Token> members,
                      std::span<const Token> batch) const override {
    return FaultBase::check(size, members, all_reduced(size, batch));
  }

  void insert(std::span<const Token> batch) override {
    FaultBase::insert(all_reduced(*size_, batch));
  }
};

}  // namespace

extern const Fault out_of_range_accepted;
const Fault out_of_range_accepted{
    .slug = "out-of-range-accepted",
    .story = "A token past the end is accepted, and sits at its position modulo M.",
    .rule = "positions",
    .make = make_fault<OutOfRangeAccepted>,
};

}  // namespace clockwise::faults
