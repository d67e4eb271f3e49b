#include <algorithm>

#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class ReplicasSitAcross final : public FaultBase {
  Outcome<std::size_t> replicas(Position key, std::span<NodeId> out) const override {
    if (auto asked = admit(key); !asked) return std::unexpected(asked.error());
    for (std::size_t i = 0; i < out.size(); ++i) {
      const Count turn = size_->positions() / out.size() * i;
      const auto point = static_cast<Position>((key + turn) % size_->positions());
      const std::vector<NodeId> nodes = walk(locate(point), tokens_.size());
      const auto taken = out.first(i);
      const auto free = std::ranges::find_if(
          nodes, [&](NodeId node) { return std::ranges::find(taken, node) == taken.end(); });
      if (free == nodes.end()) return std::unexpected(Refusal::too_few_nodes);
      out[i] = *free;
    }
    return out.size();
  }
};

}  // namespace

extern const Fault replicas_sit_across;
const Fault replicas_sit_across{
    .slug = "replicas-sit-across",
    .story = "The r replicas are sought from r points at equal distances around the ring.",
    .rule = "order",
    .make = make_fault<ReplicasSitAcross>,
};

}  // namespace clockwise::faults
