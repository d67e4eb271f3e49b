#include "properties/faults/base_ring.hpp"

#include <algorithm>
#include <set>

namespace clockwise {
namespace {

template <class Field>
bool repeats(std::span<const Token> members, std::span<const Token> batch, Field Token::* field) {
  std::set<Field> seen;
  for (const Token& member : members) seen.insert(member.*field);
  return std::ranges::any_of(batch,
                             [&](const Token& token) { return !seen.insert(token.*field).second; });
}

}  // namespace

Outcome<void> FaultBase::build(RingSize size, std::span<const Token> tokens) {
  if (auto valid = check(size, {}, tokens); !valid) return valid;
  tokens_.reserve(tokens.size());  // before anything is given up: it may throw
  tokens_.clear();
  size_ = size;
  insert(tokens);
  return {};
}

Outcome<void> FaultBase::join(std::span<const Token> tokens) {
  if (!size_) return std::unexpected(Refusal::no_tokens);
  if (auto valid = check(*size_, tokens_, tokens); !valid) return valid;
  add(tokens);
  return {};
}

Outcome<void> FaultBase::leave(NodeId node) {
  if (tokens_.empty()) return std::unexpected(Refusal::no_tokens);
  const auto own = std::ranges::count(tokens_, node, &Token::node);
  if (own == 0) return std::unexpected(Refusal::unknown_node);
  if (own == std::ssize(tokens_)) return std::unexpected(Refusal::last_node);
  drop(node);
  return {};
}

Outcome<NodeId> FaultBase::owner(Position key) const {
  if (auto asked = admit(key); !asked) return std::unexpected(asked.error());
  return tokens_[locate(key)].node;
}

Outcome<std::size_t> FaultBase::replicas(Position key, std::span<NodeId> out) const {
  if (auto asked = admit(key); !asked) return std::unexpected(asked.error());
  const std::vector<NodeId> nodes = walk(locate(key), out.size());
  if (nodes.size() < out.size() && !truncates()) return std::unexpected(Refusal::too_few_nodes);
  std::ranges::copy(nodes, out.begin());
  return nodes.size();
}

Outcome<void> FaultBase::check(RingSize size, std::span<const Token> members,
                               std::span<const Token> batch) const {
  if (batch.empty()) return std::unexpected(Refusal::no_tokens);
  if (leaves_ring(size, batch)) return std::unexpected(Refusal::position_out_of_range);
  if (repeats_position(members, batch)) return std::unexpected(Refusal::duplicate_position);
  if (repeats_id(members, batch)) return std::unexpected(Refusal::duplicate_token);
  return {};
}

void FaultBase::insert(std::span<const Token> batch) {
  tokens_.reserve(tokens_.size() + batch.size());
  for (const Token& token : batch) {
    const auto behind = std::ranges::find_if(
        tokens_, [&](const Token& member) { return member.position > token.position; });
    tokens_.insert(behind, token);
  }
}

void FaultBase::drop(NodeId node) {
  std::erase_if(tokens_, [node](const Token& token) { return token.node == node; });
}

Outcome<void> FaultBase::admit(Position key) const {
  if (tokens_.empty()) return std::unexpected(Refusal::no_tokens);
  if (!size_->contains(key)) return std::unexpected(Refusal::position_out_of_range);
  return {};
}

std::size_t FaultBase::locate(Position key) const {
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (tokens_[i].position >= key) return i;
  }
  return 0;
}

std::vector<NodeId> FaultBase::walk(std::size_t start, std::size_t most) const {
  std::vector<NodeId> nodes;
  for (std::size_t i = 0; i < tokens_.size() && nodes.size() < most; ++i) {
    const NodeId node = tokens_[(start + i) % tokens_.size()].node;
    if (std::ranges::find(nodes, node) == nodes.end()) nodes.push_back(node);
  }
  return nodes;
}

bool FaultBase::leaves_ring(RingSize size, std::span<const Token> batch) {
  return std::ranges::any_of(batch,
                             [size](const Token& token) { return token.position > size.last(); });
}

bool FaultBase::repeats_position(std::span<const Token> members, std::span<const Token> batch) {
  return repeats(members, batch, &Token::position);
}

bool FaultBase::repeats_id(std::span<const Token> members, std::span<const Token> batch) {
  return repeats(members, batch, &Token::id);
}

Position FaultBase::distance(Position from, Position to) const {
  const Count difference = Count{to} + size_->positions() - from;
  return static_cast<Position>(difference % size_->positions());
}

Position FaultBase::reduced(RingSize size, Position position) {
  return static_cast<Position>(position % size.positions());
}

}  // namespace clockwise
