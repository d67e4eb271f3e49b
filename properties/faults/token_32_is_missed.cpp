#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class Token32IsMissed final : public FaultBase {
  std::size_t locate(Position key) const override {
    const std::size_t i = FaultBase::locate(key);
    return i == 31 ? next(i) : i;
  }
};

}  // namespace

extern const Fault token_32_is_missed;
const Fault token_32_is_missed{
    .slug = "token-32-is-missed",
    .story = "The search goes by blocks of 32 tokens and misses the last token of the first block.",
    .rule = "successor",
    .beyond_exhaustive = "It takes a ring of 32 tokens.",
    .make = make_fault<Token32IsMissed>,
};

}  // namespace clockwise::faults
