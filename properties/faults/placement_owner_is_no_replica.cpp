#include <algorithm>

#include "properties/faults/base_name_ring.hpp"

namespace clockwise::faults {
namespace {

class PlacementOwnerIsNoReplica final : public RendezvousRing {
  std::vector<NodeId> listed(std::string_view key, std::size_t count) const override {
    std::vector<NodeId> nodes = ranked(key);
    std::ranges::rotate(nodes, nodes.begin() + 1);
    nodes.resize(count);
    return nodes;
  }
};

}  // namespace

extern const Fault placement_owner_is_no_replica;
const Fault placement_owner_is_no_replica{
    .slug = "placement-owner-is-no-replica",
    .story = "Lists begin behind the owner.",
    .rule = "replicas",
    .make_names = make_name_fault<PlacementOwnerIsNoReplica>,
};

}  // namespace clockwise::faults
