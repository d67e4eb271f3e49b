#include <algorithm>

#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class ReplicasAreSorted final : public FaultBase {
  std::vector<NodeId> walk(std::size_t start, std::size_t most) const override {
    std::vector<NodeId> nodes = FaultBase::walk(start, most);
    std::ranges::sort(nodes);
    return nodes;
  }
};

}  // namespace

extern const Fault replicas_are_sorted;
const Fault replicas_are_sorted{
    .slug = "replicas-are-sorted",
    .story = "The replicas are listed in the order of their ids: the owner need not be the first.",
    .rule = "replicas",
    .make = make_fault<ReplicasAreSorted>,
};

}  // namespace clockwise::faults
