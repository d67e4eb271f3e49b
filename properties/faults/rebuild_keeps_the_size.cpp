#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class RebuildKeepsTheSize final : public FaultBase {
  Outcome<void> build(RingSize size, std::span<const Token> tokens) override {
    const bool fits = size_ && !leaves_ring(*size_, tokens);
    return FaultBase::build(fits ? *size_ : size, tokens);
  }
};

}  // namespace

extern const Fault rebuild_keeps_the_size;
const Fault rebuild_keeps_the_size{
    .slug = "rebuild-keeps-the-size",
    .story = "A second build puts new tokens on a ring of the old size, where they fit.",
    .rule = "positions",
    .beyond_exhaustive = "Every ring that it builds in one case is of one size.",
    .make = make_fault<RebuildKeepsTheSize>,
};

}  // namespace clockwise::faults
