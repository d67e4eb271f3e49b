#include "optimized/blocks.hpp"

#include <bit>

#include "optimized/search_kernel.h"

namespace clockwise {

Block::Block(const Block& other)
    : size_(other.size_),
      many_(other.many_ ? std::make_unique<Many>(*other.many_) : nullptr),
      few_(other.few_) {}

void Block::reserve_more(std::size_t more) {
  const std::size_t needed = size_ + more;
  if (needed <= (many_ ? many_->positions.size() : kFew)) return;
  auto larger = std::make_unique<Many>(needed + needed / 2);
  std::ranges::copy(positions(), larger->positions.begin());
  std::ranges::copy(nodes(), larger->nodes.begin());
  std::ranges::copy(ids(), larger->ids.begin());
  many_ = std::move(larger);
  many_->ends.write(positions());
}

void Block::return_to_few() noexcept {
  std::ranges::copy(positions(), few_.positions.begin());
  std::ranges::copy(nodes(), few_.nodes.begin());
  std::ranges::copy(ids(), few_.ids.begin());
  many_.reset();
}

void Block::merge(std::span<const Token> tokens) noexcept {
  const Fields fields = this->fields();
  std::size_t old = size_;
  size_ += tokens.size();
  // From the back: the largest first, until the newcomers are placed.
  for (std::size_t i = tokens.size(); i > 0; --i) {
    const Token& token = tokens[i - 1];
    const std::size_t from = lower_bound_index(fields.positions, old, token.position);
    // In plain loops: a call to move a few bytes would take longer.
    const auto shift = [&](auto* field) {
      for (std::size_t at = old; at > from; --at) field[at - 1 + i] = field[at - 1];
    };
    shift(fields.positions);
    shift(fields.nodes);
    shift(fields.ids);
    fields.positions[from + i - 1] = token.position;
    fields.nodes[from + i - 1] = token.node;
    fields.ids[from + i - 1] = token.id;
    old = from;
  }
  if (many_) many_->ends.write(positions());
}

Blocks::Blocks(RingSize size, std::size_t lines, std::span<const Token> sorted)
    : scale_(size, lines), blocks_(lines), occupied_((lines + 63) / 64) {
  by_block(sorted, [&](std::size_t block, std::span<const Token> tokens) {
    reserve_more(block, tokens.size());
    merge(block, tokens);
  });
}

Blocks::Cursor Blocks::successor(Position key) const {
  if (blocks_.size() > 1) {
    const std::size_t block = block_of(key);
    return settled({block, blocks_[block].search(key)});
  }
  const auto positions = blocks_.front().positions();
  return {0, successor_index(positions.data(), positions.size(), key)};
}

std::vector<Token> Blocks::tokens() const {
  std::vector<Token> tokens;
  tokens.reserve(count_);
  for (const Block& block : blocks_) {
    for (std::size_t i = 0; i < block.size(); ++i) tokens.push_back(block.token(i));
  }
  return tokens;
}

bool Blocks::knows_occupied() const {
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    if ((occupied_[b / 64] >> b % 64 & 1) != (blocks_[b].size() > 0 ? 1 : 0)) return false;
  }
  return true;
}

// The next block around the ring that has tokens: itself, if it alone has.
std::size_t Blocks::occupied_after(std::size_t block) const {
  const std::size_t next = block + 1 < blocks_.size() ? block + 1 : 0;
  std::size_t word = next / 64;
  std::uint64_t bits = occupied_[word] >> next % 64 << next % 64;
  while (bits == 0) {
    if (++word == occupied_.size()) word = 0;
    bits = occupied_[word];
  }
  return word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
}

}  // namespace clockwise
