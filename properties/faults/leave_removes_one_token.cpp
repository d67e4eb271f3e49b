#include <algorithm>

#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class LeaveRemovesOneToken final : public FaultBase {
  void drop(NodeId node) override { tokens_.erase(std::ranges::find(tokens_, node, &Token::node)); }
};

}  // namespace

extern const Fault leave_removes_one_token;
const Fault leave_removes_one_token{
    .slug = "leave-removes-one-token",
    .story = "A leave removes the node's first token only; the others stay.",
    .rule = "leave",
    .reports = {"ultrabug/uhashring#36"},
    .make = make_fault<LeaveRemovesOneToken>,
};

}  // namespace clockwise::faults
