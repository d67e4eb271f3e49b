#include "properties/faults/base_name_ring.hpp"

namespace clockwise::faults {
namespace {

class PlacementLeaveIsLost final : public RendezvousRing {
  void drop(NodeId) override {}
};

}  // namespace

extern const Fault placement_leave_is_lost;
const Fault placement_leave_is_lost{
    .slug = "placement-leave-is-lost",
    .story = "A leave is carried out, and the node keeps its keys.",
    .rule = "leave",
    .make_names = make_name_fault<PlacementLeaveIsLost>,
};

}  // namespace clockwise::faults
