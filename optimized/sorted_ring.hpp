// The ring one would ship: tokens as sorted arrays, and an index over them that answers nearly
// every question from one cache line or two.
//
// What decides placement is the order of the tokens: one array a field, ascending by position, cut
// into blocks so that a change moves little (blocks.hpp). The first position at or after the key
// names the owner; past the end, the first one does (`successor`, `wrap`). A ring of up to eight
// tokens is one block and is searched; over a larger one lies the index (line_index.hpp), which
// repeats what the blocks say and says "search" where it cannot tell.
//
// Cost, with N tokens, hashed or evenly spread in the first column, the worst positions in the
// second:
//
//     owner                  O(1), one cache line        O(log N)
//     r replicas, r ≤ 4      O(1), one or two            O(log N) and a walk of one crowded line
//     r replicas, r > 4      O(r L), L tokens being met before r distinct nodes are, N at most
//     build                  O(N)                        O(N log N)
//     join of n tokens       O(n) amortised              O(N + n log n)
//     leave of n tokens      O(n) amortised              O(N + n log n)
//
// Finding a place is logarithmic or better; that says nothing about making room there. Memory:
// about 60 bytes a token; README.md has the figures, measured.
//
// A change either happens completely or leaves the ring as it was, even if it throws
// std::bad_alloc: what it needs is allocated before anything is touched.
#pragma once

#include <cstddef>
#include <expected>
#include <optional>
#include <ranges>
#include <span>
#include <vector>

#include "optimized/blocks.hpp"
#include "optimized/id_set.hpp"
#include "optimized/line_index.hpp"
#include "optimized/node_tokens.hpp"
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
  // When there is an index: from nine tokens on, or, for tests, never or always. `always` also
  // forces the prefetching and sorting paths of large rings.
  enum class Index : std::uint8_t {
    by_size,
    never,
    always
  };

  explicit SortedRing(Index when = Index::by_size) : when_(when) {}

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

  // The tokens in the order of position: how many, block by block, and as one range a field. They
  // are there until the next change.
  std::size_t count() const { return state_.blocks.count(); }
  std::span<const Block> blocks() const { return state_.blocks.all(); }
  std::vector<Token> tokens() const { return state_.blocks.tokens(); }  // a copy
  auto positions() const {
    return blocks() | std::views::transform(&Block::positions) | std::views::join;
  }
  auto nodes() const { return blocks() | std::views::transform(&Block::nodes) | std::views::join; }
  auto ids() const { return blocks() | std::views::transform(&Block::ids) | std::views::join; }

  // The size of the lines, which answer nearly every key, in bytes.
  std::size_t index_bytes() const { return state_.index.size() * sizeof(Line); }

  // Throws std::logic_error, naming it, when an invariant is broken. O(N log N).
  void check_invariants() const;

 private:
  struct State {
    Blocks blocks;
    LineIndex index;   // none over a small ring
    IdSet ids;         // of the tokens
    NodeTokens nodes;  // where there is an index
    // The keys for which the index is asked: all but the last, so that one comparison tells
    // whether there is an index and whether the key is on the ring.
    Position indexed_below = 0;
  };

  std::size_t lines_for(std::size_t count) const;
  bool fits(std::size_t count) const;
  Outcome<State> make(RingSize size, std::span<const Token> sorted) const;
  Outcome<void> remake(RingSize size, std::span<const Token> sorted);

  std::vector<Position> positions_of(NodeId node) const;
  // Cold paths. Not inlined, to keep the callers' loops small.
  [[gnu::noinline]] Outcome<NodeId> owner_by_search(Position key) const;
  [[gnu::noinline]] Outcome<std::size_t> replicas_by_search(Position key,
                                                            std::span<NodeId> out) const;

  std::optional<RingSize> size_;  // none until something is built; then there is a token
  State state_;
  Index when_;
};

inline Outcome<NodeId> SortedRing::owner(Position key) const {
  if (key < state_.indexed_below) [[likely]] {
    const std::uint16_t owner = state_.index.owner(state_.blocks.scale().place(key));
    if (owner != Line::kElsewhere) [[likely]]
      return NodeId{owner};
  }
  return owner_by_search(key);
}

inline Outcome<std::size_t> SortedRing::replicas(Position key, std::span<NodeId> out) const {
  if (key < state_.indexed_below && out.size() <= LineIndex::kBehind) [[likely]] {
    if (state_.index.replicas(state_.blocks.scale().place(key), out)) return out.size();
  }
  return replicas_by_search(key, out);
}

}  // namespace clockwise
