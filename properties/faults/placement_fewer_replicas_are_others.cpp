#include <utility>

#include "properties/faults/base_name_ring.hpp"

namespace clockwise::faults {
namespace {

class PlacementFewerReplicasAreOthers final : public RendezvousRing {
  std::vector<NodeId> listed(std::string_view key, std::size_t count) const override {
    std::vector<NodeId> nodes = ranked(key);
    if (count % 2 == 1 && nodes.size() > 2) std::swap(nodes[1], nodes[2]);
    nodes.resize(count);
    return nodes;
  }
};

}  // namespace

extern const Fault placement_fewer_replicas_are_others;
const Fault placement_fewer_replicas_are_others{
    .slug = "placement-fewer-replicas-are-others",
    .story = "Lists of odd length come in another order.",
    .rule = "replicas",
    .make_names = make_name_fault<PlacementFewerReplicasAreOthers>,
};

}  // namespace clockwise::faults
