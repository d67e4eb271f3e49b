#include "properties/kit/plans.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  return every_handover(trial, [&](const PlannedChange& change, Handover& run) {
    for (const Move& move : change.moves) {
      run.store().copy(move);
      if (const auto k = run.first_miss()) {
        return wrong_plan(trial, change, run.asked(*k), "the record while copies are made");
      }
    }
    run.publish();
    for (const Move& move : change.moves) run.store().drop(move);
    if (const auto k = run.first_miss()) {
      return wrong_plan(trial, change, run.asked(*k), "the record after the switch");
    }
    return Verdict::holds();
  });
}

}  // namespace

extern const Property copy_before_the_switch_loses_nothing;
const Property copy_before_the_switch_loses_nothing{
    .slug = "copy-before-the-switch-loses-nothing",
    .claim = "Where all arcs are copied before the switch, every read finds its record throughout.",
    .formula =
        "copy(m) for all m ∈ plan; publish; drop(m) for all m ∈ plan: read(k) = what was "
        "written, at any time",
    .rule = "handover",
    .needs = classes(Class::join, Class::leave),
    .of_plans = true,
    .catches = {"plan-skips-the-last-arc", "copy-empties-the-giver", "copy-merges-equal-positions"},
    .at_positions = check,
};

}  // namespace clockwise
