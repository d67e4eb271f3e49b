#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class UnknownLeaveDropsLast final : public FaultBase {
  Outcome<void> leave(NodeId node) override {
    auto left = FaultBase::leave(node);
    if (!left && left.error() == Refusal::unknown_node) tokens_.pop_back();
    return left;
  }
};

}  // namespace

extern const Fault unknown_leave_drops_last;
const Fault unknown_leave_drops_last{
    .slug = "unknown-leave-drops-last",
    .story =
        "The leave of a node that is not there is refused, and the last token is gone all the "
        "same.",
    .rule = "refusals",
    .make = make_fault<UnknownLeaveDropsLast>,
};

}  // namespace clockwise::faults
