#include "properties/faults/base_name_ring.hpp"

namespace clockwise::faults {
namespace {

class PlacementModulo final : public RendezvousRing {
  std::vector<NodeId> ranked(std::string_view key) const override {
    std::vector<NodeId> nodes;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      nodes.push_back(nodes_[(mixed(key) + i) % nodes_.size()].node);
    }
    return nodes;
  }
};

}  // namespace

extern const Fault placement_modulo;
const Fault placement_modulo{
    .slug = "placement-modulo",
    .story = "The number of the key modulo the number of nodes is the owner.",
    .rule = "join",
    .make_names = make_name_fault<PlacementModulo>,
};

}  // namespace clockwise::faults
