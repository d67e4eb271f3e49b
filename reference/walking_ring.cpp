#include "reference/walking_ring.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace clockwise {
namespace {

using Circle = std::vector<std::optional<Token>>;

// Puts the tokens on the circle one by one. The circle is changed only when all of them found a
// free place of their own.
Outcome<void> place(Circle& circle, std::span<const Token> tokens) {
  if (tokens.empty()) return std::unexpected(Refusal::no_tokens);
  for (const Token& token : tokens) {
    if (token.position >= circle.size()) return std::unexpected(Refusal::position_out_of_range);
  }
  Circle filled = circle;
  for (const Token& token : tokens) {
    if (filled[token.position]) return std::unexpected(Refusal::duplicate_position);
    filled[token.position] = token;
  }
  for (const Token& token : tokens) {
    const auto same_id = [&](const auto& place) { return place && place->id == token.id; };
    if (std::ranges::count_if(filled, same_id) > 1) {
      return std::unexpected(Refusal::duplicate_token);
    }
  }
  circle = std::move(filled);
  return {};
}

}  // namespace

Outcome<void> WalkingRing::build(RingSize size, std::span<const Token> tokens) {
  Circle circle(static_cast<std::size_t>(size.positions()));
  if (auto placed = place(circle, tokens); !placed) return placed;
  circle_ = std::move(circle);
  return {};
}

Outcome<void> WalkingRing::join(std::span<const Token> tokens) {
  if (circle_.empty()) return std::unexpected(Refusal::no_tokens);
  return place(circle_, tokens);
}

Outcome<void> WalkingRing::leave(NodeId node) {
  if (circle_.empty()) return std::unexpected(Refusal::no_tokens);
  Circle left = circle_;
  for (auto& place : left) {
    if (place && place->node == node) place.reset();
  }
  if (left == circle_) return std::unexpected(Refusal::unknown_node);
  if (std::ranges::none_of(left, [](const auto& place) { return place.has_value(); })) {
    return std::unexpected(Refusal::last_node);
  }
  circle_ = std::move(left);
  return {};
}

Outcome<NodeId> WalkingRing::owner(Position key) const {
  if (circle_.empty()) return std::unexpected(Refusal::no_tokens);
  if (key >= circle_.size()) return std::unexpected(Refusal::position_out_of_range);
  std::size_t here = key;
  while (!circle_[here]) here = here + 1 == circle_.size() ? 0 : here + 1;
  return circle_[here]->node;
}

Outcome<std::size_t> WalkingRing::replicas(Position key, std::span<NodeId> out) const {
  if (circle_.empty()) return std::unexpected(Refusal::no_tokens);
  if (key >= circle_.size()) return std::unexpected(Refusal::position_out_of_range);
  std::size_t found = 0;
  std::size_t here = key;
  for (std::size_t steps = 0; steps < circle_.size() && found < out.size(); ++steps) {
    const auto met = out.first(found);
    if (circle_[here] && std::ranges::find(met, circle_[here]->node) == met.end()) {
      out[found++] = circle_[here]->node;
    }
    here = here + 1 == circle_.size() ? 0 : here + 1;
  }
  if (found < out.size()) return std::unexpected(Refusal::too_few_nodes);
  return found;
}

}  // namespace clockwise
