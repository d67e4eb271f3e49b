#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class Predecessor final : public FaultBase {
  std::size_t locate(Position key) const override {
    for (std::size_t i = tokens_.size(); i-- > 0;) {
      if (tokens_[i].position < key) return i;
    }
    return tokens_.size() - 1;
  }
};

}  // namespace

extern const Fault predecessor;
const Fault predecessor{
    .slug = "predecessor",
    .story = "A key belongs to the last token before it.",
    .rule = "successor",
    .make = make_fault<Predecessor>,
};

}  // namespace clockwise::faults
