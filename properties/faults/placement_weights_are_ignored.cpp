#include "properties/faults/base_name_ring.hpp"

namespace clockwise::faults {
namespace {

class PlacementWeightsAreIgnored final : public RendezvousRing {
 public:
  Outcome<void> join(std::span<const NamedNode> nodes) override {
    std::vector<NamedNode> equal(nodes.begin(), nodes.end());
    for (NamedNode& node : equal) node.weight = 1;
    return RendezvousRing::join(equal);
  }

 private:
  void set_weight(Node&, std::uint64_t) override {}
};

}  // namespace

extern const Fault placement_weights_are_ignored;
const Fault placement_weights_are_ignored{
    .slug = "placement-weights-are-ignored",
    .story = "Every node gets as many keys as any other, whatever its weight.",
    .rule = "share",
    .beyond_exhaustive = "No ring that the engine makes has weights.",
    .make_names = make_name_fault<PlacementWeightsAreIgnored>,
};

}  // namespace clockwise::faults
