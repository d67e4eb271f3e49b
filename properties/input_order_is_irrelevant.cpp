#include <algorithm>

#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

using Batch = std::vector<Token>;

Verdict check_positions(const Trial& trial) {
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

Verdict check_names(const Trial& trial) {
  if (trial.conventions().membership == Conventions::Membership::append) {
    return Verdict::excused("membership: append");
  }
  const std::vector<Member>& nodes = trial.asked.start.nodes;
  if (nodes.size() < 2) return Verdict::vacuous("no two nodes");
  Case reversed = trial.asked;
  std::ranges::reverse(reversed.start.nodes);
  Case rotated = trial.asked;
  std::ranges::rotate(rotated.start.nodes,
                      rotated.start.nodes.begin() + static_cast<std::ptrdiff_t>(nodes.size() / 2));
  for (const Case& derived : {reversed, rotated}) {
    const Verdict verdict = same_trace(trial, derived, trial.run(derived));
    if (verdict.is_violated()) return verdict;
  }
  return Verdict::holds();
}

}  // namespace

extern const Property input_order_is_irrelevant;
const Property input_order_is_irrelevant{
    .slug = "input-order-is-irrelevant",
    .claim = "The order in which the tokens of a batch are given changes no answer.",
    .formula = "build(σ(T)) = build(T) for every permutation σ; likewise join",
    .rule = "set",
    .needs = 0,
    .asks_further = true,
    .catches = {"unsorted-search", "last-writer-wins", "placement-first-comer-is-favoured"},
    .at_positions = check_positions,
    .at_names = check_names,
};

}  // namespace clockwise
