#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class RefusedJoinHalfApplies final : public FaultBase {
  Outcome<void> join(std::span<const Token> tokens) override {
    if (tokens.empty()) return FaultBase::join(tokens);
    for (const Token& token : tokens) {
      if (auto joined = FaultBase::join({&token, 1}); !joined) return joined;
    }
    return {};
  }
};

}  // namespace

extern const Fault refused_join_half_applies;
const Fault refused_join_half_applies{
    .slug = "refused-join-half-applies",
    .story = "The tokens of a join are checked and added one by one: those before a bad one stay.",
    .rule = "refusals",
    .make = make_fault<RefusedJoinHalfApplies>,
};

}  // namespace clockwise::faults
