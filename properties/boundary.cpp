#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  return every_owner(
      trial, "no key is at a token",
      [&](std::size_t, const Members& members, std::size_t k) -> std::optional<NodeId> {
        const Token* token = token_at(members.tokens, trial.asked.keys[k]);
        if (token == nullptr) return std::nullopt;
        return token->node;
      });
}

}  // namespace

extern const Property boundary;
const Property boundary{
    .slug = "boundary",
    .claim = "A key exactly at a token's position belongs to that token.",
    .formula = "owner(t) = node(t)",
    .rule = "boundary",
    .needs = classes(Class::key_on_token),
    .catches = {"boundary-exclusive"},
    .at_positions = check,
};

}  // namespace clockwise
