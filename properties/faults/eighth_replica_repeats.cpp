#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class EighthReplicaRepeats final : public FaultBase {
  std::vector<NodeId> walk(std::size_t start, std::size_t most) const override {
    auto nodes = FaultBase::walk(start, most);
    if (nodes.size() >= 8) nodes[7] = nodes[6];
    return nodes;
  }
};

}  // namespace

extern const Fault eighth_replica_repeats;
const Fault eighth_replica_repeats{
    .slug = "eighth-replica-repeats",
    .story = "There is room for seven replicas: the eighth is the seventh once more.",
    .rule = "replicas",
    .beyond_exhaustive = "It takes eight nodes.",
    .make = make_fault<EighthReplicaRepeats>,
};

}  // namespace clockwise::faults
