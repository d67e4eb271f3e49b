#include <set>

#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class LeaversMayNotReturn final : public FaultBase {
  Outcome<void> build(RingSize size, std::span<const Token> tokens) override {
    auto built = FaultBase::build(size, tokens);
    if (built) gone_.clear();
    return built;
  }

  void add(std::span<const Token> batch) override {
    for (const Token& token : batch) {
      if (!gone_.contains(token.node)) insert({&token, 1});
    }
  }

  void drop(NodeId node) override {
    gone_.insert(node);
    FaultBase::drop(node);
  }

  std::set<NodeId> gone_;
};

}  // namespace

extern const Fault leavers_may_not_return;
const Fault leavers_may_not_return{
    .slug = "leavers-may-not-return",
    .story = "A node that left once is remembered as gone: when it joins again, nothing is placed.",
    .rule = "set",
    .make = make_fault<LeaversMayNotReturn>,
};

}  // namespace clockwise::faults
