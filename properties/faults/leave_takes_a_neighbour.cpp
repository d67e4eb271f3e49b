#include <algorithm>

#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class LeaveTakesANeighbour final : public FaultBase {
  void drop(NodeId node) override {
    const auto first = std::ranges::find(tokens_, node, &Token::node) - tokens_.begin();
    FaultBase::drop(node);
    if (tokens_.size() > 1) tokens_.erase(tokens_.begin() + first % std::ssize(tokens_));
  }
};

}  // namespace

extern const Fault leave_takes_a_neighbour;
const Fault leave_takes_a_neighbour{
    .slug = "leave-takes-a-neighbour",
    .story = "A leave removes the next node's token as well.",
    .rule = "leave",
    .reports = {"zeromicro/go-zero#5595", "zeromicro/go-zero#4747"},
    .make = make_fault<LeaveTakesANeighbour>,
};

}  // namespace clockwise::faults
