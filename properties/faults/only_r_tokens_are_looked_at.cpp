#include <algorithm>

#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class OnlyRTokensAreLookedAt final : public FaultBase {
  std::vector<NodeId> walk(std::size_t start, std::size_t most) const override {
    std::vector<NodeId> nodes;
    for (std::size_t i = 0; i < tokens_.size() && i < most; ++i) {
      const NodeId node = tokens_[(start + i) % tokens_.size()].node;
      if (std::ranges::find(nodes, node) == nodes.end()) nodes.push_back(node);
    }
    return nodes;
  }

  bool truncates() const override { return true; }
};

}  // namespace

extern const Fault only_r_tokens_are_looked_at;
const Fault only_r_tokens_are_looked_at{
    .slug = "only-r-tokens-are-looked-at",
    .story =
        "The next r tokens are looked at: where two are of one node, the list comes out short.",
    .rule = "replicas",
    .reports = {"apache/cassandra-java-driver#137"},
    .make = make_fault<OnlyRTokensAreLookedAt>,
};

}  // namespace clockwise::faults
