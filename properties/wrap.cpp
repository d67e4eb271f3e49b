#include <algorithm>

#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  return every_owner(
      trial, "no key is after the largest token",
      [&](std::size_t, const Members& members, std::size_t k) -> std::optional<NodeId> {
        const auto [smallest, largest] =
            std::ranges::minmax_element(members.tokens, {}, &Token::position);
        if (trial.asked.keys[k] <= largest->position) return std::nullopt;
        return smallest->node;
      });
}

}  // namespace

extern const Property wrap;
const Property wrap{
    .slug = "wrap",
    .claim = "A key after the largest token belongs to the smallest.",
    .formula = "k > max t ⇒ owner(k) = node(min t)",
    .rule = "wrap",
    .needs = classes(Class::key_past_last),
    .catches = {"no-wrap"},
    .at_positions = check,
};

}  // namespace clockwise
