#include <algorithm>

#include "properties/kit/names.hpp"

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

Verdict check_positions(const Trial& trial) {
  // There the next owner is found upwards and the next replica downwards.
  if (trial.conventions().walks_back) return Verdict::excused("walk: counter-clockwise");
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

// The leaves in the case after which there are still so many nodes.
std::vector<std::size_t> leaves_of_enough(const Trial& trial, std::uint64_t count) {
  std::vector<std::size_t> steps;
  for (std::size_t i = 0; i < trial.asked.steps.size(); ++i) {
    if (leaver(trial, i) && trial.was_done(i + 1) && trial.nodes(i).size() > count) {
      steps.push_back(i);
    }
  }
  return steps;
}

Verdict check_names(const Trial& trial) {
  const Conventions& conventions = trial.conventions();
  if (conventions.weights == Conventions::Weights::normalised) return Verdict::excused(kNormalised);
  if (conventions.membership == Conventions::Membership::bounded) {
    return Verdict::excused("membership: bounded");
  }
  if (!conventions.leaves) return Verdict::excused("leave is not supported");
  if (!conventions.lists_replicas) return Verdict::excused("replicas are not supported");
  const std::uint64_t count = trial.asked.replicas.value_or(0);
  if (count == 0) return Verdict::vacuous("no replicas are asked for");
  const std::vector<std::size_t> leaves = leaves_of_enough(trial, count);
  if (leaves.empty()) return Verdict::vacuous("no leave that leaves replicas enough");
  const Case derived = with_replicas(trial.asked, count + 1);
  const Trace longer = trial.run(derived);
  for (const std::size_t i : leaves) {
    const NodeId gone = *leaver(trial, i);
    for (std::size_t k = 0; k < derived.keys.size(); ++k) {
      const auto before = longer.states[i].list(k);
      std::vector<NodeId> heirs(before.begin(), before.end());
      std::erase(heirs, gone);
      // Which of them is the next is not told where they have no order.
      if (!conventions.orders && heirs.size() > count) continue;
      heirs.resize(std::min<std::size_t>(heirs.size(), count));
      if (same_list(conventions, trial.answered.states[i + 1].list(k), heirs)) continue;
      return wrong_replicas(
          trial, i + 1, k,
          say_replicas(derived, longer, i, k) + " without " + node_name(derived, gone));
    }
  }
  return Verdict::holds();
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
    .asks_further = true,
    .catches = {"replicas-list-a-leaver", "placement-replicas-in-input-order"},
    .at_positions = check_positions,
    .at_names = check_names,
};

}  // namespace clockwise
