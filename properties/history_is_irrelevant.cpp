#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
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

}  // namespace

extern const Property history_is_irrelevant;
const Property history_is_irrelevant{
    .slug = "history-is-irrelevant",
    .claim = "After any steps a ring answers as one freshly built from the tokens it then has.",
    .formula = "T after steps = T′ ⇒ steps(build(T)) = build(T′)",
    .rule = "set",
    .needs = classes(Class::join, Class::leave),
    .catches = {"leave-is-a-no-op"},
    .check = check,
};

}  // namespace clockwise
