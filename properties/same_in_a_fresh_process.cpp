#include "properties/kit/names.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  const auto trace = trial.subject.run_afresh(trial.asked);
  if (!trace) return Verdict::vacuous("no fresh process for this case");
  return same_trace(trial, trial.asked, *trace);
}

}  // namespace

extern const Property same_in_a_fresh_process;
const Property same_in_a_fresh_process{
    .slug = "same-in-a-fresh-process",
    .claim = "Another process that is asked the same answers the same.",
    .formula = "answers are a function of the case alone",
    .rule = "pure",
    .needs = 0,
    .asks_further = true,
    .catches = {"placement-salted-by-the-process"},
    .at_names = check,
};

}  // namespace clockwise
