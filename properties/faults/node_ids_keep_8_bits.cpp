#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class NodeIdsKeep8Bits final : public FaultBase {
  void insert(std::span<const Token> batch) override {
    FaultBase::insert(batch);
    for (Token& token : tokens_) token.node = cut(token.node);
  }

  Outcome<void> leave(NodeId node) override { return FaultBase::leave(cut(node)); }

  static NodeId cut(NodeId node) { return NodeId{static_cast<std::uint32_t>(node) % 256U}; }
};

}  // namespace

extern const Fault node_ids_keep_8_bits;
const Fault node_ids_keep_8_bits{
    .slug = "node-ids-keep-8-bits",
    .story = "Nodes are kept by the lowest byte of their id.",
    .rule = "set",
    .make = make_fault<NodeIdsKeep8Bits>,
};

}  // namespace clockwise::faults
