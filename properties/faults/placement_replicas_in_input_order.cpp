#include <algorithm>

#include "properties/faults/base_name_ring.hpp"

namespace clockwise::faults {
namespace {

class PlacementReplicasInInputOrder final : public RendezvousRing {
  std::vector<NodeId> listed(std::string_view key, std::size_t count) const override {
    std::vector<NodeId> nodes = RendezvousRing::listed(key, std::min<std::size_t>(count, 1));
    for (const Node& node : nodes_) {
      if (nodes.size() < count && node.node != nodes.front()) nodes.push_back(node.node);
    }
    return nodes;
  }
};

}  // namespace

extern const Fault placement_replicas_in_input_order;
const Fault placement_replicas_in_input_order{
    .slug = "placement-replicas-in-input-order",
    .story = "Replicas behind the owner come in the order of input.",
    .rule = "replicas",
    .make_names = make_name_fault<PlacementReplicasInInputOrder>,
};

}  // namespace clockwise::faults
