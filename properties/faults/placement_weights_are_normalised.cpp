#include <algorithm>
#include <functional>
#include <utility>

#include "properties/faults/base_name_ring.hpp"

namespace clockwise::faults {
namespace {

class PlacementWeightsAreNormalised final : public RendezvousRing {
  std::vector<NodeId> ranked(std::string_view key) const override {
    constexpr std::uint64_t kPoints = 160;
    std::uint64_t weights = 0;
    for (const Node& node : nodes_) weights += node.weight;
    std::vector<std::pair<std::uint64_t, NodeId>> best;
    for (const Node& node : nodes_) {
      std::uint64_t most = 0;
      for (std::uint64_t point = 0; point <= kPoints * node.weight / weights; ++point) {
        most = std::max(most, mixed(key, mixed(node.name, point)));
      }
      best.emplace_back(most, node.node);
    }
    std::ranges::sort(best, std::greater{});
    std::vector<NodeId> nodes;
    for (const auto& [number, node] : best) nodes.push_back(node);
    return nodes;
  }
};

}  // namespace

extern const Fault placement_weights_are_normalised;
const Fault placement_weights_are_normalised{
    .slug = "placement-weights-are-normalised",
    .story =
        "A node's points are its part of all weights, so that whoever comes takes points from "
        "others.",
    .rule = "join",
    .make_names = make_name_fault<PlacementWeightsAreNormalised>,
};

}  // namespace clockwise::faults
