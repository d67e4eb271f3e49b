#include <algorithm>

#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class ReplicasStopAtTheEnd final : public FaultBase {
  std::vector<NodeId> walk(std::size_t start, std::size_t most) const override {
    std::vector<NodeId> nodes;
    for (std::size_t i = start; i < tokens_.size() && nodes.size() < most; ++i) {
      const NodeId node = tokens_[i].node;
      if (std::ranges::find(nodes, node) == nodes.end()) nodes.push_back(node);
    }
    return nodes;
  }

  bool truncates() const override { return true; }
};

}  // namespace

extern const Fault replicas_stop_at_the_end;
const Fault replicas_stop_at_the_end{
    .slug = "replicas-stop-at-the-end",
    .story =
        "The walk for replicas ends at the largest token: a list that goes on past it comes out "
        "short.",
    .rule = "replicas",
    .reports = {"bitwalker/libring#39"},
    .make = make_fault<ReplicasStopAtTheEnd>,
};

}  // namespace clockwise::faults
