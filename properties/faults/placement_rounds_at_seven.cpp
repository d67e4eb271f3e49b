#include "properties/faults/base_name_ring.hpp"

namespace clockwise::faults {
namespace {

class PlacementRoundsAtSeven final : public RendezvousRing {
  std::vector<NodeId> ranked(std::string_view key) const override {
    std::vector<NodeId> nodes = RendezvousRing::ranked(key);
    if (nodes.size() % 7 == 0) std::erase(nodes, nodes_.front().node);
    return nodes;
  }
};

}  // namespace

extern const Fault placement_rounds_at_seven;
const Fault placement_rounds_at_seven{
    .slug = "placement-rounds-at-seven",
    .story = "At every seventh size one node's points are rounded away.",
    .rule = "join",
    .make_names = make_name_fault<PlacementRoundsAtSeven>,
};

}  // namespace clockwise::faults
