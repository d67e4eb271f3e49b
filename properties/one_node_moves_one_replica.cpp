#include <algorithm>

#include "properties/kit/names.hpp"

namespace clockwise {
namespace {

// The one node that a step adds tokens of or takes away; none where there are several.
std::optional<NodeId> moving_node(const Step& step) {
  if (const auto* leave = std::get_if<Leave>(&step)) return leave->node;
  const auto* join = std::get_if<Join>(&step);
  if (join == nullptr || join->tokens.empty()) return std::nullopt;
  const NodeId node = join->tokens.front().node;
  const auto is_its = [&](const Token& token) { return token.node == node; };
  if (!std::ranges::all_of(join->tokens, is_its)) return std::nullopt;
  return node;
}

std::ptrdiff_t missing(std::span<const NodeId> from, std::span<const NodeId> nodes) {
  return std::ranges::count_if(
      nodes, [&](NodeId node) { return std::ranges::find(from, node) == from.end(); });
}

Verdict check_positions(const Trial& trial) {
  bool spoke = false;
  for (std::size_t i = 1; i < trial.asked.states(); ++i) {
    const Step& step = trial.asked.steps[i - 1];
    const auto node = moving_node(step);
    if (!node || !trial.expected.accepted(i)) continue;
    const State& before = trial.answered.states[i - 1];
    const State& after = trial.answered.states[i];
    for (std::size_t k = 0; k < after.replicas.size(); ++k) {
      if (before.list(k).empty() || after.list(k).empty()) continue;
      spoke = true;
      if (missing(before.list(k), after.list(k)) > 1 ||
          missing(after.list(k), before.list(k)) > 1) {
        return wrong_replicas(trial, i, k,
                              say_replicas(trial.asked, trial.answered, i - 1, k) +
                                  " with at most one member changed");
      }
      // And the change shows: at a joining token the newcomer comes first, a leaver is gone.
      const auto* join = std::get_if<Join>(&step);
      if (join == nullptr && std::ranges::find(after.list(k), *node) != after.list(k).end()) {
        return wrong_replicas(trial, i, k, "a list without " + node_name(trial.asked, *node));
      }
      if (join != nullptr && token_at(join->tokens, trial.asked.keys[k]) != nullptr &&
          after.list(k).front() != *node) {
        return wrong_replicas(trial, i, k, node_name(trial.asked, *node) + " first");
      }
    }
  }
  return spoke ? Verdict::holds() : Verdict::vacuous("no lists before and after one node's change");
}

Verdict check_names(const Trial& trial) {
  const Conventions& conventions = trial.conventions();
  if (conventions.weights == Conventions::Weights::normalised) return Verdict::excused(kNormalised);
  if (conventions.membership == Conventions::Membership::bounded) {
    return Verdict::excused("membership: bounded");
  }
  bool spoke = false;
  for (std::size_t i = 0; i < trial.asked.steps.size(); ++i) {
    const auto* join = std::get_if<Join>(&trial.asked.steps[i]);
    if (join != nullptr && join->nodes.size() != 1) continue;
    const State& before = trial.answered.states[i];
    const State& after = trial.answered.states[i + 1];
    for (std::size_t k = 0; k < before.replicas.size(); ++k) {
      const auto old = before.list(k);
      if (old.empty() || old.size() != after.list(k).size()) continue;
      spoke = true;
      if (missing(after.list(k), old) <= 1) continue;
      return wrong_replicas(
          trial, i + 1, k,
          say_replicas(trial.asked, trial.answered, i, k) + " with at most one member changed");
    }
  }
  return spoke ? Verdict::holds() : Verdict::vacuous("no lists before and after one node's change");
}

}  // namespace

extern const Property one_node_moves_one_replica;
const Property one_node_moves_one_replica{
    .slug = "one-node-moves-one-replica",
    .claim =
        "One node's join or leave changes at most one member of any key's replica set, and does "
        "show.",
    .formula =
        "|replicas′(k, r) ∖ replicas(k, r)| ≤ 1;  a newcomer leads at its token, a leaver is gone",
    .rule = "replica-stability",
    .needs = classes(Class::join, Class::leave, Class::replicas_listed),
    .catches = {"replicas-list-a-leaver", "placement-modulo"},
    .at_positions = check_positions,
    .at_names = check_names,
};

}  // namespace clockwise
