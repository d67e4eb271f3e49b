#include <set>

#include "properties/faults/base_name_ring.hpp"

namespace clockwise::faults {
namespace {

class PlacementGhostOfALoweredWeight final : public RendezvousRing {
  void set_weight(Node& node, std::uint64_t weight) override {
    if (weight < node.weight) ghosts_.insert(node.node);
    node.weight = weight;
  }
  void drop(NodeId node) override {
    if (!ghosts_.contains(node)) RendezvousRing::drop(node);
  }

  std::set<NodeId> ghosts_;
};

}  // namespace

extern const Fault placement_ghost_of_a_lowered_weight;
const Fault placement_ghost_of_a_lowered_weight{
    .slug = "placement-ghost-of-a-lowered-weight",
    .story = "A leave forgets the points that a lowered weight left behind.",
    .rule = "leave",
    .make_names = make_name_fault<PlacementGhostOfALoweredWeight>,
};

}  // namespace clockwise::faults
