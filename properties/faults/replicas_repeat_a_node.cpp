#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class ReplicasRepeatANode final : public FaultBase {
  std::vector<NodeId> walk(std::size_t start, std::size_t most) const override {
    std::vector<NodeId> nodes;
    for (std::size_t i = 0; i < tokens_.size() && i < most; ++i) {
      nodes.push_back(tokens_[(start + i) % tokens_.size()].node);
    }
    return nodes;
  }
};

}  // namespace

extern const Fault replicas_repeat_a_node;
const Fault replicas_repeat_a_node{
    .slug = "replicas-repeat-a-node",
    .story = "The replicas are the nodes of the next r tokens, be they of one node or of several.",
    .rule = "replicas",
    .reports = {"thanos-io/thanos#5604", "thanos-io/thanos@ee512ae"},
    .make = make_fault<ReplicasRepeatANode>,
};

}  // namespace clockwise::faults
