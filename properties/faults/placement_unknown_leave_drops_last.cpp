#include "properties/faults/base_name_ring.hpp"

namespace clockwise::faults {
namespace {

class PlacementUnknownLeaveDropsLast final : public RendezvousRing {
  void refuse_unknown() override {
    if (nodes_.size() > 1) nodes_.pop_back();
  }
};

}  // namespace

extern const Fault placement_unknown_leave_drops_last;
const Fault placement_unknown_leave_drops_last{
    .slug = "placement-unknown-leave-drops-last",
    .story = "A leave of no member drops the last node.",
    .rule = "refusals",
    .make_names = make_name_fault<PlacementUnknownLeaveDropsLast>,
};

}  // namespace clockwise::faults
