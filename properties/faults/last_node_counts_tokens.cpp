#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class LastNodeCountsTokens final : public FaultBase {
  Outcome<void> leave(NodeId node) override {
    auto left = FaultBase::leave(node);
    if (left || left.error() != Refusal::last_node || tokens_.size() == 1) return left;
    tokens_.clear();
    return {};
  }
};

}  // namespace

extern const Fault last_node_counts_tokens;
const Fault last_node_counts_tokens{
    .slug = "last-node-counts-tokens",
    .story =
        "The last node may leave if it has several tokens: tokens are counted in place of nodes.",
    .rule = "refusals",
    .make = make_fault<LastNodeCountsTokens>,
};

}  // namespace clockwise::faults
