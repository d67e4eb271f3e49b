#include "reference/naive_ring.hpp"

#include <algorithm>
#include <cstddef>

#include "reference/nearest_kernel.h"

namespace clockwise {
namespace {

// Whether `batch` may be added to `members` on a ring of this size, and if not, why. The questions
// are put one after the other to the whole batch, in the order of `refusals`.
Outcome<void> validate(RingSize size, std::span<const Token> members,
                       std::span<const Token> batch) {
  if (batch.empty()) return std::unexpected(Refusal::no_tokens);

  for (const Token& token : batch) {
    if (!size.contains(token.position)) return std::unexpected(Refusal::position_out_of_range);
  }

  // Every token of the batch against every member, and against every token before it in the batch.
  bool same_position = false;
  bool same_id = false;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    for (const Token& member : members) {
      if (batch[i].position == member.position) same_position = true;
      if (batch[i].id == member.id) same_id = true;
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (batch[i].position == batch[j].position) same_position = true;
      if (batch[i].id == batch[j].id) same_id = true;
    }
  }
  if (same_position) return std::unexpected(Refusal::duplicate_position);
  if (same_id) return std::unexpected(Refusal::duplicate_token);
  return {};
}

// The token at the least clockwise distance from `key`. There is at least one token.
const Token& nearest(Position last, std::span<const Token> tokens, Position key) {
  static thread_local std::vector<Position> positions;  // kept, so that few questions allocate
  positions.resize(tokens.size());
  std::ranges::transform(tokens, positions.begin(), &Token::position);
  return tokens[nearest_index(last, key, positions.data(), positions.size())];
}

}  // namespace

Outcome<void> NaiveRing::build(RingSize size, std::span<const Token> tokens) {
  if (auto valid = validate(size, {}, tokens); !valid) return valid;
  tokens_ = std::vector<Token>(tokens.begin(), tokens.end());
  size_ = size;
  return {};
}

Outcome<void> NaiveRing::join(std::span<const Token> tokens) {
  if (!size_) return std::unexpected(Refusal::no_tokens);
  if (auto valid = validate(*size_, tokens_, tokens); !valid) return valid;
  tokens_.insert(tokens_.end(), tokens.begin(), tokens.end());
  return {};
}

Outcome<void> NaiveRing::leave(NodeId node) {
  if (!size_) return std::unexpected(Refusal::no_tokens);
  const auto is_of_node = [&](const Token& token) { return token.node == node; };
  if (std::ranges::none_of(tokens_, is_of_node)) return std::unexpected(Refusal::unknown_node);
  if (std::ranges::all_of(tokens_, is_of_node)) return std::unexpected(Refusal::last_node);
  std::erase_if(tokens_, is_of_node);
  return {};
}

Outcome<NodeId> NaiveRing::owner(Position key) const {
  if (!size_) return std::unexpected(Refusal::no_tokens);
  if (!size_->contains(key)) return std::unexpected(Refusal::position_out_of_range);
  return nearest(size_->last(), tokens_, key).node;
}

// The next replica is the owner of the key once the nodes already in the list are left out.
Outcome<std::size_t> NaiveRing::replicas(Position key, std::span<NodeId> out) const {
  if (!size_) return std::unexpected(Refusal::no_tokens);
  if (!size_->contains(key)) return std::unexpected(Refusal::position_out_of_range);
  static thread_local std::vector<Token> left;  // kept, so that few questions allocate
  left.assign(tokens_.begin(), tokens_.end());
  for (NodeId& replica : out) {
    if (left.empty()) return std::unexpected(Refusal::too_few_nodes);
    replica = nearest(size_->last(), left, key).node;
    std::erase_if(left, [&](const Token& token) { return token.node == replica; });
  }
  return out.size();
}

}  // namespace clockwise
