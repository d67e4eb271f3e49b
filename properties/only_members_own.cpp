#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  bool spoke = false;
  for (std::size_t i = 0; i < trial.asked.states(); ++i) {
    const Members& members = trial.expected.members[i];
    const State& state = trial.answered.states[i];
    for (std::size_t k = 0; k < trial.asked.keys.size(); ++k) {
      if (state.owners[k].kind() == Answer::Kind::node) {
        spoke = true;
        if (!has_node(members.tokens, state.owners[k].node())) {
          return wrong_owner(trial, i, k, "a node with a token");
        }
      }
      if (state.replicas.empty()) continue;
      for (const NodeId node : state.list(k)) {
        if (!has_node(members.tokens, node)) {
          return wrong_replicas(trial, i, k, "nodes with a token");
        }
      }
    }
  }
  return spoke ? Verdict::holds() : Verdict::vacuous("no key has an owner");
}

}  // namespace

extern const Property only_members_own;
const Property only_members_own{
    .slug = "only-members-own",
    .claim = "Every owner and every replica is a node that has a token on the ring at that time.",
    .formula = "owner(k) ∈ nodes(T);  replicas(k, r) ⊆ nodes(T)",
    .rule = "leave",
    .needs = classes(Class::leave),
    .catches = {"leave-is-a-no-op", "replicas-list-a-leaver"},
    .check = check,
};

}  // namespace clockwise
