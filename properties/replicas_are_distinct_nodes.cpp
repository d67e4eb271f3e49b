#include <algorithm>

#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  bool spoke = false;
  for (std::size_t i = 0; i < trial.asked.states(); ++i) {
    const State& state = trial.answered.states[i];
    for (std::size_t k = 0; k < state.replicas.size(); ++k) {
      const auto list = state.list(k);
      spoke |= list.size() > 1;
      for (auto node = list.begin(); node != list.end(); ++node) {
        if (std::find(list.begin(), node, *node) == node) continue;
        return wrong_replicas(trial, i, k, "a list of distinct nodes");
      }
    }
  }
  return spoke ? Verdict::holds() : Verdict::vacuous("no list of two replicas");
}

}  // namespace

extern const Property replicas_are_distinct_nodes;
const Property replicas_are_distinct_nodes{
    .slug = "replicas-are-distinct-nodes",
    .claim = "No list of replicas names a node twice.",
    .formula = "i ≠ j ⇒ replicas(k)[i] ≠ replicas(k)[j]",
    .rule = "replicas",
    .needs = classes(Class::replicas_listed, Class::node_side_by_side),
    .catches = {"replicas-repeat-a-node", "placement-replicas-repeat"},
    .at_positions = check,
    .at_names = check,
};

}  // namespace clockwise
