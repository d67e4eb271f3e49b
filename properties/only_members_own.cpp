#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

Verdict check_positions(const Trial& trial) {
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

Verdict check_names(const Trial& trial) {
  if (!trial.was_done(0)) return wrong_step(trial, 0, "a ring of these nodes");
  bool spoke = false;
  for (std::size_t i = 0; i < trial.asked.states(); ++i) {
    const State& state = trial.answered.states[i];
    const std::vector<Member>& nodes = trial.nodes(i);
    if (nodes.empty()) continue;
    for (std::size_t k = 0; k < trial.asked.keys.size(); ++k) {
      spoke = true;
      const Answer owner = state.owners[k];
      if (owner.kind() != Answer::Kind::node || !is_member(nodes, owner.node())) {
        return wrong_owner(trial, i, k, "a node that is on the ring");
      }
      if (state.replicas.empty()) continue;
      for (const NodeId node : state.list(k)) {
        if (!is_member(nodes, node)) {
          return wrong_replicas(trial, i, k, "nodes that are on the ring");
        }
      }
    }
  }
  return spoke ? Verdict::holds() : Verdict::vacuous("no keys on a ring");
}

}  // namespace

extern const Property only_members_own;
const Property only_members_own{
    .slug = "only-members-own",
    .claim = "Every owner and every replica is a node that has a token on the ring at that time.",
    .formula = "owner(k) ∈ nodes(T);  replicas(k, r) ⊆ nodes(T)",
    .rule = "leave",
    .needs = classes(Class::leave),
    .catches = {"leave-is-a-no-op", "replicas-list-a-leaver", "placement-ghost-of-a-lowered-weight",
                "placement-leave-is-lost"},
    .at_positions = check_positions,
    .at_names = check_names,
};

}  // namespace clockwise
