#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class TwoNodesCannotPart final : public FaultBase {
  Outcome<void> leave(NodeId node) override {
    const std::vector<NodeId> nodes = walk(0, tokens_.size());
    if (nodes.size() == 2 && (nodes[0] == node || nodes[1] == node)) {
      return std::unexpected(Refusal::last_node);
    }
    return FaultBase::leave(node);
  }
};

}  // namespace

extern const Fault two_nodes_cannot_part;
const Fault two_nodes_cannot_part{
    .slug = "two-nodes-cannot-part",
    .story = "Of two nodes, neither may leave.",
    .rule = "refusals",
    .make = make_fault<TwoNodesCannotPart>,
};

}  // namespace clockwise::faults
