// The reference: placement exactly as the rules say it, with nothing clever in the way.
//
// It keeps the tokens in the order in which they came. Every question looks at all of them: there
// is no sorting, no caching and no early exit, so that what the code does is what the rule says.
// The few lines that decide placement (nearest_kernel.h) are proved as they stand; the sillier ring
// below it (walking_ring.hpp) checks the rest.
//
// Cost, with N tokens: owner O(N); r replicas O(r² N); build and join of n tokens O(n (N + n));
// leave O(N).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "reference/nearest_kernel.h"
#include "reference/ring.hpp"

namespace clockwise {

class NaiveRing final : public Ring {
 public:
  Outcome<void> build(RingSize size, std::span<const Token> tokens) override;
  Outcome<void> join(std::span<const Token> tokens) override;
  Outcome<void> leave(NodeId node) override;
  Outcome<NodeId> owner(Position key) const override;
  Outcome<std::size_t> replicas(Position key, std::span<NodeId> out) const override;

  // What it holds: the tokens in the order in which they came, and the size of the ring they are on
  // (none before the first build).
  std::span<const Token> tokens() const { return tokens_; }
  std::optional<RingSize> size() const { return size_; }

 private:
  std::optional<RingSize> size_;
  std::vector<Token> tokens_;
};

}  // namespace clockwise
