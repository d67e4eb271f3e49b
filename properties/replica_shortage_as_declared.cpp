#include "properties/kit/names.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  if (!trial.conventions().lists_replicas) return Verdict::excused("replicas are not supported");
  if (trial.nodes(0).empty()) return Verdict::vacuous("no ring");
  Case derived = trial.asked;
  derived.steps.clear();
  const std::size_t nodes = trial.nodes(0).size();
  const bool truncates = trial.conventions().truncates;
  for (const std::size_t count : {nodes, nodes + 1}) {
    derived.replicas = count;
    const Trace trace = trial.run(derived);
    const State& state = trace.states[0];
    for (std::size_t k = 0; k < derived.keys.size(); ++k) {
      const bool lists_all = state.list(k).size() == nodes && as_set(state.list(k)).size() == nodes;
      const bool is_short = count > nodes && !truncates;
      if (is_short ? state.replicas[k].is_refusal() : lists_all) continue;
      return wrong_replicas(derived, trace, 0, k, is_short ? "a refusal" : "every node, once");
    }
  }
  return Verdict::holds();
}

}  // namespace

extern const Property replica_shortage_as_declared;
const Property replica_shortage_as_declared{
    .slug = "replica-shortage-as-declared",
    .claim = "As many replicas as there are nodes are listed; one more is met as declared.",
    .formula = "|replicas(k, n)| = n;  replicas(k, n + 1) is refused, or n where truncated",
    .rule = "replicas",
    .needs = 0,
    .asks_further = true,
    .catches = {"placement-shortage-is-padded"},
    .at_names = check,
};

}  // namespace clockwise
