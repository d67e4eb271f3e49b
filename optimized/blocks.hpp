// The tokens: sorted arrays, cut into blocks.
//
// A block holds the tokens of one line of the scale as one array a field, in the order of position,
// strictly ascending; block after block, they are the tokens of the ring in order. That order is
// all that decides placement, and everything else in this folder is derived from it. A small ring
// is one block.
//
// Cutting bounds what a change moves: a token that joins shifts its block, some nine tokens, and
// not the ring. Up to fifteen have room in the block itself, at a known address and without an
// allocation of their own. Where tokens crowd, a block is as long as it has to be, and the search
// in it is binary: finding is O(log N) whatever the positions, making room O(N) at worst.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "optimized/prefetch.hpp"
#include "optimized/remove_kernel.h"
#include "optimized/run_ends.hpp"
#include "optimized/scale.hpp"
#include "optimized/search_kernel.h"
#include "reference/ring.hpp"

namespace clockwise {

class alignas(64) Block {
 public:
  static constexpr std::size_t kFew = 15;  // tokens that need no room elsewhere

  Block() = default;
  Block(const Block& other);
  Block(Block&&) noexcept = default;
  Block& operator=(const Block& other) { return *this = Block(other); }
  Block& operator=(Block&&) noexcept = default;
  ~Block() = default;

  std::size_t size() const { return size_; }
  std::span<const Position> positions() const {  // strictly ascending
    return {many_ ? many_->positions.data() : few_.positions.data(), size_};
  }
  std::span<const NodeId> nodes() const {  // nodes()[i] owns the token at positions()[i]
    return {many_ ? many_->nodes.data() : few_.nodes.data(), size_};
  }
  std::span<const TokenId> ids() const {  // and ids()[i] is its id
    return {many_ ? many_->ids.data() : few_.ids.data(), size_};
  }
  Token token(std::size_t i) const { return {ids()[i], positions()[i], nodes()[i]}; }

  // The index of the first token at or after `key`; how many there are, if none is. O(log size).
  std::size_t search(Position key) const {
    return many_ ? many_->ends.search(positions(), key)
                 : lower_bound_index(few_.positions.data(), size_, key);
  }

  bool holds(Position position) const {
    const std::size_t at = search(position);
    return at < size_ && positions()[at] == position;
  }

  // Makes room for `more` tokens, or throws std::bad_alloc and changes no token.
  void reserve_more(std::size_t more);

  // Takes in tokens in the order of position, none of them at a position of the block. There is
  // room for them: nothing is allocated.
  void merge(std::span<const Token> tokens) noexcept;

  // Drops the tokens of a node, calling `visit(id)` for each.
  template <class Visit>
  void remove(NodeId node, Visit visit) noexcept {
    const Fields fields = this->fields();
    for (std::size_t i = 0; i < size_; ++i) {
      if (fields.nodes[i] == node) visit(fields.ids[i]);
    }
    size_ = drop_node(fields.positions, fields.nodes, fields.ids, size_, node);
    if (!many_) return;
    if (size_ <= kFew) return return_to_few();
    many_->ends.write(positions());
  }

  // Whether the index of many tokens is that of these.
  bool knows_ends() const { return !many_ || many_->ends.are_of(positions()); }

  void fetch() const {
    for (std::size_t line = 0; line < sizeof(Block) / 64; ++line) {
      prefetch(reinterpret_cast<const char*>(this) + line * 64);
    }
  }

 private:
  struct Few {
    std::array<Position, kFew> positions;
    std::array<NodeId, kFew> nodes;
    std::array<TokenId, kFew> ids;
  };
  struct Many {
    explicit Many(std::size_t room) : positions(room), nodes(room), ids(room), ends(room) {}
    std::vector<Position> positions;
    std::vector<NodeId> nodes;
    std::vector<TokenId> ids;
    RunEnds ends;  // of the positions
  };
  struct Fields {
    Position* positions;
    NodeId* nodes;
    TokenId* ids;
  };

  Fields fields() {
    return many_ ? Fields{many_->positions.data(), many_->nodes.data(), many_->ids.data()}
                 : Fields{few_.positions.data(), few_.nodes.data(), few_.ids.data()};
  }
  void return_to_few() noexcept;

  std::size_t size_ = 0;
  std::unique_ptr<Many> many_;  // where all tokens are, if there is no room for them in few_
  Few few_{};
};

class Blocks {
 public:
  // The at-th token of a block, or, where `at` is how many it has, the end of the block.
  struct Cursor {
    std::size_t block = 0;
    std::size_t at = 0;
  };

  Blocks() = default;

  // These tokens, in the order of position, on `lines` lines, 1 or more.
  Blocks(RingSize size, std::size_t lines, std::span<const Token> sorted);

  const Scale& scale() const { return scale_; }
  std::size_t count() const { return count_; }
  std::span<const Block> all() const { return blocks_; }
  std::size_t block_of(Position position) const { return scale_.line(position); }
  const Block& operator[](std::size_t block) const { return blocks_[block]; }

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

  // A copy of all tokens, in the order of position.
  std::vector<Token> tokens() const;

  void reserve_more(std::size_t block, std::size_t more) { blocks_[block].reserve_more(more); }

  // As of Block; a block for which there is room.
  void merge(std::size_t block, std::span<const Token> tokens) noexcept {
    blocks_[block].merge(tokens);
    count_ += tokens.size();
    occupied_[block / 64] |= std::uint64_t{1} << block % 64;
  }
  template <class Visit>
  void remove(std::size_t block, NodeId node, Visit visit) noexcept {
    count_ -= blocks_[block].size();
    blocks_[block].remove(node, visit);
    count_ += blocks_[block].size();
    if (blocks_[block].size() == 0) occupied_[block / 64] &= ~(std::uint64_t{1} << block % 64);
  }

  bool holds(Position position) const { return blocks_[block_of(position)].holds(position); }

  // The token that owns `key`: a key in range, on a ring with tokens. O(log N), but for the blocks
  // without tokens that it passes, 64 at a time.
  Cursor successor(Position key) const;

  // The first token of a block, or after it.
  Cursor first_from(std::size_t block) const { return settled({block, 0}); }

  // One lap from a token on, a block at a time: calls `visit(nodes, start, steps)`, so many steps
  // being to be walked along the block's nodes from the one at `start` on, until it returns false.
  template <class Visit>
  void walk(Cursor from, Visit visit) const {
    const auto home = blocks_[from.block].nodes();
    if (home.size() == count_) {
      visit(home, from.at, home.size());
      return;
    }
    if (!visit(home, from.at, home.size() - from.at)) return;
    for (std::size_t block = occupied_after(from.block); block != from.block;
         block = occupied_after(block)) {
      const auto nodes = blocks_[block].nodes();
      if (!visit(nodes, std::size_t{0}, nodes.size())) return;
    }
    visit(home, std::size_t{0}, from.at);
  }

  NodeId node(Cursor token) const { return blocks_[token.block].nodes()[token.at]; }

  // Whether it is known which blocks have tokens.
  bool knows_occupied() const;

 private:
  // Moves a cursor past the end of a block to the next token.
  Cursor settled(Cursor cursor) const {
    return cursor.at < blocks_[cursor.block].size() ? cursor
                                                    : Cursor{occupied_after(cursor.block), 0};
  }
  std::size_t occupied_after(std::size_t block) const;

  Scale scale_;
  std::vector<Block> blocks_ = std::vector<Block>(1);
  std::vector<std::uint64_t> occupied_ =
      std::vector<std::uint64_t>(1);  // a bit a block: has it tokens?
  std::size_t count_ = 0;             // of tokens, in all blocks
};

}  // namespace clockwise
