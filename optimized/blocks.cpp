#include "optimized/blocks.hpp"

#include "optimized/search_kernel.h"

namespace clockwise {

void Block::reserve_more(std::size_t more) {
  const std::size_t needed = size() + more;
  if (needed <= ids.capacity()) return;  // of the three, ids are reserved last
  const std::size_t room = std::max<std::size_t>(needed + needed / 8, 4);
  positions.reserve(room);
  nodes.reserve(room);
  ids.reserve(room);
}

void Block::push_back(const Token& token) {
  positions.push_back(token.position);
  nodes.push_back(token.node);
  ids.push_back(token.id);
}

void Block::merge(std::span<const Token> tokens) noexcept {
  std::size_t old = size();
  positions.resize(old + tokens.size());
  nodes.resize(old + tokens.size());
  ids.resize(old + tokens.size());
  // From the back: the largest first, until the newcomers are placed.
  for (std::size_t i = tokens.size(); i > 0; --i) {
    const Token& token = tokens[i - 1];
    const std::size_t from = lower_bound_index(positions.data(), old, token.position);
    const auto shift = [&](auto& field) {
      const auto start = field.begin();
      std::copy_backward(start + static_cast<std::ptrdiff_t>(from),
                         start + static_cast<std::ptrdiff_t>(old),
                         start + static_cast<std::ptrdiff_t>(old + i));
    };
    shift(positions);
    shift(nodes);
    shift(ids);
    positions[from + i - 1] = token.position;
    nodes[from + i - 1] = token.node;
    ids[from + i - 1] = token.id;
    old = from;
  }
}

void Block::remove(NodeId node) noexcept {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    if (nodes[i] == node) continue;
    positions[kept] = positions[i];
    nodes[kept] = nodes[i];
    ids[kept] = ids[i];
    ++kept;
  }
  positions.resize(kept);
  nodes.resize(kept);
  ids.resize(kept);
}

Blocks::Range Blocks::on_line(std::size_t line) const {
  const auto& positions = blocks_[line / kLines].positions;
  const auto first =
      std::ranges::partition_point(positions, [&](Position p) { return scale_.line(p) < line; });
  auto last = first;
  // Few tokens share a line, but for those that crowd.
  while (last != positions.end() && last - first < 16 && scale_.line(*last) == line) ++last;
  if (last - first == 16) {
    last = std::partition_point(last, positions.end(),
                                [&](Position p) { return scale_.line(p) == line; });
  }
  return {static_cast<std::size_t>(first - positions.begin()),
          static_cast<std::size_t>(last - positions.begin())};
}

void Blocks::append(std::span<const Token> sorted) {
  count_ += sorted.size();
  by_block(sorted, [&](std::size_t block, std::span<const Token> tokens) {
    blocks_[block].reserve_more(tokens.size());
    for (const Token& token : tokens) blocks_[block].push_back(token);
  });
}

std::vector<Token> Blocks::tokens() const {
  std::vector<Token> tokens;
  tokens.reserve(count_);
  for (const Block& block : blocks_) {
    for (std::size_t i = 0; i < block.size(); ++i) tokens.push_back(block.token(i));
  }
  return tokens;
}

bool Blocks::holds(Position position) const {
  const auto [block, at] = search(position);
  return at < blocks_[block].size() && blocks_[block].positions[at] == position;
}

Blocks::Cursor Blocks::search(Position key) const {
  const std::size_t block = block_of(key);
  const auto& positions = blocks_[block].positions;
  return {block, lower_bound_index(positions.data(), positions.size(), key)};
}

Blocks::Cursor Blocks::successor(Position key) const {
  if (blocks_.size() > 1) return settled(search(key));
  const auto& positions = blocks_.front().positions;
  return {0, successor_index(positions.data(), positions.size(), key)};
}

}  // namespace clockwise
