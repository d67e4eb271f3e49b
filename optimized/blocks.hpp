// The tokens: sorted arrays, cut into blocks.
//
// A block holds the tokens of eight neighbouring lines of the scale as one array a field, in the
// order of position, strictly ascending; block after block, they are the tokens of the ring in
// order. That order is all that decides placement, and everything else in this folder is derived
// from it. A small ring is one block.
//
// Cutting bounds what a change moves: a token that joins shifts its block, some fifty tokens, and
// not the ring. Where tokens crowd, blocks are as long as they have to be, and the search in them
// is binary: finding is O(log N) whatever the positions, making room O(N) at worst.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "optimized/scale.hpp"
#include "reference/ring.hpp"

namespace clockwise {

// Has what is at an address on its way to the cache.
inline void prefetch([[maybe_unused]] const void* address) {
#if defined(__GNUC__)
  __builtin_prefetch(address);
#endif
}

struct Block {
  std::vector<Position> positions;  // strictly ascending
  std::vector<NodeId> nodes;        // nodes[i] owns the token at positions[i]
  std::vector<TokenId> ids;         // and ids[i] is its id

  std::size_t size() const { return positions.size(); }
  Token token(std::size_t i) const { return {ids[i], positions[i], nodes[i]}; }

  // Makes room for `more` tokens, or throws std::bad_alloc and changes no token.
  void reserve_more(std::size_t more);

  void push_back(const Token& token);

  // Takes in tokens in the order of position, none of them at a position of the block. There is
  // room for them: nothing is allocated.
  void merge(std::span<const Token> tokens) noexcept;

  // Drops the tokens of a node.
  void remove(NodeId node) noexcept;
};

class Blocks {
 public:
  static constexpr std::size_t kLines = 8;  // of the scale, to a block

  // The at-th token of a block, or, where `at` is how many it has, the end of the block.
  struct Cursor {
    std::size_t block = 0;
    std::size_t at = 0;
  };

  Blocks() = default;

  // Room for tokens on `lines` lines, 1 or more.
  Blocks(RingSize size, std::size_t lines)
      : scale_(size, lines), blocks_((lines + kLines - 1) / kLines) {}

  const Scale& scale() const { return scale_; }
  std::size_t count() const { return count_; }
  std::span<const Block> all() const { return blocks_; }
  std::size_t block_of(Position position) const { return scale_.line(position) / kLines; }
  const Block& operator[](std::size_t block) const { return blocks_[block]; }
  Block& operator[](std::size_t block) { return blocks_[block]; }

  // The tokens of one line: [first, last) of its block.
  struct Range {
    std::size_t first;
    std::size_t last;
  };
  Range on_line(std::size_t line) const;

  // Calls `visit(block, tokens)` for the tokens of each block, `sorted` being some in order.
  template <class Visit>
  void by_block(std::span<const Token> sorted, Visit visit) const {
    while (!sorted.empty()) {
      const std::size_t block = block_of(sorted.front().position);
      std::size_t length = 1;
      while (length < sorted.size() && block_of(sorted[length].position) == block) ++length;
      visit(block, sorted.first(length));
      sorted = sorted.subspan(length);
    }
  }

  // Appends tokens that come after all that are there.
  void append(std::span<const Token> sorted);

  // A copy of all tokens, in the order of position.
  std::vector<Token> tokens() const;

  // To be told of tokens merged into or removed from a block.
  void recount(std::size_t count) { count_ = count; }

  bool holds(Position position) const;

  // The first token of the key's block that is at or after it, or the end of that block. O(log N).
  Cursor search(Position key) const;

  // The token that owns `key`: a key in range, on a ring with tokens. O(log N), but for the blocks
  // without tokens that it passes.
  Cursor successor(Position key) const;

  // The token after a token, the first after the last.
  Cursor next(Cursor token) const {
    ++token.at;
    return settled(token);
  }

  // Moves a cursor past the end of a block to the next token.
  Cursor settled(Cursor cursor) const {
    while (cursor.at == blocks_[cursor.block].size()) {
      cursor.at = 0;
      if (++cursor.block == blocks_.size()) cursor.block = 0;
    }
    return cursor;
  }

  NodeId node(Cursor token) const { return blocks_[token.block].nodes[token.at]; }

 private:
  Scale scale_;
  std::vector<Block> blocks_ = std::vector<Block>(1);
  std::size_t count_ = 0;  // of tokens, in all blocks
};

}  // namespace clockwise
