#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  return every_owner(
      trial, "no leave is carried out",
      [&](std::size_t i, const Members& members, std::size_t k) -> std::optional<NodeId> {
        if (i == 0 || !trial.expected.accepted(i)) return std::nullopt;
        const auto* leave = std::get_if<Leave>(&trial.asked.steps[i - 1]);
        if (leave == nullptr) return std::nullopt;

        // The leaver's keys go to the next token of another node: a ring on which a leave does
        // nothing fails here. All other keys stay where they were.
        const Answer before = trial.answered.states[i - 1].owners[k];
        if (before.kind() != Answer::Kind::node) return std::nullopt;
        if (before.node() != leave->node) return before.node();
        return token_over(members.tokens, trial.asked.keys[k]).node;
      });
}

}  // namespace

extern const Property leave_hands_over_own_keys;
const Property leave_hands_over_own_keys{
    .slug = "leave-hands-over-own-keys",
    .claim =
        "A leave hands the leaver's keys to the next token of another node; no other key moves.",
    .formula = "owner(k) ≠ n ⇒ owner′(k) = owner(k);  owner(k) = n ⇒ owner′(k) = successor in T∖n",
    .rule = "leave",
    .needs = classes(Class::leave, Class::several_leave),
    .catches = {"leave-is-a-no-op", "leave-takes-a-neighbour"},
    .at_positions = check,
};

}  // namespace clockwise
