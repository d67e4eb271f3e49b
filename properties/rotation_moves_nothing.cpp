#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

// (p + by) mod M on a ring whose last position is `last`. What is past the ring stays there.
Position rotate(Position last, Position p, Position by) {
  if (p > last) return p;
  return p <= last - by ? p + by : p - (last - by) - 1;
}

Case rotated(const Case& c, Position last, Position by) {
  Case derived = c;
  for_each_batch(derived, [&](std::vector<Token>& batch) {
    for (Token& token : batch) token.position = rotate(last, token.position, by);
  });
  for (Position& key : derived.keys) key = rotate(last, key, by);
  return derived;
}

Verdict check(const Trial& trial) {
  const auto size = only_size(trial.asked);
  if (!size) return Verdict::vacuous("no one ring size");
  std::vector<Position> positions = token_positions(trial.asked);
  std::erase_if(positions, [&](Position p) { return !size->contains(p); });
  if (positions.empty()) return Verdict::vacuous("no tokens on the ring");

  // By one; so that the smallest token comes to 0; so that the largest comes to the last position;
  // by half a ring.
  const Position last = size->last();
  const Position to_zero = positions.front() == 0 ? 0 : last - positions.front() + 1;
  for (const Position by : {Position{1}, to_zero, last - positions.back(), last / 2 + 1}) {
    if (by == 0) continue;
    const Case derived = rotated(trial.asked, last, by);
    if (Verdict v = same_trace(trial, derived, trial.run(derived)); v.is_violated()) return v;
  }
  return Verdict::holds();
}

}  // namespace

extern const Property rotation_moves_nothing;
const Property rotation_moves_nothing{
    .slug = "rotation-moves-nothing",
    .claim = "Rotating all tokens and keys by the same amount changes no answer.",
    .formula = "owner of T + c at (k + c) mod M = owner of T at k",
    .rule = "rotation",
    .needs = classes(Class::key_past_last, Class::full_size),
    .asks_further = true,
    .catches = {"signed-comparison"},
    .at_positions = check,
};

}  // namespace clockwise
