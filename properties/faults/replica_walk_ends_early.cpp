#include <algorithm>

#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class ReplicaWalkEndsEarly final : public FaultBase {
  std::vector<NodeId> walk(std::size_t start, std::size_t most) const override {
    std::vector<NodeId> nodes{tokens_[start].node};
    for (std::size_t i = next(start); next(i) != start && nodes.size() < most; i = next(i)) {
      const NodeId node = tokens_[i].node;
      if (std::ranges::find(nodes, node) == nodes.end()) nodes.push_back(node);
    }
    nodes.resize(std::min(nodes.size(), most));
    return nodes;
  }

  bool truncates() const override { return true; }
};

}  // namespace

extern const Fault replica_walk_ends_early;
const Fault replica_walk_ends_early{
    .slug = "replica-walk-ends-early",
    .story =
        "The walk for replicas ends one token short of a whole lap, and the list comes out short.",
    .rule = "replicas",
    .make = make_fault<ReplicaWalkEndsEarly>,
};

}  // namespace clockwise::faults
