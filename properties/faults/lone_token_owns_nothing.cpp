#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class LoneTokenOwnsNothing final : public FaultBase {
  Outcome<void> admit(Position key) const override {
    if (auto asked = FaultBase::admit(key); !asked) return asked;
    if (tokens_.size() == 1) return std::unexpected(Refusal::no_tokens);
    return {};
  }
};

}  // namespace

extern const Fault lone_token_owns_nothing;
const Fault lone_token_owns_nothing{
    .slug = "lone-token-owns-nothing",
    .story =
        "The arc of a lone token, from itself to itself, is read as empty: no key has an owner.",
    .rule = "arcs",
    .reports = {"apache/cassandra-java-driver#293"},
    .make = make_fault<LoneTokenOwnsNothing>,
};

}  // namespace clockwise::faults
