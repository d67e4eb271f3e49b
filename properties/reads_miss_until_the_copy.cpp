#include "properties/kit/plans.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  return every_handover(trial, [&](const PlannedChange& change, Handover& run) {
    run.publish();
    for (std::size_t k = 0; k < run.keys(); ++k) {
      if (run.finds(k) != run.moves(k)) continue;
      return wrong_plan(trial, change, run.asked(k),
                        run.moves(k) ? "nothing at the new owner, until the copy arrives"
                                     : "the record, which stays");
    }
    return Verdict::holds();
  });
}

}  // namespace

extern const Property reads_miss_until_the_copy;
const Property reads_miss_until_the_copy{
    .slug = "reads-miss-until-the-copy",
    .claim =
        "Straight after a change a read of a moved key finds nothing; any other finds its record.",
    .formula = "publish: owner′(k) ≠ owner(k) ⇒ read(k) = nothing; else read(k) = what was written",
    .rule = "handover",
    .needs = classes(Class::join, Class::leave),
    .of_plans = true,
    .catches = {"publishing-moves-data"},
    .at_positions = check,
};

}  // namespace clockwise
