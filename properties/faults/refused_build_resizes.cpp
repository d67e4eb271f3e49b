#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class RefusedBuildResizes final : public FaultBase {
  Outcome<void> build(RingSize size, std::span<const Token> tokens) override {
    auto built = FaultBase::build(size, tokens);
    if (!built && size_ && !leaves_ring(size, tokens_)) size_ = size;
    return built;
  }
};

}  // namespace

extern const Fault refused_build_resizes;
const Fault refused_build_resizes{
    .slug = "refused-build-resizes",
    .story = "A build that is refused changes the size of the ring, where the tokens still fit.",
    .rule = "refusals",
    .make = make_fault<RefusedBuildResizes>,
};

}  // namespace clockwise::faults
