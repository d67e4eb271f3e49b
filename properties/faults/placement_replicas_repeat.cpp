#include "properties/faults/base_name_ring.hpp"

namespace clockwise::faults {
namespace {

class PlacementReplicasRepeat final : public RendezvousRing {
  std::vector<NodeId> listed(std::string_view key, std::size_t count) const override {
    std::vector<NodeId> nodes = RendezvousRing::listed(key, count);
    if (nodes.size() > 1 && mixed(key) % 9 == 0) nodes[1] = nodes[0];
    return nodes;
  }
};

}  // namespace

extern const Fault placement_replicas_repeat;
const Fault placement_replicas_repeat{
    .slug = "placement-replicas-repeat",
    .story = "Some lists name the owner twice.",
    .rule = "replicas",
    .make_names = make_name_fault<PlacementReplicasRepeat>,
};

}  // namespace clockwise::faults
