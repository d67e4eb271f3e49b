#include <algorithm>

#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class ReplicasWalkBackwards final : public FaultBase {
  std::vector<NodeId> walk(std::size_t start, std::size_t most) const override {
    std::vector<NodeId> nodes;
    std::size_t i = start;
    for (std::size_t looked = 0; looked < tokens_.size() && nodes.size() < most; ++looked) {
      const NodeId node = tokens_[i].node;
      if (std::ranges::find(nodes, node) == nodes.end()) nodes.push_back(node);
      i = previous(i);
    }
    return nodes;
  }
};

}  // namespace

extern const Fault replicas_walk_backwards;
const Fault replicas_walk_backwards{
    .slug = "replicas-walk-backwards",
    .story = "After the owner, replicas are taken counter-clockwise.",
    .rule = "replicas",
    .make = make_fault<ReplicasWalkBackwards>,
};

}  // namespace clockwise::faults
