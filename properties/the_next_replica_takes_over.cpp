#include <algorithm>

#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

// Lists of up to this many nodes, and leaves of up to as many, are looked at.
constexpr std::size_t kMost = 4;

std::vector<NodeId> some_nodes(const Members& members) {
  std::vector<NodeId> nodes;
  for (const Token& token : members.tokens) {
    if (nodes.size() == kMost) break;
    if (std::ranges::find(nodes, token.node) == nodes.end()) nodes.push_back(token.node);
  }
  return nodes;
}

Verdict check(const Trial& trial) {
  const std::size_t last = trial.last_state();
  const Members& members = trial.expected.members[last];
  const std::size_t count = std::min(node_count(members.tokens), kMost);
  if (count < 2) return Verdict::vacuous("no two nodes");
  if (trial.asked.keys.empty()) return Verdict::vacuous("no keys");
  const Case asked = with_replicas(trial.asked, count);
  const Trace before = trial.run(asked);

  // One node after the other leaves; in between the ring is built again.
  const std::vector<NodeId> leavers = some_nodes(members);
  Case derived = with_replicas(trial.asked, count - 1);
  for (const NodeId leaver : leavers) {
    derived.steps.emplace_back(Leave{leaver});
    derived.steps.emplace_back(Build{members.size->positions(), members.tokens});
  }
  const Trace after = trial.run(derived);
  bool spoke = false;
  for (std::size_t l = 0; l < leavers.size(); ++l) {
    const std::size_t i = last + 1 + 2 * l;
    for (std::size_t k = 0; k < derived.keys.size(); ++k) {
      if (before.states[last].replicas[k].kind() != Answer::Kind::list) continue;
      spoke = true;
      const auto old = before.states[last].list(k);
      std::vector<NodeId> heirs(old.begin(), old.end());
      std::erase(heirs, leavers[l]);
      heirs.resize(std::min(heirs.size(), count - 1));
      if (after.states[i].replicas[k].kind() == Answer::Kind::list &&
          std::ranges::equal(after.states[i].list(k), heirs)) {
        continue;
      }
      return wrong_replicas(
          derived, after, i, k,
          say_replicas(asked, before, last, k) + " without " + node_name(derived, leavers[l]));
    }
  }
  return spoke ? Verdict::holds() : Verdict::vacuous("no list of replicas");
}

}  // namespace

extern const Property the_next_replica_takes_over;
const Property the_next_replica_takes_over{
    .slug = "the-next-replica-takes-over",
    .claim =
        "When a node leaves, each list of replicas is the old one without it, then the next node.",
    .formula = "replicas′(k, r) = (replicas(k, r + 1) ∖ n)[0 … r − 1] after n leaves",
    .rule = "replicas",
    .needs = 0,
    .catches = {"replicas-list-a-leaver"},
    .check = check,
};

}  // namespace clockwise
