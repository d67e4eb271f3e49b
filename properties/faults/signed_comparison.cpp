#include <cstdint>

#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class SignedComparison final : public FaultBase {
  std::size_t locate(Position key) const override {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const auto position = static_cast<std::int64_t>(tokens_[i].position);
      if (position >= static_cast<std::int64_t>(key)) return i;
    }
    return 0;
  }
};

}  // namespace

extern const Fault signed_comparison;
const Fault signed_comparison{
    .slug = "signed-comparison",
    .story =
        "Positions are compared as signed numbers, so that those with the top bit are below all "
        "others.",
    .rule = "successor",
    .make = make_fault<SignedComparison>,
};

}  // namespace clockwise::faults
