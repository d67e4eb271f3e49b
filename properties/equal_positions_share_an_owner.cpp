#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  if (trial.asked.keys.empty()) return Verdict::vacuous("no keys");

  // Every key twice, side by side: two keys, with two answers that are the same.
  std::vector<Position> keys;
  for (const Position key : trial.asked.keys) keys.insert(keys.end(), {key, key});
  const Case derived = with_keys(trial.asked, std::move(keys));
  const Trace trace = trial.run(derived);
  for (std::size_t i = 0; i < derived.states(); ++i) {
    const State& state = trace.states[i];
    for (std::size_t k = 0; k < derived.keys.size(); k += 2) {
      if (!same_owner(state, k, state, k + 1)) {
        return wrong_owner(derived, trace, i, k + 1, say_owner(derived, trace, i, k));
      }
      if (!state.replicas.empty() && !same_replicas(state, k, state, k + 1)) {
        return wrong_replicas(derived, trace, i, k + 1, say_replicas(derived, trace, i, k));
      }
    }
  }
  return Verdict::holds();
}

}  // namespace

extern const Property equal_positions_share_an_owner;
const Property equal_positions_share_an_owner{
    .slug = "equal-positions-share-an-owner",
    .claim =
        "Two keys at one position are two keys, with an answer each, and the answers are equal.",
    .formula = "pos(k) = pos(k′) ⇒ owner(k) = owner(k′)",
    .rule = "identity",
    .needs = classes(Class::repeated_key),
    .asks_further = true,
    .catches = {"asking-wears-out"},
    .at_positions = check,
};

}  // namespace clockwise
