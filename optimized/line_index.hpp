// The index: for each line of the scale, its tokens in 64 bytes, so that a key is answered by one
// cache line.
//
// Invariant: with n tokens on a line, its first min(n, 15) parts are theirs, in order, and so are
// the owners; parts past them, the last one always, are the greatest part there is, and owners past
// them are the node of the first token after the line. Where n > 15, owner[15] is `kElsewhere`: the
// sixteenth token is to be searched for. A node of 0xFFFF or more is `kElsewhere` too.
//
// Exact: a part less than the key's is that of a token before the key, a greater one that of a
// token after it (scale.hpp). So with c parts below the key's and none equal to it, the c-th token
// of the line, or the first after the line, is the first at or after the key. A key whose part is
// also a token's (the token's own position, say; of other keys about one in ten thousand) is
// searched for.
//
// Behind each line the first four distinct nodes met after it are kept: with the line's own tokens
// they are the replicas of any key, up to four, however many tokens of one node lie in succession.
//
// Cost: an owner O(1), one cache line; up to four replicas O(1), one cache line where the line
// tells them all, and otherwise two; a change O(1) a token, but where the lists behind reach far:
// they are mended backwards until nothing changes, at most once around. Memory: 80 bytes a line,
// which holds nine tokens when newly made, and then twelve at most, on average.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "optimized/blocks.hpp"
#include "optimized/walk_kernel.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace clockwise {

struct alignas(64) Line {
  static constexpr std::size_t kTokens = 15;
  static constexpr std::uint16_t kElsewhere = 0xFFFF;

  std::array<Part, kTokens + 1> part;
  std::array<std::uint16_t, kTokens + 1> owner;

  friend bool operator==(const Line&, const Line&) = default;
};

// How a line writes a node.
inline std::uint16_t number(NodeId node) {
  const auto wide = static_cast<std::uint32_t>(node);
  return wide < Line::kElsewhere ? static_cast<std::uint16_t>(wide) : Line::kElsewhere;
}

// How many parts of a line are below `part`, 15 at most: in plain code, and as it is done here.
inline std::size_t count_below_plain(const Line& line, Part part) {
  std::size_t below = 0;
  for (const Part each : line.part) below += each < part ? 1 : 0;
  return below;
}

// Saturating subtraction gives 0 exactly where a part is not below `part`; the index of the first
// such part is the count. The last part of a line always is one.
inline std::size_t count_below(const Line& line, Part part) {
#if defined(__SSE2__)
  const auto* at = reinterpret_cast<const __m128i*>(&line);
  const __m128i wanted = _mm_set1_epi16(static_cast<std::int16_t>(part));
  const auto not_below = [&](const __m128i* parts) {
    return _mm_cmpeq_epi16(_mm_subs_epu16(wanted, _mm_load_si128(parts)), _mm_setzero_si128());
  };
  const int bits = _mm_movemask_epi8(_mm_packs_epi16(not_below(at), not_below(at + 1)));
  return static_cast<std::size_t>(std::countr_zero(static_cast<std::uint32_t>(bits)));
#else
  return count_below_plain(line, part);
#endif
}

// Which owners of a line are this one, a bit each from the lowest: in plain code, and as it is done
// here.
inline std::uint32_t owned_by_plain(const Line& line, std::uint16_t owner) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i <= Line::kTokens; ++i) bits |= (line.owner[i] == owner ? 1U : 0U) << i;
  return bits;
}

inline std::uint32_t owned_by(const Line& line, std::uint16_t owner) {
#if defined(__SSE2__)
  const auto* at = reinterpret_cast<const __m128i*>(&line) + 2;
  const __m128i wanted = _mm_set1_epi16(static_cast<std::int16_t>(owner));
  return static_cast<std::uint32_t>(
      _mm_movemask_epi8(_mm_packs_epi16(_mm_cmpeq_epi16(wanted, _mm_load_si128(at)),
                                        _mm_cmpeq_epi16(wanted, _mm_load_si128(at + 1)))));
#else
  return owned_by_plain(line, owner);
#endif
}

class LineIndex {
 public:
  static constexpr std::size_t kBehind = 4;  // nodes kept behind a line
  // The first distinct nodes met; where there are fewer on the whole ring, the first once more.
  struct alignas(16) Behind {
    std::array<NodeId, kBehind> node;
    friend bool operator==(const Behind&, const Behind&) = default;
  };

  LineIndex() = default;

  // The index of these tokens, one at least, on the lines of their scale.
  LineIndex(const Blocks& blocks, std::size_t lines);

  bool empty() const { return lines_.empty(); }
  std::size_t size() const { return lines_.size(); }
  const Line& operator[](std::size_t line) const { return lines_[line]; }
  const Behind& behind(std::size_t line) const { return behind_[line]; }

  // The owner of a key at this place, or `kElsewhere`: then it is to be searched for.
  std::uint16_t owner(Scale::Place place) const {
    const Line& line = lines_[place.line];
    const std::size_t below = count_below(line, place.part);
    return line.part[below] == place.part ? Line::kElsewhere : line.owner[below];
  }

  // The first out.size() distinct nodes from a key at this place on, four at most. Or false, and
  // `out` has anything: they are to be searched for, and there may be fewer.
  bool replicas(Scale::Place place, std::span<NodeId> out) const;

  void fetch(std::size_t line) const { prefetch(&lines_[line]); }
  void fetch_behind(std::size_t line) const { prefetch(&behind_[line]); }

  friend bool operator==(const LineIndex&, const LineIndex&) = default;

  // Brings a line in accord with its tokens; what lies behind others is to be mended then. There is
  // a token still, somewhere. Nothing is allocated.
  void write(const Blocks& blocks, std::size_t line) noexcept;

  // Brings what lies behind each line in accord with the tokens. These lines, ascending and
  // distinct, were written since it last was.
  void mend_behind(const Blocks& blocks, std::span<const std::uint32_t> changed) noexcept;

 private:
  void pad(const Blocks& blocks, std::size_t line);
  static Behind met_from(const Blocks& blocks, std::size_t line);
  Behind met_on(const Blocks& blocks, std::size_t line) const;

  std::vector<Line> lines_;
  std::vector<Behind> behind_;  // a line
};

inline bool LineIndex::replicas(Scale::Place place, std::span<NodeId> out) const {
  const Line& line = lines_[place.line];
  const std::size_t below = count_below(line, place.part);
  if (line.part[below] == place.part) return false;
  // Mostly the next owners are distinct: found out without a branch for each.
  if (below + out.size() <= line.owner.size()) {
    bool are_told = true;
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::uint16_t owner = line.owner[below + i];
      are_told &= owner != Line::kElsewhere;
      for (std::size_t j = 0; j < i; ++j) are_told &= owner != line.owner[below + j];
      out[i] = NodeId{owner};
    }
    if (are_told) return true;
  }
  // Otherwise one by one: with an owner, all of its tokens on the line are done with. Past the
  // tokens comes the node of the next one.
  std::size_t found = 0;
  std::uint32_t left = 0xFFFFU >> below << below;
  while (left != 0 && found < out.size()) {
    const std::uint16_t owner = line.owner[static_cast<std::size_t>(std::countr_zero(left))];
    if (owner == Line::kElsewhere) return false;
    out[found++] = NodeId{owner};
    left &= ~owned_by(line, owner);
  }
  // Then those behind the line that are not on it. The first, which fills up a short list, is: as
  // the last owner.
  const auto& behind = behind_[place.line].node;
  for (std::size_t i = 1; i < kBehind && found < out.size(); ++i) {
    if (owned_by(line, number(behind[i])) >> below == 0) out[found++] = behind[i];
  }
  return found == out.size();
}

// Distinct nodes in the order in which they are met, as many as there is room for.
class Distinct {
 public:
  explicit Distinct(std::span<NodeId> room) : room_(room) {}

  bool full() const { return found_ == room_.size(); }
  std::size_t found() const { return found_; }

  // Meets `steps` of these nodes from the one at `start` on, after the last the first; or all of
  // them. Whether there is room left. O(steps · found).
  bool meet(std::span<const NodeId> nodes, std::size_t start, std::size_t steps) {
    found_ =
        meet_nodes(room_.data(), found_, room_.size(), nodes.data(), nodes.size(), start, steps);
    return !full();
  }
  bool meet(std::span<const NodeId> nodes) { return meet(nodes, 0, nodes.size()); }

  // Meets the nodes of one lap from a token on, as far as there is room.
  void meet_lap(const Blocks& blocks, Blocks::Cursor from) {
    blocks.walk(from, [&](std::span<const NodeId> run, std::size_t start, std::size_t steps) {
      return meet(run, start, steps);
    });
  }

 private:
  std::span<NodeId> room_;
  std::size_t found_ = 0;
};

}  // namespace clockwise
