#include <algorithm>

#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

// The node with several tokens that leaves on the way to state i, if one does.
std::optional<NodeId> leaver(const Trial& trial, std::size_t i) {
  if (i == 0 || !trial.expected.accepted(i)) return std::nullopt;
  const auto* leave = std::get_if<Leave>(&trial.asked.steps[i - 1]);
  if (leave == nullptr) return std::nullopt;
  const auto tokens =
      std::ranges::count(trial.expected.members[i - 1].tokens, leave->node, &Token::node);
  return tokens > 1 ? std::optional(leave->node) : std::nullopt;
}

Verdict check(const Trial& trial) {
  std::vector<std::size_t> leaves;
  for (std::size_t i = 0; i < trial.asked.states(); ++i) {
    if (leaver(trial, i)) leaves.push_back(i);
  }
  if (leaves.empty()) return Verdict::vacuous("no node with several tokens leaves");

  const Case derived = with_keys(trial.asked, token_positions(trial.asked));
  const Trace trace = trial.run(derived);
  for (const std::size_t i : leaves) {
    for (std::size_t k = 0; k < derived.keys.size(); ++k) {
      const Token* left = token_at(trial.expected.members[i - 1].tokens, derived.keys[k]);
      if (left == nullptr || left->node != leaver(trial, i)) continue;
      const NodeId next = token_over(trial.expected.members[i].tokens, derived.keys[k]).node;
      if (trace.states[i].owners[k].is(next)) continue;
      return wrong_owner(derived, trace, i, k, node_name(derived, next));
    }
  }
  return Verdict::holds();
}

}  // namespace

extern const Property virtual_nodes_leave_together;
const Property virtual_nodes_leave_together{
    .slug = "virtual-nodes-leave-together",
    .claim = "When a node leaves, each of its tokens gives way to the next token of another node.",
    .formula = "n leaves ⇒ owner′(t) = successor of t in T∖n, for every t of n",
    .rule = "leave",
    .needs = classes(Class::several_leave),
    .asks_further = true,
    .catches = {"leave-removes-one-token"},
    .at_positions = check,
};

}  // namespace clockwise
