#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

Verdict check_positions(const Trial& trial) {
  bool spoke = false;
  for (std::size_t i = 1; i < trial.asked.states(); ++i) {
    const Members& members = trial.expected.members[i];
    if (!members.size || !trial.expected.accepted(i)) continue;

    spoke = true;
    Case fresh = trial.asked;
    fresh.start = {members.size->positions(), members.tokens};
    fresh.steps.clear();
    const Trace trace = trial.run(fresh);
    if (Verdict v = same_answers(trial, i, fresh, trace, 0); v.is_violated()) return v;
  }
  return spoke ? Verdict::holds() : Verdict::vacuous("no step is carried out");
}

Verdict check_names(const Trial& trial) {
  bool spoke = false;
  const std::size_t last = trial.last_state();
  for (const std::size_t i : {last, last / 2}) {
    if (i == 0 || trial.nodes(i).empty()) continue;
    spoke = true;
    Case fresh = trial.asked;
    fresh.start.nodes = trial.nodes(i);
    fresh.steps.clear();
    const Verdict verdict = same_answers(trial, i, fresh, trial.run(fresh), 0);
    if (verdict.is_violated()) return verdict;
  }
  return spoke ? Verdict::holds() : Verdict::vacuous("no steps");
}

}  // namespace

extern const Property history_is_irrelevant;
const Property history_is_irrelevant{
    .slug = "history-is-irrelevant",
    .claim = "After any steps a ring answers as one freshly built from the tokens it then has.",
    .formula = "T after steps = T′ ⇒ steps(build(T)) = build(T′)",
    .rule = "set",
    .needs = classes(Class::join, Class::leave),
    .asks_further = true,
    .catches = {"leave-is-a-no-op", "placement-changes-are-counted"},
    .at_positions = check_positions,
    .at_names = check_names,
};

}  // namespace clockwise
