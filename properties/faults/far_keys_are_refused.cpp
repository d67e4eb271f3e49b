#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class FarKeysAreRefused final : public FaultBase {
  Outcome<void> admit(Position key) const override {
    if (auto asked = FaultBase::admit(key); !asked) return asked;
    const Position away = distance(key, tokens_[locate(key)].position);
    if (away > size_->last() / 2) return std::unexpected(Refusal::no_tokens);
    return {};
  }
};

}  // namespace

extern const Fault far_keys_are_refused;
const Fault far_keys_are_refused{
    .slug = "far-keys-are-refused",
    .story =
        "A distance of more than half the ring is read as negative: a key so far from its token is "
        "refused.",
    .rule = "order",
    .make = make_fault<FarKeysAreRefused>,
};

}  // namespace clockwise::faults
