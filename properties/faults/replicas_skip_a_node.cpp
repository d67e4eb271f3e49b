#include <algorithm>

#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class ReplicasSkipANode final : public FaultBase {
  std::vector<NodeId> walk(std::size_t start, std::size_t most) const override {
    const std::vector<NodeId> ring = FaultBase::walk(start, tokens_.size());
    std::vector<NodeId> nodes;
    for (std::size_t i = 0; i < ring.size(); i += 2) nodes.push_back(ring[i]);
    for (std::size_t i = 1; i < ring.size(); i += 2) nodes.push_back(ring[i]);
    nodes.resize(std::min(nodes.size(), most));
    return nodes;
  }
};

}  // namespace

extern const Fault replicas_skip_a_node;
const Fault replicas_skip_a_node{
    .slug = "replicas-skip-a-node",
    .story =
        "Every second node is passed over to spread the replicas, so that a newcomer shifts them "
        "all.",
    .rule = "replica-stability",
    .reports = {"cortexproject/cortex#5429"},
    .make = make_fault<ReplicasSkipANode>,
};

}  // namespace clockwise::faults
