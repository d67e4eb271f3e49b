#include <algorithm>

#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class ReplicasInListOrder final : public FaultBase {
  Outcome<void> build(RingSize size, std::span<const Token> tokens) override {
    auto built = FaultBase::build(size, tokens);
    if (built) listed_.assign(tokens.begin(), tokens.end());
    return built;
  }

  void add(std::span<const Token> batch) override {
    FaultBase::add(batch);
    listed_.insert(listed_.end(), batch.begin(), batch.end());
  }

  void drop(NodeId node) override {
    FaultBase::drop(node);
    std::erase_if(listed_, [node](const Token& token) { return token.node == node; });
  }

  std::vector<NodeId> walk(std::size_t start, std::size_t most) const override {
    std::vector<NodeId> nodes{tokens_[start].node};
    for (const Token& token : listed_) {
      if (std::ranges::find(nodes, token.node) == nodes.end()) nodes.push_back(token.node);
    }
    nodes.resize(std::min(nodes.size(), most));
    return nodes;
  }

  std::vector<Token> listed_;
};

}  // namespace

extern const Fault replicas_in_list_order;
const Fault replicas_in_list_order{
    .slug = "replicas-in-list-order",
    .story = "After the owner, replicas are taken in the order in which the nodes came.",
    .rule = "replicas",
    .reports = {"thanos-io/thanos#5427", "thanos-io/thanos@93e7ced"},
    .make = make_fault<ReplicasInListOrder>,
};

}  // namespace clockwise::faults
