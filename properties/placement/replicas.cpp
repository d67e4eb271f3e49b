// What lists of replicas are.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "properties/placement/checks.hpp"

namespace clockwise::placement {
namespace {

std::set<NodeId> as_set(std::span<const NodeId> list) { return {list.begin(), list.end()}; }

// The same list, or the same set where the order means nothing.
bool same_list(const Manners& manners, std::span<const NodeId> a, std::span<const NodeId> b) {
  return manners.orders ? std::ranges::equal(a, b) : a.size() == b.size() && as_set(a) == as_set(b);
}

std::string names(const PlacementCase& c, const std::vector<NodeId>& list) {
  std::string text = "[";
  for (const NodeId node : list) {
    if (text.size() > 1) text += ", ";
    const auto number = static_cast<std::size_t>(node);
    text += number < c.node_names.size() ? c.node_names[number] : "a stranger";
  }
  return text + "]";
}

// Calls `look` for every list of the trial until it returns a verdict.
template <class Look>
PlacementVerdict every_list(const PlacementTrial& trial, Look look) {
  bool spoke = false;
  for (std::size_t i = 0; i < trial.asked.states(); ++i) {
    const State& state = trial.answered.states[i];
    for (std::size_t k = 0; k < state.replicas.size(); ++k) {
      if (state.replicas[k].kind() != Answer::Kind::list) continue;
      spoke = true;
      const std::optional<std::string> expected = look(i, k, state.list(k));
      if (expected) return wrong_replicas(trial.asked, trial.answered, i, k, *expected);
    }
  }
  return spoke ? PlacementVerdict::holds() : PlacementVerdict::vacuous("no lists of replicas");
}

}  // namespace

PlacementVerdict replicas_are_distinct_nodes(const PlacementTrial& trial) {
  return every_list(trial, [&](std::size_t, std::size_t, std::span<const NodeId> list) {
    return as_set(list).size() == list.size() ? std::nullopt
                                              : std::optional<std::string>("each node once");
  });
}

PlacementVerdict first_replica_is_the_owner(const PlacementTrial& trial) {
  const bool orders = trial.manners().orders;
  return every_list(
      trial,
      [&](std::size_t i, std::size_t k,
          std::span<const NodeId> list) -> std::optional<std::string> {
        const Answer owner = trial.answered.states[i].owners[k];
        if (list.empty() || owner.kind() != Answer::Kind::node) return std::nullopt;
        const bool is_there = orders ? list.front() == owner.node()
                                     : std::ranges::find(list, owner.node()) != list.end();
        if (is_there) return std::nullopt;
        return fmt::format("{}, the owner, {}", say_owner(trial.asked, trial.answered, i, k),
                           orders ? "first" : "among them");
      });
}

PlacementVerdict fewer_replicas_are_a_prefix(const PlacementTrial& trial) {
  if (trial.asked.replicas.value_or(0) < 2) return PlacementVerdict::vacuous("no two replicas");
  PlacementCase derived = trial.asked;
  derived.replicas = *trial.asked.replicas - 1;
  const Trace trace = trial.run(derived);
  bool spoke = false;
  for (std::size_t i = 0; i < derived.states(); ++i) {
    if (trial.members[i].size() < *trial.asked.replicas) continue;
    for (std::size_t k = 0; k < derived.keys.size(); ++k) {
      const auto more = trial.answered.states[i].list(k);
      const auto fewer = trace.states[i].list(k);
      spoke = true;
      const bool is_within = trial.manners().orders
                                 ? fewer.size() + 1 == more.size() &&
                                       std::ranges::equal(fewer, more.first(fewer.size()))
                                 : std::ranges::includes(as_set(more), as_set(fewer)) &&
                                       fewer.size() + 1 == more.size();
      if (is_within) continue;
      return wrong_replicas(
          derived, trace, i, k,
          say_replicas(trial.asked, trial.answered, i, k) + " without its last node", true);
    }
  }
  return spoke ? PlacementVerdict::holds() : PlacementVerdict::vacuous("no list is long enough");
}

PlacementVerdict the_next_replica_takes_over(const PlacementTrial& trial) {
  if (trial.manners().weights == Manners::Weights::normalised) {
    return PlacementVerdict::excused("weights: normalised");
  }
  if (trial.manners().membership == Manners::Membership::bounded) {
    return PlacementVerdict::excused("membership: bounded");
  }
  const std::uint64_t count = trial.asked.replicas.value_or(0);
  if (count == 0) return PlacementVerdict::vacuous("no replicas are asked for");
  std::vector<std::size_t> leaves;
  for (std::size_t i = 0; i < trial.asked.steps.size(); ++i) {
    const auto* depart = std::get_if<Depart>(&trial.asked.steps[i]);
    if (depart == nullptr || !is_member(trial.members[i], depart->node)) continue;
    if (trial.answered.states[i + 1].step.kind() != Answer::Kind::done) continue;
    if (trial.members[i].size() > count) leaves.push_back(i);
  }
  if (leaves.empty()) return PlacementVerdict::vacuous("no leave that leaves replicas enough");
  PlacementCase derived = trial.asked;
  derived.replicas = count + 1;
  const Trace longer = trial.run(derived);
  for (const std::size_t i : leaves) {
    const NodeId leaver = std::get<Depart>(trial.asked.steps[i]).node;
    for (std::size_t k = 0; k < derived.keys.size(); ++k) {
      const auto before = longer.states[i].list(k);
      std::vector<NodeId> left;
      std::ranges::copy_if(before, std::back_inserter(left),
                           [&](NodeId node) { return node != leaver; });
      // Which of them is the next is not told where they have no order.
      if (!trial.manners().orders && left.size() > count) continue;
      if (left.size() > count) left.resize(count);
      if (same_list(trial.manners(), trial.answered.states[i + 1].list(k), left)) continue;
      return wrong_replicas(trial.asked, trial.answered, i + 1, k, names(trial.asked, left));
    }
  }
  return PlacementVerdict::holds();
}

PlacementVerdict one_node_moves_one_replica(const PlacementTrial& trial) {
  if (trial.manners().weights == Manners::Weights::normalised) {
    return PlacementVerdict::excused("weights: normalised");
  }
  if (trial.manners().membership == Manners::Membership::bounded) {
    return PlacementVerdict::excused("membership: bounded");
  }
  bool spoke = false;
  for (std::size_t i = 0; i < trial.asked.steps.size(); ++i) {
    const auto* arrive = std::get_if<Arrive>(&trial.asked.steps[i]);
    if (arrive != nullptr && arrive->nodes.size() != 1) continue;
    const State& before = trial.answered.states[i];
    const State& after = trial.answered.states[i + 1];
    for (std::size_t k = 0; k < before.replicas.size(); ++k) {
      const auto old_list = before.list(k);
      const auto new_list = after.list(k);
      if (old_list.empty() || old_list.size() != new_list.size()) continue;
      spoke = true;
      std::size_t kept = 0;
      const auto known = as_set(old_list);
      for (const NodeId node : as_set(new_list)) kept += known.contains(node);
      if (kept + 1 >= known.size()) continue;
      return wrong_replicas(
          trial.asked, trial.answered, i + 1, k,
          say_replicas(trial.asked, trial.answered, i, k) + " but for one node at most");
    }
  }
  return spoke ? PlacementVerdict::holds()
               : PlacementVerdict::vacuous("no lists before and after one node's change");
}

PlacementVerdict replica_shortage_as_declared(const PlacementTrial& trial) {
  if (!trial.manners().lists_replicas) return PlacementVerdict::vacuous("no replicas");
  if (trial.members[0].empty()) return PlacementVerdict::vacuous("no ring");
  PlacementCase derived = trial.asked;
  derived.steps.clear();
  const std::size_t nodes = trial.members[0].size();
  for (const std::size_t count : {nodes, nodes + 1}) {
    derived.replicas = count;
    const Trace trace = trial.run(derived);
    const State& state = trace.states[0];
    for (std::size_t k = 0; k < derived.keys.size(); ++k) {
      const bool lists_all = state.replicas[k].kind() == Answer::Kind::list &&
                             state.list(k).size() == nodes && as_set(state.list(k)).size() == nodes;
      const bool is_refused = state.replicas[k].is_refusal();
      if (count == nodes && !lists_all) {
        return wrong_replicas(derived, trace, 0, k, "every node, once", true);
      }
      if (count > nodes && !(trial.manners().truncates ? lists_all : is_refused)) {
        return wrong_replicas(derived, trace, 0, k,
                              trial.manners().truncates ? "every node, once" : "a refusal", true);
      }
    }
  }
  return PlacementVerdict::holds();
}

}  // namespace clockwise::placement
