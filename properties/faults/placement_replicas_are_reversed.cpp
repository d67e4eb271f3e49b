#include <algorithm>

#include "properties/faults/base_name_ring.hpp"

namespace clockwise::faults {
namespace {

class PlacementReplicasAreReversed final : public RendezvousRing {
  std::vector<NodeId> listed(std::string_view key, std::size_t count) const override {
    std::vector<NodeId> nodes = RendezvousRing::listed(key, count);
    std::ranges::reverse(nodes);
    return nodes;
  }
};

}  // namespace

extern const Fault placement_replicas_are_reversed;
const Fault placement_replicas_are_reversed{
    .slug = "placement-replicas-are-reversed",
    .story = "Lists begin with the last replica and end with the owner.",
    .rule = "replicas",
    .make_names = make_name_fault<PlacementReplicasAreReversed>,
};

}  // namespace clockwise::faults
