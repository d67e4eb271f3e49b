#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class NearTokensAreMerged final : public FaultBase {
  std::size_t locate(Position key) const override {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (i > 0 && tokens_[i].position - tokens_[i - 1].position < 4) continue;
      if (tokens_[i].position >= key) return i;
    }
    return 0;
  }
};

}  // namespace

extern const Fault near_tokens_are_merged;
const Fault near_tokens_are_merged{
    .slug = "near-tokens-are-merged",
    .story = "A token less than four positions after the one before it is passed over.",
    .rule = "order",
    .make = make_fault<NearTokensAreMerged>,
};

}  // namespace clockwise::faults
