#include <algorithm>

#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class ReplicasInNameOrder final : public FaultBase {
  std::vector<NodeId> walk(std::size_t start, std::size_t most) const override {
    std::vector<NodeId> nodes = FaultBase::walk(start, tokens_.size());
    const NodeId owner = nodes.front();
    std::ranges::sort(nodes);
    std::ranges::rotate(nodes, std::ranges::find(nodes, owner));
    nodes.resize(std::min(nodes.size(), most));
    return nodes;
  }
};

}  // namespace

extern const Fault replicas_in_name_order;
const Fault replicas_in_name_order{
    .slug = "replicas-in-name-order",
    .story =
        "After the owner, replicas are taken in the order of ids, after the largest from the "
        "smallest on.",
    .rule = "replicas",
    .reports = {"mattbostock/timbala#127"},
    .make = make_fault<ReplicasInNameOrder>,
};

}  // namespace clockwise::faults
