#include "properties/faults/base_name_ring.hpp"

namespace clockwise::faults {
namespace {

class PlacementLastNodeLeaves final : public RendezvousRing {
  bool keeps_the_last_node() const override { return false; }
};

}  // namespace

extern const Fault placement_last_node_leaves;
const Fault placement_last_node_leaves{
    .slug = "placement-last-node-leaves",
    .story = "The last node may leave, and nobody is left to own a key.",
    .rule = "refusals",
    .make_names = make_name_fault<PlacementLastNodeLeaves>,
};

}  // namespace clockwise::faults
