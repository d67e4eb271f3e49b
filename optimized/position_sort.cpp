#include "optimized/position_sort.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace clockwise {
namespace {

constexpr std::size_t kFew = 24;
constexpr int kMostBits = 11;  // of a digit: as many places are written to in turn
constexpr int kMostDigits = 3;

void insert_each(std::span<Token> tokens) {
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    const Token token = tokens[i];
    std::size_t at = i;
    for (; at > 0 && tokens[at - 1].position > token.position; --at) tokens[at] = tokens[at - 1];
    tokens[at] = token;
  }
}

// Sorts `from` in place, or into `to`, which is as long.
void sort_part(std::span<Token> from, std::span<Token> to, bool in_place, int digits) {
  const auto finish = [&] {
    if (!in_place) std::ranges::copy(from, to.begin());
  };
  if (from.size() <= kFew) {
    insert_each(from);
    finish();
    return;
  }
  const auto [low, high] = std::ranges::minmax(from, {}, &Token::position);
  const auto differ = static_cast<int>(std::bit_width(low.position ^ high.position));
  if (digits == kMostDigits || differ == 0) {
    if (differ > 0) std::ranges::sort(from, {}, &Token::position);
    finish();
    return;
  }
  const int bits = std::min({kMostBits, differ, static_cast<int>(std::bit_width(from.size())) - 3});
  const int shift = differ - bits;
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  const auto digit = [&](const Token& token) {
    return static_cast<std::size_t>((token.position >> shift) & mask);
  };

  std::array<std::size_t, (std::size_t{1} << kMostBits) + 1> end;
  std::fill_n(end.begin(), mask + 2, 0);
  for (const Token& token : from) ++end[digit(token) + 1];
  for (std::size_t i = 1; i <= mask + 1; ++i) end[i] += end[i - 1];
  // end[d] is where part d starts; once the tokens are placed, where it ends.
  for (const Token& token : from) to[end[digit(token)]++] = token;
  std::size_t start = 0;
  for (std::size_t d = 0; d <= mask; ++d) {
    const std::size_t length = end[d] - start;
    if (length > 0) {
      sort_part(to.subspan(start, length), from.subspan(start, length), !in_place, digits + 1);
    }
    start = end[d];
  }
}

}  // namespace

void sort_by_position(std::vector<Token>& tokens) {
  if (tokens.size() <= kFew) {
    insert_each(tokens);
    return;
  }
  if (std::ranges::is_sorted(tokens, {}, &Token::position)) return;
  std::vector<Token> other(tokens.size());
  sort_part(tokens, other, true, 0);
}

}  // namespace clockwise
