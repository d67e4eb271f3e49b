// What is judged as the subject declares it: second joins, unknown and last leaves, weights.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "properties/placement/checks.hpp"

namespace clockwise::placement {
namespace {

// What the case's last state is, as a first build.
PlacementCase rebuilt(const PlacementTrial& trial) {
  PlacementCase derived = trial.asked;
  derived.nodes = trial.members.back();
  derived.steps.clear();
  return derived;
}

}  // namespace

PlacementVerdict second_join_as_declared(const PlacementTrial& trial) {
  if (!trial.manners().joins) return PlacementVerdict::vacuous("no joins");
  if (trial.members.back().empty()) return PlacementVerdict::vacuous("no ring");
  if (trial.manners().membership == Manners::Membership::append) {
    return PlacementVerdict::excused("membership: append");
  }
  PlacementCase derived = rebuilt(trial);
  const Member again = derived.nodes[derived.nodes.size() / 2];
  derived.steps = {Arrive{{again}}};
  if (trial.manners().leaves && derived.nodes.size() > 1) {
    derived.steps.emplace_back(Depart{again.node});
  }
  const Trace trace = trial.run(derived);
  const Answer step = trace.states[1].step;
  const bool refuses = trial.manners().rejoin == Manners::Rejoin::refuse;
  if (refuses != step.is_refusal() || step.kind() == Answer::Kind::failed) {
    return wrong_step(derived, trace, 1, refuses ? "refused" : "done", true);
  }
  if (trial.manners().rejoin == Manners::Rejoin::count) {
    for (std::size_t k = 0; k < derived.keys.size(); ++k) {
      if (same_owner(trace.states[0], k, trace.states[1], k)) continue;
      if (trace.states[1].owners[k].is(again.node)) continue;
      return wrong_owner(derived, trace, 1, k, say_owner(derived, trace, 0, k) + ", as before",
                         true);
    }
    return PlacementVerdict::holds();
  }
  const auto unchanged = same_answers(derived, trace, 0, derived, trace, 1);
  if (unchanged.is_violated()) return unchanged;
  if (derived.steps.size() < 2) return PlacementVerdict::holds();
  // And one leave is enough for it to be gone, from the replicas, too.
  for (std::size_t k = 0; k < derived.keys.size(); ++k) {
    const State& after = trace.states[2];
    if (after.owners[k].is(again.node)) {
      return wrong_owner(derived, trace, 2, k, "another node than the one that left", true);
    }
    const auto list = after.replicas.empty() ? std::span<const NodeId>{} : after.list(k);
    if (std::ranges::find(list, again.node) != list.end()) {
      return wrong_replicas(derived, trace, 2, k, "none but the nodes that are left", true);
    }
  }
  return PlacementVerdict::holds();
}

PlacementVerdict unknown_leave_as_declared(const PlacementTrial& trial) {
  if (!trial.manners().leaves) return PlacementVerdict::vacuous("no leaves");
  if (trial.members.back().empty()) return PlacementVerdict::vacuous("no ring");
  PlacementCase derived = rebuilt(trial);
  derived.steps = {Depart{newcomer(derived)}};
  const Trace trace = trial.run(derived);
  const Answer step = trace.states[1].step;
  if (trial.manners().ignores_unknown ? step.kind() != Answer::Kind::done : !step.is_refusal()) {
    return wrong_step(derived, trace, 1, trial.manners().ignores_unknown ? "done" : "refused",
                      true);
  }
  return same_answers(derived, trace, 0, derived, trace, 1);
}

PlacementVerdict last_leave_as_declared(const PlacementTrial& trial) {
  if (!trial.manners().leaves) return PlacementVerdict::vacuous("no leaves");
  if (trial.members.back().empty()) return PlacementVerdict::vacuous("no ring");
  PlacementCase derived = rebuilt(trial);
  derived.nodes.resize(1);
  derived.replicas.reset();
  derived.steps = {Depart{derived.nodes[0].node}};
  const Trace trace = trial.run(derived);
  const bool empties = trial.manners().empties;
  if (empties ? trace.states[1].step.kind() != Answer::Kind::done
              : !trace.states[1].step.is_refusal()) {
    return wrong_step(derived, trace, 1, empties ? "done" : "refused", true);
  }
  for (std::size_t k = 0; k < derived.keys.size(); ++k) {
    const Answer owner = trace.states[1].owners[k];
    if (empties ? owner.is_refusal() : same_owner(trace.states[0], k, trace.states[1], k)) continue;
    return wrong_owner(derived, trace, 1, k,
                       empties ? "a refusal: no node is left" : say_owner(derived, trace, 0, k),
                       true);
  }
  return PlacementVerdict::holds();
}

PlacementVerdict weights_move_only_their_nodes_keys(const PlacementTrial& trial) {
  const Manners& manners = trial.manners();
  if (manners.weights == Manners::Weights::none) return PlacementVerdict::excused("weights: none");
  if (manners.weights == Manners::Weights::normalised) {
    return PlacementVerdict::excused("weights: normalised");
  }
  if (trial.members.back().empty()) return PlacementVerdict::vacuous("no ring");
  PlacementCase derived = rebuilt(trial);
  Member& changed = derived.nodes[derived.nodes.size() / 2];
  const NodeId node = changed.node;
  changed.weight = 2;
  derived.steps = {Weigh{{node, 5}}, Weigh{{node, 1}}};
  const Trace trace = trial.run(derived);
  for (std::size_t i = 1; i < 3; ++i) {
    if (trace.states[i].step.kind() != Answer::Kind::done) {
      return wrong_step(derived, trace, i, "done", true);
    }
    for (std::size_t k = 0; k < derived.keys.size(); ++k) {
      if (same_owner(trace.states[i - 1], k, trace.states[i], k)) continue;
      const bool rises = i == 1;
      if (trace.states[rises ? i : i - 1].owners[k].is(node)) continue;
      return wrong_owner(derived, trace, i, k,
                         say_owner(derived, trace, i - 1, k) +
                             (rises ? ", as before, or the node whose weight was raised"
                                    : ", as before: it is not that node's weight that was lowered"),
                         true);
    }
  }
  return PlacementVerdict::holds();
}

PlacementVerdict lowered_weight_leaves_no_ghost(const PlacementTrial& trial) {
  const Manners& manners = trial.manners();
  if (manners.weights == Manners::Weights::none) return PlacementVerdict::excused("weights: none");
  if (!manners.leaves) return PlacementVerdict::vacuous("no leaves");
  if (trial.members.back().size() < 2) return PlacementVerdict::vacuous("no two nodes");
  PlacementCase derived = rebuilt(trial);
  Member& ghost = derived.nodes[derived.nodes.size() / 2];
  const NodeId node = ghost.node;
  ghost.weight = 3;
  // Where a second join replaces the first, that is another way of lowering a weight.
  const bool replaces = manners.rejoin == Manners::Rejoin::replace;
  for (const bool rejoins : {false, true}) {
    if (rejoins && !replaces) continue;
    derived.steps = {
        rejoins ? PlacementStep(Arrive{{Member{node, 1}}}) : PlacementStep(Weigh{{node, 1}}),
        Depart{node}};
    const Trace trace = trial.run(derived);
    for (std::size_t k = 0; k < derived.keys.size(); ++k) {
      const State& after = trace.states[2];
      if (after.owners[k].is(node) || after.owners[k].kind() == Answer::Kind::failed) {
        return wrong_owner(derived, trace, 2, k, "another node than the one that left", true);
      }
      const auto list = after.replicas.empty() ? std::span<const NodeId>{} : after.list(k);
      if (std::ranges::find(list, node) != list.end()) {
        return wrong_replicas(derived, trace, 2, k, "none but the nodes that are left", true);
      }
    }
  }
  return PlacementVerdict::holds();
}

PlacementVerdict shares_follow_the_weights(const PlacementTrial& trial) {
  const auto tolerance = trial.manners().share_tolerance;
  if (!tolerance) return PlacementVerdict::excused("no tolerance is declared");
  const auto& members = trial.members[0];
  const double keys = static_cast<double>(trial.asked.keys.size());
  std::map<NodeId, double> share;
  for (const Answer owner : trial.answered.states[0].owners) {
    if (owner.kind() == Answer::Kind::node) share[owner.node()] += 1 / keys;
  }
  double weights = 0;
  for (const Member& member : members) weights += static_cast<double>(member.weight);
  bool spoke = false;
  for (const Member& member : members) {
    const double due = static_cast<double>(member.weight) / weights;
    // Four standard errors of a sample so large, beside what is declared.
    const double bound = *tolerance * due + 4 * std::sqrt(due * (1 - due) / keys);
    if (keys * due < 30) continue;
    spoke = true;
    if (std::abs(share[member.node] - due) <= bound) continue;
    return PlacementVerdict::violated(
        {0, std::nullopt,
         fmt::format("{} to own {:.3f} of the keys, ± {:.3f}",
                     trial.asked.node_names[static_cast<std::size_t>(member.node)], due, bound),
         fmt::format("it owns {:.3f}", share[member.node]), std::nullopt});
  }
  return spoke ? PlacementVerdict::holds() : PlacementVerdict::vacuous("too few keys a node");
}

}  // namespace clockwise::placement
