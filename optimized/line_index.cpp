#include "optimized/line_index.hpp"

#include <algorithm>
#include <limits>

namespace clockwise {
namespace {

// What has been met, and its first once more in the places that are left.
LineIndex::Behind filled(LineIndex::Behind met, std::size_t found) {
  std::fill(met.node.begin() + static_cast<std::ptrdiff_t>(found), met.node.end(), met.node[0]);
  return met;
}

}  // namespace

LineIndex::LineIndex(const Blocks& blocks, std::size_t lines) : lines_(lines), behind_(lines) {
  behind_.back() = met_from(blocks, 0);
  for (std::size_t line = lines; line > 0; --line) {
    write(blocks, line - 1);
    if (line > 1) behind_[line - 2] = met_on(blocks, line - 1);
  }
}

void LineIndex::write(const Blocks& blocks, std::size_t at) noexcept {
  Line& line = lines_[at];
  const auto positions = blocks[at].positions();
  const auto nodes = blocks[at].nodes();
  const std::size_t count = std::min(positions.size(), Line::kTokens);
  for (std::size_t i = 0; i < count; ++i) {
    line.part[i] = blocks.scale().place(positions[i]).part;
    line.owner[i] = number(nodes[i]);
  }
  for (std::size_t i = count; i <= Line::kTokens; ++i) {
    line.part[i] = std::numeric_limits<Part>::max();
  }
  pad(blocks, at);
}

void LineIndex::pad(const Blocks& blocks, std::size_t at) {
  const std::size_t count = blocks[at].size();
  const std::uint16_t next = count > Line::kTokens ? Line::kElsewhere : number(behind_[at].node[0]);
  for (std::size_t i = std::min(count, Line::kTokens); i <= Line::kTokens; ++i) {
    lines_[at].owner[i] = next;
  }
}

// From the first token of the line, on and on.
LineIndex::Behind LineIndex::met_from(const Blocks& blocks, std::size_t line) {
  Behind met{};
  Distinct nodes(met.node);
  nodes.meet_lap(blocks, blocks.first_from(line));
  return filled(met, nodes.found());
}

// The same, where what lies behind the line is known.
LineIndex::Behind LineIndex::met_on(const Blocks& blocks, std::size_t at) const {
  Behind met{};
  Distinct nodes(met.node);
  if (nodes.meet(blocks[at].nodes())) nodes.meet(behind_[at].node);
  return filled(met, nodes.found());
}

void LineIndex::mend_behind(const Blocks& blocks, std::span<const std::uint32_t> changed) noexcept {
  // Once around, backwards from the last line that changed. What lies before that one is told by
  // the tokens alone; what lies before the others, by what was mended just now. So no node that has
  // left is copied from list to list.
  std::size_t left = changed.size() - 1;
  std::size_t line = changed[left];
  Behind met = met_from(blocks, line);
  for (std::size_t step = 0; step < lines_.size(); ++step) {
    const std::size_t before = (line == 0 ? lines_.size() : line) - 1;
    if (behind_[before] != met) {
      const bool is_padded = behind_[before].node[0] == met.node[0];
      behind_[before] = met;
      if (!is_padded) pad(blocks, before);
      line = before;
      if (left > 0 && changed[left - 1] == line) --left;
    } else if (left > 0) {
      line = changed[--left];
    } else {
      return;
    }
    met = met_on(blocks, line);
  }
}

}  // namespace clockwise
