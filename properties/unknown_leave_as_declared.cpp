#include "properties/kit/names.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  if (!trial.conventions().leaves) return Verdict::excused("leave is not supported");
  if (trial.nodes(trial.last_state()).empty()) return Verdict::vacuous("no ring");
  Case derived = rebuilt(trial);
  derived.steps = {Leave{newcomer(derived)}};
  const Trace trace = trial.run(derived);
  const Answer step = trace.states[1].step;
  const bool ignores = trial.conventions().ignores_unknown;
  if (ignores ? step.kind() != Answer::Kind::done : !step.is_refusal()) {
    return wrong_step(derived, trace, 1, ignores ? "done" : "refused");
  }
  return same_answers(derived, trace, 0, derived, trace, 1);
}

}  // namespace

extern const Property unknown_leave_as_declared;
const Property unknown_leave_as_declared{
    .slug = "unknown-leave-as-declared",
    .claim = "A leave of no member is met as declared, and changes nothing.",
    .formula = "n not on the ring ⇒ answers after leave(n) = answers before",
    .rule = "refusals",
    .needs = 0,
    .asks_further = true,
    .catches = {"placement-unknown-leave-drops-last"},
    .at_names = check,
};

}  // namespace clockwise
