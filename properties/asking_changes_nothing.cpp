#include <algorithm>

#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

// Runs the case with its keys asked in this order, `order` holding indices of keys, and compares
// each answer with the one that the same key got before.
Verdict asked_in_order(const Trial& trial, const std::vector<std::size_t>& order) {
  std::vector<Position> keys;
  for (const std::size_t k : order) keys.push_back(trial.asked.keys[k]);
  const Case derived = with_keys(trial.asked, std::move(keys));
  const Trace trace = trial.run(derived);
  for (std::size_t i = 0; i < trial.asked.states(); ++i) {
    const State& before = trial.answered.states[i];
    for (std::size_t k = 0; k < order.size(); ++k) {
      if (!same_owner(before, order[k], trace.states[i], k)) {
        return wrong_owner(derived, trace, i, k,
                           say_owner(trial.asked, trial.answered, i, order[k]));
      }
      if (!before.replicas.empty() && !same_replicas(before, order[k], trace.states[i], k)) {
        return wrong_replicas(derived, trace, i, k,
                              say_replicas(trial.asked, trial.answered, i, order[k]));
      }
    }
  }
  return Verdict::holds();
}

Verdict check(const Trial& trial) {
  if (trial.asked.keys.empty()) return Verdict::vacuous("no keys");

  // There and back, so that every key is asked again, after others; then some alone.
  const std::size_t count = trial.asked.keys.size();
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < count; ++k) order.push_back(k);
  for (std::size_t k = count; k-- > 0;) order.push_back(k);
  if (Verdict v = asked_in_order(trial, order); v.is_violated()) return v;
  for (const std::size_t k : {std::size_t{0}, count / 2, count - 1}) {
    if (Verdict v = asked_in_order(trial, {k}); v.is_violated()) return v;
  }
  return Verdict::holds();
}

}  // namespace

extern const Property asking_changes_nothing;
const Property asking_changes_nothing{
    .slug = "asking-changes-nothing",
    .claim = "The same key gets the same answer however often, and after whatever, it is asked.",
    .formula = "owner(k) is a function of T and k alone",
    .rule = "pure",
    .needs = 0,
    .catches = {"asking-wears-out"},
    .check = check,
};

}  // namespace clockwise
