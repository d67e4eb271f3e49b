#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class LeaveHandsBack final : public FaultBase {
  void drop(NodeId node) override {
    const std::vector<Token> before = tokens_;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      std::size_t heir = i;
      while (before[heir].node == node) heir = previous(heir);
      tokens_[i].node = before[heir].node;
    }
  }
};

}  // namespace

extern const Fault leave_hands_back;
const Fault leave_hands_back{
    .slug = "leave-hands-back",
    .story =
        "What a leaver owned goes to the node before it, so that leaving does not undo joining.",
    .rule = "inverse",
    .make = make_fault<LeaveHandsBack>,
};

}  // namespace clockwise::faults
