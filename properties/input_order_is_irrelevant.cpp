#include <algorithm>

#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

using Batch = std::vector<Token>;

Verdict check(const Trial& trial) {
  bool orderable = false;
  for_each_batch(trial.asked, [&](const Batch& batch) { orderable |= batch.size() > 1; });
  if (!orderable) return Verdict::vacuous("no batch of several tokens");

  const auto reorder = [&](auto change) {
    Case derived = trial.asked;
    for_each_batch(derived, change);
    return same_trace(trial, derived, trial.run(derived));
  };
  Verdict reversed = reorder([](Batch& batch) { std::ranges::reverse(batch); });
  if (reversed.is_violated()) return reversed;
  return reorder([](Batch& batch) { std::ranges::sort(batch, {}, &Token::position); });
}

}  // namespace

extern const Property input_order_is_irrelevant;
const Property input_order_is_irrelevant{
    .slug = "input-order-is-irrelevant",
    .claim = "The order in which the tokens of a batch are given changes no answer.",
    .formula = "build(σ(T)) = build(T) for every permutation σ; likewise join",
    .rule = "set",
    .needs = 0,
    .catches = {"unsorted-search", "last-writer-wins"},
    .check = check,
};

}  // namespace clockwise
