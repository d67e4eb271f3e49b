#include "properties/kit/names.hpp"

#include <algorithm>

namespace clockwise {

std::vector<NodeId> newcomers(const Trial& trial, std::size_t step) {
  const auto* join = std::get_if<Join>(&trial.asked.steps[step]);
  if (join == nullptr) return {};
  std::vector<NodeId> found;
  for (const Member& member : join->nodes) {
    if (is_member(trial.nodes(step), member.node)) return {};
    found.push_back(member.node);
  }
  return found;
}

std::optional<NodeId> leaver(const Trial& trial, std::size_t step) {
  const auto* leave = std::get_if<Leave>(&trial.asked.steps[step]);
  if (leave == nullptr || !is_member(trial.nodes(step), leave->node)) return std::nullopt;
  return leave->node;
}

Case rebuilt(const Trial& trial) {
  Case derived = trial.asked;
  derived.start.nodes = trial.nodes(trial.last_state());
  derived.steps.clear();
  return derived;
}

bool same_list(const Conventions& conventions, std::span<const NodeId> a,
               std::span<const NodeId> b) {
  if (conventions.orders) return std::ranges::equal(a, b);
  return a.size() == b.size() && as_set(a) == as_set(b);
}

bool Strays::are_declared(const Trial& trial) const {
  constexpr std::size_t kOneIn = 20;
  return trial.conventions().membership == Conventions::Membership::bounded &&
         count <= std::max<std::size_t>(1, trial.asked.keys.size() / kOneIn);
}

Verdict owns_nothing(const Case& derived, const Trace& trace, std::size_t state, NodeId node) {
  const State& answers = trace.states[state];
  for (std::size_t k = 0; k < derived.keys.size(); ++k) {
    if (answers.owners[k].is(node) || answers.owners[k].kind() == Answer::Kind::failed) {
      return wrong_owner(derived, trace, state, k, "another node than the one that left");
    }
    if (answers.replicas.empty()) continue;
    const auto list = answers.list(k);
    if (std::ranges::find(list, node) != list.end()) {
      return wrong_replicas(derived, trace, state, k, "none but the nodes that are left");
    }
  }
  return Verdict::holds();
}

}  // namespace clockwise
