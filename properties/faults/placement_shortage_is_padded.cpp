#include "properties/faults/base_name_ring.hpp"

namespace clockwise::faults {
namespace {

class PlacementShortageIsPadded final : public RendezvousRing {
  bool refuses_a_shortage() const override { return false; }
  std::vector<NodeId> listed(std::string_view key, std::size_t count) const override {
    const std::vector<NodeId> nodes = ranked(key);
    std::vector<NodeId> list;
    for (std::size_t i = 0; i < count; ++i) list.push_back(nodes[i % nodes.size()]);
    return list;
  }
};

}  // namespace

extern const Fault placement_shortage_is_padded;
const Fault placement_shortage_is_padded{
    .slug = "placement-shortage-is-padded",
    .story = "More replicas than nodes repeat the nodes.",
    .rule = "replicas",
    .make_names = make_name_fault<PlacementShortageIsPadded>,
};

}  // namespace clockwise::faults
