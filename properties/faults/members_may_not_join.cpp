#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class MembersMayNotJoin final : public FaultBase {
  Outcome<void> check(RingSize size, std::span<const Token> members,
                      std::span<const Token> batch) const override {
    if (auto valid = FaultBase::check(size, members, batch); !valid) return valid;
    for (const Token& token : batch) {
      for (const Token& member : members) {
        if (token.node == member.node) return std::unexpected(Refusal::duplicate_token);
      }
    }
    return {};
  }
};

}  // namespace

extern const Fault members_may_not_join;
const Fault members_may_not_join{
    .slug = "members-may-not-join",
    .story = "A member that brings another token is refused.",
    .rule = "refusals",
    .make = make_fault<MembersMayNotJoin>,
};

}  // namespace clockwise::faults
