#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  bool spoke = false;
  for (std::size_t i = 0; i < trial.asked.states(); ++i) {
    const State& state = trial.answered.states[i];
    for (std::size_t k = 0; k < state.replicas.size(); ++k) {
      if (state.list(k).empty()) continue;
      spoke = true;
      if (state.owners[k].is(state.list(k).front())) continue;
      return wrong_replicas(trial, i, k,
                            say_owner(trial.asked, trial.answered, i, k) + ", the owner, first");
    }
  }
  return spoke ? Verdict::holds() : Verdict::vacuous("no list of replicas");
}

}  // namespace

extern const Property first_replica_is_the_owner;
const Property first_replica_is_the_owner{
    .slug = "first-replica-is-the-owner",
    .claim = "The first replica of a key is its owner.",
    .formula = "replicas(k, r)[0] = owner(k) for r ≥ 1",
    .rule = "replicas",
    .needs = classes(Class::replicas_listed),
    .catches = {"replicas-omit-the-owner"},
    .check = check,
};

}  // namespace clockwise
