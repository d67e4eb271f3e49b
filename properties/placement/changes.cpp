// What joins, leaves and histories may change.
#include <fmt/format.h>

#include <algorithm>

#include "properties/placement/checks.hpp"

namespace clockwise::placement {
namespace {

std::string name_of(const PlacementCase& c, NodeId node) {
  const auto number = static_cast<std::size_t>(node);
  return number < c.node_names.size() ? c.node_names[number] : "a stranger";
}

bool was_done(const Trace& trace, std::size_t state) {
  return trace.states[state].step.kind() == Answer::Kind::done;
}

// The nodes that a step brings, where none of them was a member before it.
std::vector<NodeId> newcomers(const PlacementTrial& trial, std::size_t step) {
  std::vector<NodeId> found;
  const auto* arrive = std::get_if<Arrive>(&trial.asked.steps[step]);
  if (arrive == nullptr) return found;
  for (const Member& member : arrive->nodes) {
    if (!is_member(trial.members[step], member.node)) found.push_back(member.node);
  }
  return found.size() == arrive->nodes.size() ? found : std::vector<NodeId>{};
}

}  // namespace

PlacementVerdict only_members_own(const PlacementTrial& trial) {
  bool spoke = false;
  if (!was_done(trial.answered, 0)) {
    return wrong_step(trial.asked, trial.answered, 0, "a ring of these nodes");
  }
  for (std::size_t i = 0; i < trial.asked.states(); ++i) {
    const State& state = trial.answered.states[i];
    if (trial.members[i].empty()) continue;
    for (std::size_t k = 0; k < state.owners.size(); ++k) {
      spoke = true;
      const Answer owner = state.owners[k];
      if (owner.kind() != Answer::Kind::node || !is_member(trial.members[i], owner.node())) {
        return wrong_owner(trial.asked, trial.answered, i, k, "a node that is on the ring");
      }
      for (const NodeId node : state.replicas.empty() ? std::span<const NodeId>{} : state.list(k)) {
        if (is_member(trial.members[i], node)) continue;
        return wrong_replicas(trial.asked, trial.answered, i, k, "nodes that are on the ring");
      }
    }
  }
  return spoke ? PlacementVerdict::holds() : PlacementVerdict::vacuous("no keys on a ring");
}

PlacementVerdict growth_moves_only_to_the_newcomer(const PlacementTrial& trial) {
  if (trial.manners().weights == Manners::Weights::normalised) {
    return PlacementVerdict::excused("weights: normalised");
  }
  bool spoke = false;
  double due = 0;  // keys that were to move, and did
  std::size_t moved = 0;
  std::size_t last = 0;
  for (std::size_t i = 0; i < trial.asked.steps.size(); ++i) {
    const auto joined = newcomers(trial, i);
    if (joined.empty() || trial.members[i].empty()) continue;
    spoke = true;
    if (!was_done(trial.answered, i + 1)) {
      return wrong_step(trial.asked, trial.answered, i + 1, "the newcomer on the ring");
    }
    last = i + 1;
    const State& before = trial.answered.states[i];
    const State& after = trial.answered.states[i + 1];
    std::size_t strays = 0;
    std::optional<std::size_t> stray;
    for (std::size_t k = 0; k < before.owners.size(); ++k) {
      if (same_owner(before, k, after, k)) continue;
      const Answer owner = after.owners[k];
      if (owner.kind() == Answer::Kind::node &&
          std::ranges::find(joined, owner.node()) != joined.end()) {
        ++moved;
        continue;
      }
      ++strays;
      if (!stray) stray = k;
    }
    due += static_cast<double>(before.owners.size() * joined.size()) /
           static_cast<double>(trial.members[i + 1].size());
    // Whoever declares that it moves a few more may move a twentieth of them.
    const bool may_stray = trial.manners().membership == Manners::Membership::bounded &&
                           strays <= std::max<std::size_t>(1, before.owners.size() / 20);
    if (stray && !may_stray) {
      return wrong_owner(trial.asked, trial.answered, i + 1, *stray,
                         fmt::format("{}, as before, or the newcomer",
                                     say_owner(trial.asked, trial.answered, i, *stray)));
    }
  }
  if (!spoke) return PlacementVerdict::vacuous("no join of a newcomer");
  // That one newcomer gets no key may be chance; that none of them does, in e^-30, is not.
  if (moved == 0 && due > 30) {
    return PlacementVerdict::violated({last, std::nullopt,
                                       fmt::format("about {:.0f} keys to move to newcomers", due),
                                       "none did", std::nullopt});
  }
  return PlacementVerdict::holds();
}

PlacementVerdict leave_moves_only_the_leavers_keys(const PlacementTrial& trial) {
  if (trial.manners().weights == Manners::Weights::normalised) {
    return PlacementVerdict::excused("weights: normalised");
  }
  bool spoke = false;
  for (std::size_t i = 0; i < trial.asked.steps.size(); ++i) {
    const auto* depart = std::get_if<Depart>(&trial.asked.steps[i]);
    if (depart == nullptr || !is_member(trial.members[i], depart->node)) continue;
    if (trial.members[i].size() < 2) continue;
    spoke = true;
    if (!was_done(trial.answered, i + 1)) {
      return wrong_step(trial.asked, trial.answered, i + 1,
                        name_of(trial.asked, depart->node) + " off the ring");
    }
    const State& before = trial.answered.states[i];
    const State& after = trial.answered.states[i + 1];
    std::size_t strays = 0;
    std::optional<std::size_t> stray;
    for (std::size_t k = 0; k < before.owners.size(); ++k) {
      if (before.owners[k].is(depart->node)) {
        if (!after.owners[k].is(depart->node)) continue;
        return wrong_owner(
            trial.asked, trial.answered, i + 1, k,
            fmt::format("another node than {}, which left", name_of(trial.asked, depart->node)));
      }
      if (same_owner(before, k, after, k)) continue;
      ++strays;
      if (!stray) stray = k;
    }
    const bool may_stray = trial.manners().membership == Manners::Membership::bounded &&
                           strays <= std::max<std::size_t>(1, before.owners.size() / 20);
    if (stray && !may_stray) {
      return wrong_owner(trial.asked, trial.answered, i + 1, *stray,
                         say_owner(trial.asked, trial.answered, i, *stray) + ", as before");
    }
  }
  return spoke ? PlacementVerdict::holds() : PlacementVerdict::vacuous("no leave of a member");
}

PlacementVerdict join_then_leave_restores(const PlacementTrial& trial) {
  const auto& manners = trial.manners();
  if (!manners.joins || !manners.leaves) return PlacementVerdict::vacuous("no join or no leave");
  const std::size_t before = trial.asked.steps.size();
  if (trial.members[before].empty() || trial.members[before].size() >= manners.most_nodes) {
    return PlacementVerdict::vacuous("no ring that a node could join");
  }
  PlacementCase derived = trial.asked;
  const NodeId first = newcomer(derived);
  const NodeId second = newcomer(derived);
  const bool both = trial.members[before].size() + 1 < manners.most_nodes;
  derived.steps.emplace_back(Arrive{{Member{first, 1}}});
  if (both) derived.steps.emplace_back(Arrive{{Member{second, 1}}});
  // The one that came last leaves last, but where only that one may.
  const bool appends = manners.membership == Manners::Membership::append;
  if (!appends || !both) derived.steps.emplace_back(Depart{first});
  if (both) derived.steps.emplace_back(Depart{second});
  if (appends && both) derived.steps.emplace_back(Depart{first});
  const Trace trace = trial.run(derived);
  return same_answers(trial.asked, trial.answered, before, derived, trace, derived.steps.size());
}

PlacementVerdict input_order_is_irrelevant(const PlacementTrial& trial) {
  if (trial.manners().membership == Manners::Membership::append) {
    return PlacementVerdict::excused("membership: append");
  }
  if (trial.asked.nodes.size() < 2) return PlacementVerdict::vacuous("no two nodes");
  PlacementCase derived = trial.asked;
  std::ranges::reverse(derived.nodes);
  for (int order = 0; order < 2; ++order) {
    const Trace trace = trial.run(derived);
    for (std::size_t i = 0; i < derived.states(); ++i) {
      const auto verdict = same_answers(trial.asked, trial.answered, i, derived, trace, i);
      if (verdict.is_violated()) return verdict;
    }
    // And once from the middle on.
    derived.nodes = trial.asked.nodes;
    std::ranges::rotate(derived.nodes, derived.nodes.begin() +
                                           static_cast<std::ptrdiff_t>(derived.nodes.size() / 2));
  }
  return PlacementVerdict::holds();
}

PlacementVerdict history_is_irrelevant(const PlacementTrial& trial) {
  bool spoke = false;
  const std::size_t last = trial.asked.steps.size();
  for (const std::size_t i : {last, last / 2}) {
    if (i == 0 || trial.members[i].empty()) continue;
    spoke = true;
    PlacementCase fresh = trial.asked;
    fresh.nodes = trial.members[i];
    fresh.steps.clear();
    const Trace trace = trial.run(fresh);
    const auto verdict = same_answers(trial.asked, trial.answered, i, fresh, trace, 0);
    if (verdict.is_violated()) return verdict;
  }
  return spoke ? PlacementVerdict::holds() : PlacementVerdict::vacuous("no steps");
}

PlacementVerdict same_in_a_fresh_process(const PlacementTrial& trial) {
  const auto trace = trial.subject.run_afresh(trial.asked);
  if (!trace) return PlacementVerdict::vacuous("no fresh process for this case");
  for (std::size_t i = 0; i < trial.asked.states(); ++i) {
    const auto verdict = same_answers(trial.asked, trial.answered, i, trial.asked, *trace, i);
    if (verdict.is_violated()) return verdict;
  }
  return PlacementVerdict::holds();
}

PlacementVerdict asking_changes_nothing(const PlacementTrial& trial) {
  if (trial.asked.keys.empty()) return PlacementVerdict::vacuous("no keys");
  PlacementCase derived = trial.asked;
  std::ranges::reverse(derived.keys);
  derived.keys.insert(derived.keys.end(), trial.asked.keys.begin(), trial.asked.keys.end());
  const Trace trace = trial.run(derived);
  const std::size_t count = trial.asked.keys.size();
  for (std::size_t i = 0; i < trial.asked.states(); ++i) {
    for (std::size_t k = 0; k < count; ++k) {
      for (const std::size_t again : {count - 1 - k, count + k}) {
        const State& once = trial.answered.states[i];
        if (!same_owner(once, k, trace.states[i], again)) {
          return wrong_owner(derived, trace, i, again, say_owner(trial.asked, trial.answered, i, k),
                             true);
        }
        if (!once.replicas.empty() && !same_replicas(once, k, trace.states[i], again)) {
          return wrong_replicas(derived, trace, i, again,
                                say_replicas(trial.asked, trial.answered, i, k), true);
        }
      }
    }
  }
  // Nor does it take a question for the next step to go well.
  derived.keys.clear();
  const Trace silent = trial.run(derived);
  for (std::size_t i = 0; i < trial.asked.states(); ++i) {
    if (was_done(trial.answered, i) && !was_done(silent, i)) {
      return wrong_step(derived, silent, i, "done, as when keys are asked for", true);
    }
  }
  return PlacementVerdict::holds();
}

}  // namespace clockwise::placement
