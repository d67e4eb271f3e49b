#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class RebuildMerges final : public FaultBase {
  Outcome<void> build(RingSize size, std::span<const Token> tokens) override {
    const std::vector<Token> old = tokens_;
    auto built = FaultBase::build(size, tokens);
    if (built) insert(old);
    return built;
  }
};

}  // namespace

extern const Fault rebuild_merges;
const Fault rebuild_merges{
    .slug = "rebuild-merges",
    .story = "A second build adds its tokens to the old ones.",
    .rule = "set",
    .make = make_fault<RebuildMerges>,
};

}  // namespace clockwise::faults
