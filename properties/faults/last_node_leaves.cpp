#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class LastNodeLeaves final : public FaultBase {
  Outcome<void> leave(NodeId node) override {
    auto left = FaultBase::leave(node);
    if (left || left.error() != Refusal::last_node) return left;
    tokens_.clear();
    return {};
  }
};

}  // namespace

extern const Fault last_node_leaves;
const Fault last_node_leaves{
    .slug = "last-node-leaves",
    .story = "The last node may leave, and the ring is empty.",
    .rule = "refusals",
    .make = make_fault<LastNodeLeaves>,
};

}  // namespace clockwise::faults
