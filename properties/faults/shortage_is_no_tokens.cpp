#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class ShortageIsNoTokens final : public FaultBase {
  Outcome<std::size_t> replicas(Position key, std::span<NodeId> out) const override {
    auto filled = FaultBase::replicas(key, out);
    if (filled || filled.error() != Refusal::too_few_nodes) return filled;
    return std::unexpected(Refusal::no_tokens);
  }
};

}  // namespace

extern const Fault shortage_is_no_tokens;
const Fault shortage_is_no_tokens{
    .slug = "shortage-is-no-tokens",
    .story = "Too few nodes for the replicas asked for is refused as if there were no tokens.",
    .rule = "refusals",
    .make = make_fault<ShortageIsNoTokens>,
};

}  // namespace clockwise::faults
