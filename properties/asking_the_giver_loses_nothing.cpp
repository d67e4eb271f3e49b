#include "properties/kit/plans.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  return every_handover(trial, [&](const PlannedChange& change, Handover& run) {
    run.publish();
    for (const Move& move : change.moves) {
      if (const auto k = run.first_miss(change.moves)) {
        return wrong_plan(trial, change, run.asked(*k), "the record while copies are made");
      }
      run.store().copy(move);
      run.store().drop(move);
    }
    if (const auto k = run.first_miss()) {
      return wrong_plan(trial, change, run.asked(*k), "the record once all is copied");
    }
    return Verdict::holds();
  });
}

}  // namespace

extern const Property asking_the_giver_loses_nothing;
const Property asking_the_giver_loses_nothing{
    .slug = "asking-the-giver-loses-nothing",
    .claim = "Where reads ask the giver of an arc until it is copied, every read finds its record.",
    .formula =
        "publish; then copy(m), drop(m) for one m ∈ plan after another: read(k), or else "
        "giver's record of k, = what was written",
    .rule = "handover",
    .needs = classes(Class::join, Class::leave),
    .of_plans = true,
    .catches = {"giver-is-never-asked", "plan-names-the-taker-as-giver"},
    .at_positions = check,
};

}  // namespace clockwise
