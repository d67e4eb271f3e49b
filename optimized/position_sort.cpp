#include "optimized/position_sort.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace clockwise {
namespace {

constexpr std::size_t kFew = 16;
constexpr int kMostBits = 11;  // of a digit: as many places are written to in turn
constexpr int kMostDigits = 3;

// Sorts `from` into `to`, which is as long and may be the same.
void insert_each(std::span<const Token> from, std::span<Token> to) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    const Token token = from[i];
    std::size_t at = i;
    for (; at > 0 && to[at - 1].position > token.position; --at) to[at] = to[at - 1];
    to[at] = token;
  }
}

// Sorts `tokens`; `other`, which is as long, is overwritten.
void sort_part(std::span<Token> tokens, std::span<Token> other, int digits) {
  std::uint64_t differ = 0;
  for (const Token& token : tokens) differ |= token.position ^ tokens.front().position;
  const auto width = static_cast<int>(std::bit_width(differ));
  if (width == 0) return;
  if (digits == kMostDigits) {
    std::ranges::sort(tokens, {}, &Token::position);
    return;
  }
  // One or two tokens to a part, if that many parts can be written to.
  const int bits = std::min({kMostBits, width, static_cast<int>(std::bit_width(tokens.size()))});
  const int shift = width - bits;
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  const auto digit = [&](const Token& token) {
    return static_cast<std::size_t>((token.position >> shift) & mask);
  };

  std::array<std::size_t, (std::size_t{1} << kMostBits) + 1> end;
  std::fill_n(end.begin(), mask + 2, 0);
  for (const Token& token : tokens) ++end[digit(token) + 1];
  for (std::size_t i = 1; i <= mask + 1; ++i) end[i] += end[i - 1];
  // end[d] is where part d starts; once the tokens are placed, where it ends.
  for (const Token& token : tokens) other[end[digit(token)]++] = token;
  std::size_t start = 0;
  for (std::size_t d = 0; d <= mask; ++d) {
    const std::size_t length = end[d] - start;
    if (length > kFew) {
      sort_part(other.subspan(start, length), tokens.subspan(start, length), digits + 1);
    }
    start = end[d];
  }
  // Now no token is further than a short part from its place. One insertion over all of them costs
  // less than one a part, whose lengths nothing foretells.
  insert_each(other, tokens);
}

}  // namespace

void sort_by_position(std::vector<Token>& tokens) {
  if (tokens.size() <= kFew) {
    insert_each(tokens, tokens);
    return;
  }
  if (std::ranges::is_sorted(tokens, {}, &Token::position)) return;
  std::vector<Token> other(tokens.size());
  sort_part(tokens, other, 0);
}

}  // namespace clockwise
