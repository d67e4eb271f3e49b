#include <algorithm>

#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  const bool orders = trial.conventions().orders;
  bool spoke = false;
  for (std::size_t i = 0; i < trial.asked.states(); ++i) {
    const State& state = trial.answered.states[i];
    for (std::size_t k = 0; k < state.replicas.size(); ++k) {
      if (state.list(k).empty()) continue;
      spoke = true;
      const auto list = orders ? state.list(k).first(1) : state.list(k);
      const auto is_owner = [&](NodeId node) { return state.owners[k].is(node); };
      if (std::ranges::any_of(list, is_owner)) continue;
      return wrong_replicas(trial, i, k,
                            say_owner(trial.asked, trial.answered, i, k) + ", the owner, " +
                                (orders ? "first" : "among them"));
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
    .catches = {"replicas-omit-the-owner", "placement-owner-is-no-replica"},
    .at_positions = check,
    .at_names = check,
};

}  // namespace clockwise
