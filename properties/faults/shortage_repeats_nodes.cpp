#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class ShortageRepeatsNodes final : public FaultBase {
  std::vector<NodeId> walk(std::size_t start, std::size_t most) const override {
    std::vector<NodeId> nodes = FaultBase::walk(start, most);
    const std::size_t found = nodes.size();
    for (std::size_t i = 0; i < found && nodes.size() < most; ++i) nodes.push_back(nodes[i]);
    return nodes;
  }
};

}  // namespace

extern const Fault shortage_repeats_nodes;
const Fault shortage_repeats_nodes{
    .slug = "shortage-repeats-nodes",
    .story =
        "Where there are fewer than r nodes, the list goes round once more and names them again.",
    .rule = "replicas",
    .reports = {"jeromefroe/hashring-rs#18", "jeromefroe/hashring-rs#31",
                "infinispan/infinispan#334"},
    .make = make_fault<ShortageRepeatsNodes>,
};

}  // namespace clockwise::faults
