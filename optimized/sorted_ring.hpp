// The ring one would ship: tokens as sorted arrays, a question answered by binary search.
//
// What it holds is one array a field, all in the order of position, strictly ascending: that order
// is the invariant that every operation keeps and every question relies on. The first position at
// or after the key names the owner; past the end, the first one does (`successor`, `wrap`).
//
// Cost, with N tokens: owner O(log N); r replicas O(log N + r L), L tokens being looked at before r
// distinct nodes are met, N at most; build O(N log N); join of n tokens O(N + n log n): finding a
// place is logarithmic, making room is not; leave O(N). Memory: 16 bytes a token.
//
// Any change either happens whole or leaves the ring as it was, also when it throws std::bad_alloc:
// the new arrays are finished before they take the place of the old ones.
#pragma once

#include <cstddef>
#include <expected>
#include <optional>
#include <span>
#include <vector>

#include "reference/ring.hpp"

namespace clockwise {

// Why a batch of keys was refused, and the index of the first key that is to blame.
struct BatchRefusal {
  Refusal refusal{};
  std::size_t index = 0;

  friend bool operator==(const BatchRefusal&, const BatchRefusal&) = default;
};

class SortedRing final : public Ring {
 public:
  Outcome<void> build(RingSize size, std::span<const Token> tokens) override;
  Outcome<void> join(std::span<const Token> tokens) override;
  Outcome<void> leave(NodeId node) override;
  Outcome<NodeId> owner(Position key) const override;
  Outcome<std::size_t> replicas(Position key, std::span<NodeId> out) const override;

  // owner(keys[i]) into out[i], for all keys or for none: one key out of range refuses the batch,
  // names its index and writes nothing. Throws std::invalid_argument unless keys and out are of one
  // length. A ring without tokens refuses every batch, also an empty one, as no_tokens at index 0.
  std::expected<void, BatchRefusal> owners(std::span<const Position> keys,
                                           std::span<NodeId> out) const;

  // The tokens in the order of position, one array a field, as long as the next change.
  std::span<const Position> positions() const { return tokens_.positions; }
  std::span<const NodeId> nodes() const { return tokens_.nodes; }
  std::span<const TokenId> ids() const { return tokens_.ids; }

 private:
  struct Arrays {
    std::vector<Position> positions;  // strictly ascending
    std::vector<NodeId> nodes;        // nodes[i] owns the token at positions[i]
    std::vector<TokenId> ids;         // and ids[i] is its id: distinct

    void reserve(std::size_t count);
    void push_back(const Token& token);
  };

  // The index of the token that owns `key`: a key in range, on a ring with tokens.
  std::size_t successor(Position key) const;

  std::optional<RingSize> size_;  // none until something is built; then there is a token
  Arrays tokens_;
};

}  // namespace clockwise
