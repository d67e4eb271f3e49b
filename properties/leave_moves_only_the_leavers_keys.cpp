#include "properties/kit/names.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  if (trial.conventions().weights == Conventions::Weights::normalised) {
    return Verdict::excused(kNormalised);
  }
  bool spoke = false;
  for (std::size_t i = 0; i < trial.asked.steps.size(); ++i) {
    const auto gone = leaver(trial, i);
    if (!gone || trial.nodes(i).size() < 2) continue;
    spoke = true;
    const std::string name = node_name(trial.asked, *gone);
    if (!trial.was_done(i + 1)) return wrong_step(trial, i + 1, name + " off the ring");
    const State& before = trial.answered.states[i];
    const State& after = trial.answered.states[i + 1];
    Strays strays;
    for (std::size_t k = 0; k < trial.asked.keys.size(); ++k) {
      if (after.owners[k].is(*gone) && before.owners[k].is(*gone)) {
        return wrong_owner(trial, i + 1, k, "another node than " + name + ", which left");
      }
      if (!before.owners[k].is(*gone) && !same_owner(before, k, after, k)) strays.add(k);
    }
    if (strays.first && !strays.are_declared(trial)) {
      return wrong_owner(trial, i + 1, *strays.first,
                         say_owner(trial.asked, trial.answered, i, *strays.first) + ", as before");
    }
  }
  return spoke ? Verdict::holds() : Verdict::vacuous("no leave of a member");
}

}  // namespace

extern const Property leave_moves_only_the_leavers_keys;
const Property leave_moves_only_the_leavers_keys{
    .slug = "leave-moves-only-the-leavers-keys",
    .claim = "A leave moves all of the leaver's keys and no other.",
    .formula = "owner(k) ≠ n ⇒ owner′(k) = owner(k);  owner′(k) ≠ n",
    .rule = "leave",
    .needs = classes(Class::leave),
    .catches = {"placement-modulo", "placement-leave-is-lost"},
    .at_names = check,
};

}  // namespace clockwise
