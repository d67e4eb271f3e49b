#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class LeaveIsANoOp final : public FaultBase {
  void drop(NodeId) override {}
};

}  // namespace

extern const Fault leave_is_a_no_op;
const Fault leave_is_a_no_op{
    .slug = "leave-is-a-no-op",
    .story = "A leave says that it is done and changes nothing.",
    .rule = "leave",
    .reports = {"zonyitoo/conhash-rs#4", "Netflix/astyanax#564"},
    .make = make_fault<LeaveIsANoOp>,
};

}  // namespace clockwise::faults
