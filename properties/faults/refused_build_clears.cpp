#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class RefusedBuildClears final : public FaultBase {
  Outcome<void> build(RingSize size, std::span<const Token> tokens) override {
    tokens_.clear();
    return FaultBase::build(size, tokens);
  }
};

}  // namespace

extern const Fault refused_build_clears;
const Fault refused_build_clears{
    .slug = "refused-build-clears",
    .story = "The old ring is given up before the new tokens are checked.",
    .rule = "refusals",
    .make = make_fault<RefusedBuildClears>,
};

}  // namespace clockwise::faults
