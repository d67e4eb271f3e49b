#include <algorithm>

#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  return every_owner(
      trial, "no join is carried out",
      [&](std::size_t i, const Members& members, std::size_t k) -> std::optional<NodeId> {
        if (i == 0 || !trial.expected.accepted(i)) return std::nullopt;
        const auto* join = std::get_if<Join>(&trial.asked.steps[i - 1]);
        if (join == nullptr) return std::nullopt;

        // On the arc of a joining token in the new ring the newcomer owns the key: a ring on which
        // a join does nothing fails here. Off all of them the owner is who it was.
        const Token& over = token_over(members.tokens, trial.asked.keys[k]);
        if (std::ranges::find(join->tokens, over) != join->tokens.end()) return over.node;
        const Answer before = trial.answered.states[i - 1].owners[k];
        if (before.kind() != Answer::Kind::node) return std::nullopt;
        return before.node();
      });
}

}  // namespace

extern const Property join_steals_one_arc;
const Property join_steals_one_arc{
    .slug = "join-steals-one-arc",
    .claim =
        "A join gives each joining token the arc behind it, all of it, and moves no other key.",
    .formula = "owner′(k) = node(x) for k in (pred′(x), x], x joining;  else owner′(k) = owner(k)",
    .rule = "join",
    .needs = classes(Class::join, Class::member_joins),
    .catches = {"join-is-a-no-op", "renumbering-on-join"},
    .at_positions = check,
};

}  // namespace clockwise
