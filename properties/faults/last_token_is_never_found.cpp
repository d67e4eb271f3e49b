#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class LastTokenIsNeverFound final : public FaultBase {
  std::size_t locate(Position key) const override {
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      if (tokens_[i].position >= key) return i;
    }
    return 0;
  }
};

}  // namespace

extern const Fault last_token_is_never_found;
const Fault last_token_is_never_found{
    .slug = "last-token-is-never-found",
    .story = "The search stops before the last token, whose arc goes to the first one.",
    .rule = "successor",
    .make = make_fault<LastTokenIsNeverFound>,
};

}  // namespace clockwise::faults
