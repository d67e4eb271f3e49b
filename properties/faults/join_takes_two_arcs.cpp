#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class JoinTakesTwoArcs final : public FaultBase {
  void add(std::span<const Token> batch) override {
    insert(batch);
    for (const Token& token : batch) tokens_[next(locate(token.position))].node = token.node;
  }
};

}  // namespace

extern const Fault join_takes_two_arcs;
const Fault join_takes_two_arcs{
    .slug = "join-takes-two-arcs",
    .story = "A joining token takes the arc behind its own as well, up to its successor.",
    .rule = "join",
    .make = make_fault<JoinTakesTwoArcs>,
};

}  // namespace clockwise::faults
