#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

// Whether an answer is refused as it has to be, or not refused where it may not be. Which node or
// which list an answer names is for other properties.
bool fits(Answer right, Answer given) {
  return right.is_refusal() ? agree(right, given)
                            : !given.is_refusal() && given.kind() != Answer::Kind::failed;
}

Verdict check(const Trial& trial) {
  const Trace& right = trial.expected.trace;
  bool spoke = false;
  for (std::size_t i = 0; i < trial.asked.states(); ++i) {
    const State& expected = right.states[i];
    const State& answered = trial.answered.states[i];
    spoke |= expected.step.is_refusal();
    if (!fits(expected.step, answered.step)) return wrong_step(trial, i, say_step(right, i));
    for (std::size_t k = 0; k < trial.asked.keys.size(); ++k) {
      spoke |= expected.owners[k].is_refusal();
      if (!fits(expected.owners[k], answered.owners[k])) {
        return wrong_owner(trial, i, k, say_owner(trial.asked, right, i, k));
      }
      if (expected.replicas.empty()) continue;
      spoke |= expected.replicas[k].is_refusal();
      if (!fits(expected.replicas[k], answered.replicas[k])) {
        return wrong_replicas(trial, i, k, say_replicas(trial.asked, right, i, k));
      }
    }
  }
  return spoke ? Verdict::holds() : Verdict::vacuous("nothing is refused");
}

}  // namespace

extern const Property refused_by_kind;
const Property refused_by_kind{
    .slug = "refused-by-kind",
    .claim =
        "What cannot be done or answered is refused, as the first kind that fits; nothing else is.",
    .formula =
        "refusal = the first of ring-too-small, no-tokens, … that applies to the whole batch",
    .rule = "refusals",
    .needs = classes(Class::refused_change, Class::refused_question),
    .catches = {"out-of-range-accepted", "last-writer-wins"},
    .at_positions = check,
};

}  // namespace clockwise
