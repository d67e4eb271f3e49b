#include <algorithm>

#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

// The positions of the case that are on its ring, ascending: what is kept of them is their rank.
std::vector<Position> places(const Case& c, RingSize size) {
  std::vector<Position> all = token_positions(c);
  all.insert(all.end(), c.keys.begin(), c.keys.end());
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  std::erase_if(all, [&](Position p) { return !size.contains(p); });
  return all;
}

// The case with the place of rank i at start + i · step, on a ring of `positions` positions. What
// is past the ring stays past it.
Case respaced(const Case& c, const std::vector<Position>& places, Count positions, Position start,
              Position step) {
  const auto respace = [&](Position& p) {
    const auto at = std::ranges::lower_bound(places, p);
    p = at == places.end() ? static_cast<Position>(positions)
                           : start + static_cast<Position>(at - places.begin()) * step;
  };
  Case derived = c;
  derived.start.size = positions;
  for (Step& s : derived.steps) {
    if (auto* build = std::get_if<Build>(&s)) build->size = positions;
  }
  for_each_batch(derived, [&](std::vector<Token>& batch) {
    for (Token& token : batch) respace(token.position);
  });
  std::ranges::for_each(derived.keys, respace);
  return derived;
}

Verdict check(const Trial& trial) {
  const auto size = only_size(trial.asked);
  if (!size) return Verdict::vacuous("no one ring size");
  const std::vector<Position> all = places(trial.asked, *size);
  const Position count = all.size();
  if (count < 2) return Verdict::vacuous("no two positions on the ring");

  // Side by side on the smallest ring that has room; with free positions at both ends; and as far
  // apart as the largest ring allows that leaves a position to be past it.
  const Position step = ~Position{0} / count;
  const Case variants[] = {respaced(trial.asked, all, count, 0, 1),
                           respaced(trial.asked, all, Count{count} + 2, 1, 1),
                           respaced(trial.asked, all, ~Position{0}, step / 2, step)};
  for (const Case& derived : variants) {
    if (Verdict v = same_trace(trial, derived, trial.run(derived)); v.is_violated()) return v;
  }
  return Verdict::holds();
}

}  // namespace

extern const Property only_order_matters;
const Property only_order_matters{
    .slug = "only-order-matters",
    .claim =
        "Moving tokens and keys, on a ring of any size, changes no answer while their order and "
        "their coincidences stay.",
    .formula = "owner of f(T) at f(k) = owner of T at k for every f that keeps order and equality",
    .rule = "order",
    .needs = classes(Class::key_past_last),
    .asks_further = true,
    .catches = {"nearest-point"},
    .at_positions = check,
};

}  // namespace clockwise
