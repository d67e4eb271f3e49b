#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class NodeZeroIsNobody final : public FaultBase {
  std::size_t locate(Position key) const override {
    std::size_t i = FaultBase::locate(key);
    for (std::size_t looked = 0; looked < tokens_.size(); ++looked) {
      if (tokens_[i].node != NodeId{0}) break;
      i = next(i);
    }
    return i;
  }
};

}  // namespace

extern const Fault node_zero_is_nobody;
const Fault node_zero_is_nobody{
    .slug = "node-zero-is-nobody",
    .story = "The node with id 0 is read as no node at all, and its tokens are passed over.",
    .rule = "set",
    .make = make_fault<NodeZeroIsNobody>,
};

}  // namespace clockwise::faults
