#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  return every_owner(trial, "no ring of one token",
                     [](std::size_t, const Members& members, std::size_t) -> std::optional<NodeId> {
                       if (members.tokens.size() != 1) return std::nullopt;
                       return members.tokens.front().node;
                     });
}

}  // namespace

extern const Property lone_token_owns_all;
const Property lone_token_owns_all{
    .slug = "lone-token-owns-all",
    .claim = "A lone token owns every position of the ring.",
    .formula = "T = {t} ⇒ owner(k) = node(t) for every k",
    .rule = "arcs",
    .needs = classes(Class::lone_token),
    .catches = {"lone-token-owns-nothing"},
    .at_positions = check,
};

}  // namespace clockwise
