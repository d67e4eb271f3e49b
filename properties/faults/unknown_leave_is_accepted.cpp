#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class UnknownLeaveIsAccepted final : public FaultBase {
  Outcome<void> leave(NodeId node) override {
    auto left = FaultBase::leave(node);
    if (!left && left.error() == Refusal::unknown_node) return {};
    return left;
  }
};

}  // namespace

extern const Fault unknown_leave_is_accepted;
const Fault unknown_leave_is_accepted{
    .slug = "unknown-leave-is-accepted",
    .story = "The leave of a node that is not there is said to be done.",
    .rule = "refusals",
    .make = make_fault<UnknownLeaveIsAccepted>,
};

}  // namespace clockwise::faults
