#include <algorithm>
#include <utility>

#include "properties/faults/base_name_ring.hpp"

namespace clockwise::faults {
namespace {

class PlacementFirstComerIsFavoured final : public RendezvousRing {
  std::vector<NodeId> ranked(std::string_view key) const override {
    std::vector<NodeId> nodes = RendezvousRing::ranked(key);
    if (mixed(key) % 40 == 0) {
      std::swap(nodes.front(), *std::ranges::find(nodes, nodes_.front().node));
    }
    return nodes;
  }
};

}  // namespace

extern const Fault placement_first_comer_is_favoured;
const Fault placement_first_comer_is_favoured{
    .slug = "placement-first-comer-is-favoured",
    .story = "Where two collide, the one that came first wins.",
    .rule = "set",
    .make_names = make_name_fault<PlacementFirstComerIsFavoured>,
};

}  // namespace clockwise::faults
