#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class RebuildIsIgnored final : public FaultBase {
  Outcome<void> build(RingSize size, std::span<const Token> tokens) override {
    if (!tokens_.empty()) return check(size, {}, tokens);
    return FaultBase::build(size, tokens);
  }
};

}  // namespace

extern const Fault rebuild_is_ignored;
const Fault rebuild_is_ignored{
    .slug = "rebuild-is-ignored",
    .story = "A second build says that it is done, and the old ring goes on answering.",
    .rule = "set",
    .reports = {"openresty/lua-resty-balancer#25", "openresty/lua-resty-balancer@0fb8a79"},
    .make = make_fault<RebuildIsIgnored>,
};

}  // namespace clockwise::faults
