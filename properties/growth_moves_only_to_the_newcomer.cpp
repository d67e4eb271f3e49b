#include <algorithm>

#include "properties/kit/names.hpp"

namespace clockwise {
namespace {

// So many keys are due to newcomers before it says anything that none of them moved: that this is
// chance has the odds e^-30.
constexpr double kDue = 30;

Verdict check(const Trial& trial) {
  if (trial.conventions().weights == Conventions::Weights::normalised) {
    return Verdict::excused(kNormalised);
  }
  bool spoke = false;
  double due = 0;  // keys that are due to newcomers
  std::size_t moved = 0;
  std::size_t last = 0;
  for (std::size_t i = 0; i < trial.asked.steps.size(); ++i) {
    const auto joined = newcomers(trial, i);
    if (joined.empty() || trial.nodes(i).empty()) continue;
    spoke = true;
    last = i + 1;
    if (!trial.was_done(last)) return wrong_step(trial, last, "the newcomer on the ring");
    const State& before = trial.answered.states[i];
    const State& after = trial.answered.states[last];
    Strays strays;
    for (std::size_t k = 0; k < trial.asked.keys.size(); ++k) {
      if (same_owner(before, k, after, k)) continue;
      const auto is_owner = [&](NodeId node) { return after.owners[k].is(node); };
      if (std::ranges::any_of(joined, is_owner)) {
        ++moved;
      } else {
        strays.add(k);
      }
    }
    due += static_cast<double>(trial.asked.keys.size() * joined.size()) /
           static_cast<double>(trial.nodes(last).size());
    if (strays.first && !strays.are_declared(trial)) {
      return wrong_owner(trial, last, *strays.first,
                         say_owner(trial.asked, trial.answered, i, *strays.first) +
                             ", as before, or the newcomer");
    }
  }
  if (!spoke) return Verdict::vacuous("no join of a newcomer");
  if (moved > 0 || due <= kDue) return Verdict::holds();
  return Verdict::violated(
      {last, std::nullopt,
       "about " + std::to_string(static_cast<std::uint64_t>(due)) + " keys to move to newcomers",
       "none did", std::nullopt});
}

}  // namespace

extern const Property growth_moves_only_to_the_newcomer;
const Property growth_moves_only_to_the_newcomer{
    .slug = "growth-moves-only-to-the-newcomer",
    .claim =
        "A join moves keys to the newcomer and nowhere else, at every size from 1 to 130 nodes.",
    .formula = "owner′(k) ≠ owner(k) ⇒ owner′(k) is the newcomer",
    .rule = "join",
    .needs = classes(Class::join),
    .is_keystone = true,
    .catches = {"placement-modulo", "placement-rounds-at-seven"},
    .at_names = check,
};

}  // namespace clockwise
