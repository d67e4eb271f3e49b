// A ring as someone else would write it: a map from positions to tokens.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "reference/ring.hpp"

class MyRing final : public clockwise::Ring {
 public:
  using Position = clockwise::Position;
  using Refusal = clockwise::Refusal;
  using Token = clockwise::Token;
  using NodeId = clockwise::NodeId;
  template <class T>
  using Outcome = clockwise::Outcome<T>;

  Outcome<void> build(clockwise::RingSize size, std::span<const Token> tokens) override {
    return add(size, {}, tokens);
  }
  Outcome<void> join(std::span<const Token> tokens) override {
    if (!size_) return std::unexpected(Refusal::no_tokens);
    return add(*size_, tokens_, tokens);
  }
  Outcome<void> leave(NodeId node) override {
    if (!size_) return std::unexpected(Refusal::no_tokens);
    std::map<Position, Token> left = tokens_;
    std::erase_if(left, [&](const auto& entry) { return entry.second.node == node; });
    if (left.size() == tokens_.size()) return std::unexpected(Refusal::unknown_node);
    if (left.empty()) return std::unexpected(Refusal::last_node);
    tokens_ = std::move(left);
    return {};
  }
  Outcome<NodeId> owner(Position key) const override {
    if (!size_) return std::unexpected(Refusal::no_tokens);
    if (!size_->contains(key)) return std::unexpected(Refusal::position_out_of_range);
    return over(key)->second.node;
  }
  Outcome<std::size_t> replicas(Position key, std::span<NodeId> out) const override {
    if (const auto first = owner(key); !first) return std::unexpected(first.error());
    std::set<NodeId> nodes;
    for (const auto& [position, token] : tokens_) nodes.insert(token.node);
    if (out.size() > nodes.size()) return std::unexpected(Refusal::too_few_nodes);
    std::size_t found = 0;
    for (auto at = over(key); found < out.size(); at = next(at)) {
      const auto listed = out.first(found);
      if (std::ranges::find(listed, at->second.node) != listed.end()) continue;
      out[found++] = at->second.node;
    }
    return found;
  }

 private:
  using Entry = std::map<Position, Token>::const_iterator;

#ifdef MY_RING_IS_WRONG  // as rings that take the boundary for the next arc's are
  Entry over(Position key) const { return wrapped(tokens_.upper_bound(key)); }
#else
  Entry over(Position key) const { return wrapped(tokens_.lower_bound(key)); }
#endif
  Entry next(Entry at) const { return wrapped(std::next(at)); }
  Entry wrapped(Entry at) const { return at == tokens_.end() ? tokens_.begin() : at; }

  // Keeps these tokens and the batch, or says why the batch is refused.
  Outcome<void> add(clockwise::RingSize size, std::map<Position, Token> kept,
                    std::span<const Token> batch) {
    if (batch.empty()) return std::unexpected(Refusal::no_tokens);
    for (const Token& token : batch) {
      if (!size.contains(token.position)) return std::unexpected(Refusal::position_out_of_range);
    }
    std::set<clockwise::TokenId> ids;
    for (const auto& [position, token] : kept) ids.insert(token.id);
    bool repeats_id = false;
    for (const Token& token : batch) {
      if (!kept.emplace(token.position, token).second) {
        return std::unexpected(Refusal::duplicate_position);
      }
      repeats_id |= !ids.insert(token.id).second;
    }
    if (repeats_id) return std::unexpected(Refusal::duplicate_token);
    size_ = size;
    tokens_ = std::move(kept);
    return {};
  }

  std::optional<clockwise::RingSize> size_;
  std::map<Position, Token> tokens_;
};
