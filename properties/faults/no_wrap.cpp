#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class NoWrap final : public FaultBase {
  Outcome<void> admit(Position key) const override {
    if (auto asked = FaultBase::admit(key); !asked) return asked;
    if (key > tokens_.back().position) return std::unexpected(Refusal::no_tokens);
    return {};
  }
};

}  // namespace

extern const Fault no_wrap;
const Fault no_wrap{
    .slug = "no-wrap",
    .story = "A key after the largest token has no owner and is refused.",
    .rule = "wrap",
    .reports = {"dakatsuka/node-consistent-hashing#1", "cashapp/misk#791",
                "jjneely/buckytools@22da01e"},
    .make = make_fault<NoWrap>,
};

}  // namespace clockwise::faults
