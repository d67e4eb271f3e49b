#include <utility>

#include "properties/faults/base_name_ring.hpp"

namespace clockwise::faults {
namespace {

class PlacementAskingWearsOut final : public RendezvousRing {
  std::vector<NodeId> ranked(std::string_view key) const override {
    std::vector<NodeId> nodes = RendezvousRing::ranked(key);
    if (++asked_ % 50 == 0) std::swap(nodes.front(), nodes.back());
    return nodes;
  }

  mutable std::uint64_t asked_ = 0;
};

}  // namespace

extern const Fault placement_asking_wears_out;
const Fault placement_asking_wears_out{
    .slug = "placement-asking-wears-out",
    .story = "Every fiftieth question is answered with another node.",
    .rule = "pure",
    .make_names = make_name_fault<PlacementAskingWearsOut>,
};

}  // namespace clockwise::faults
