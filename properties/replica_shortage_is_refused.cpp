#include <algorithm>
#include <set>

#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

// As many nodes of the ring, each once.
bool is_list_of(std::size_t count, std::span<const NodeId> list, const Members& members) {
  const std::set<NodeId> distinct(list.begin(), list.end());
  return list.size() == count && distinct.size() == count &&
         std::ranges::all_of(list, [&](NodeId node) { return has_node(members.tokens, node); });
}

Verdict check_count(const Trial& trial, std::size_t count, bool& spoke) {
  const Case derived = with_replicas(trial.asked, count);
  const Trace trace = trial.run(derived);
  for (std::size_t i = 0; i < derived.states(); ++i) {
    const Members& members = trial.expected.members[i];
    if (!members.size) continue;
    const bool enough = node_count(members.tokens) >= count;
    for (std::size_t k = 0; k < derived.keys.size(); ++k) {
      if (!members.size->contains(derived.keys[k])) continue;
      spoke = true;
      if (enough && !is_list_of(count, trace.states[i].list(k), members)) {
        return wrong_replicas(derived, trace, i, k,
                              counted(count, "different node") + " of the ring");
      }
      if (!enough && !agree(trace.states[i].replicas[k], Answer::refused(Refusal::too_few_nodes))) {
        return wrong_replicas(derived, trace, i, k, "refused as too-few-nodes");
      }
    }
  }
  return Verdict::holds();
}

Verdict check(const Trial& trial) {
  if (trial.asked.keys.empty()) return Verdict::vacuous("no keys");
  // As many as there are nodes in some state, and one more.
  std::set<std::size_t> counts;
  for (const Members& members : trial.expected.members) {
    if (!members.size) continue;
    counts.insert({node_count(members.tokens), node_count(members.tokens) + 1});
  }
  bool spoke = false;
  for (const std::size_t count : counts) {
    if (Verdict v = check_count(trial, count, spoke); v.is_violated()) return v;
  }
  return spoke ? Verdict::holds() : Verdict::vacuous("no key on a ring");
}

}  // namespace

extern const Property replica_shortage_is_refused;
const Property replica_shortage_is_refused{
    .slug = "replica-shortage-is-refused",
    .claim =
        "As many replicas as there are nodes are listed, each once; one more is refused as "
        "too-few-nodes.",
    .formula =
        "replicas(k, n) = the n nodes in some order;  replicas(k, n + 1) is refused, n being the "
        "number of nodes",
    .rule = "replicas",
    .needs = classes(Class::shortage, Class::one_node),
    .asks_further = true,
    .catches = {"replicas-truncated"},
    .at_positions = check,
};

}  // namespace clockwise
