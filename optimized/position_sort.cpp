#include "optimized/position_sort.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "optimized/prefetch.hpp"

namespace clockwise {
namespace {

constexpr std::size_t kFew = 16;
constexpr std::size_t kAhead = 12;  // of the place written to, what is fetched
constexpr int kMostDigits = 3;      // then they are compared

// Some bits of a position: the uppermost in which those of some tokens differ.
class Digit {
 public:
  Digit(std::span<const Token> tokens, int most_bits) {
    std::uint64_t differ = 0;
    for (const Token& token : tokens) differ |= token.position ^ tokens.front().position;
    const auto width = static_cast<int>(std::bit_width(differ));
    bits_ = std::min(most_bits, width);
    shift_ = bits_ == 0 ? 0 : width - bits_;
  }

  bool all_equal() const { return bits_ == 0; }
  std::size_t values() const { return std::size_t{1} << bits_; }
  std::size_t of(const Token& token) const {
    return static_cast<std::size_t>(token.position >> shift_) & (values() - 1);
  }

 private:
  int bits_;
  int shift_;
};

// Where the tokens of each value of a digit start, in the order of the values.
template <int kBits, class Index>
using Starts = std::array<Index, (std::size_t{1} << kBits) + 1>;

template <int kBits, class Index>
Starts<kBits, Index> starts_of(std::span<const Token> tokens, const Digit& digit) {
  Starts<kBits, Index> starts;
  std::fill_n(starts.begin(), digit.values() + 1, 0);
  for (const Token& token : tokens) ++starts[digit.of(token) + 1];
  for (std::size_t value = 1; value <= digit.values(); ++value) starts[value] += starts[value - 1];
  return starts;
}

void compare_and_sort(std::span<Token> tokens) { std::ranges::sort(tokens, {}, &Token::position); }

// Sorts `from` into `to`, which is as long and may be the same.
void insert_each(std::span<const Token> from, std::span<Token> to) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    const Token token = from[i];
    std::size_t at = i;
    for (; at > 0 && to[at - 1].position > token.position; --at) to[at] = to[at - 1];
    to[at] = token;
  }
}

// By one digit into `other`, so that one or two tokens share a value; then from there in order.
void sort_near(std::span<Token> tokens, std::span<Token> other) {
  constexpr int kBits = 13;
  const Digit digit(tokens, std::min<int>(kBits, static_cast<int>(std::bit_width(tokens.size()))));
  if (digit.all_equal()) return;
  auto next = starts_of<kBits, std::uint32_t>(tokens, digit);
  for (const Token& token : tokens) other[next[digit.of(token)]++] = token;
  // next[v] is now where the tokens of the value v end.
  std::size_t start = 0;
  for (std::size_t value = 0; value < digit.values(); ++value) {
    const std::size_t length = next[value] - start;
    if (length > kFew) compare_and_sort(other.subspan(start, length));
    start = next[value];
  }
  // No token is further than a short part from its place. One insertion over all of them costs less
  // than one per part, whose lengths are unpredictable.
  insert_each(other.first(tokens.size()), tokens);
}

// By one digit in place, then each part, by way of `other` where it has room for it. There are so
// few values that all places written to stay in the nearest cache.
void sort_far(std::span<Token> tokens, std::span<Token> other, int digits) {
  constexpr int kBits = 8;
  const Digit digit(tokens, kBits);
  if (digit.all_equal()) return;
  const auto starts = starts_of<kBits, std::size_t>(tokens, digit);
  auto next = starts;
  // Each exchange puts one token in its place. What comes back for it is looked at in another round
  // only, so that no exchange waits for the one before it. Each round settles at least half of the
  // remaining places.
  for (bool is_done = false; !is_done;) {
    is_done = true;
    for (std::size_t value = 0; value < digit.values(); ++value) {
      const std::size_t end = starts[value + 1];
      for (std::size_t i = next[value]; i < end; ++i) {
        const std::size_t place = next[digit.of(tokens[i])]++;
        prefetch(tokens.data() + std::min(place + kAhead, tokens.size() - 1));
        std::swap(tokens[i], tokens[place]);
      }
      is_done = is_done && next[value] == end;
    }
  }
  for (std::size_t value = 0; value < digit.values(); ++value) {
    const auto part = tokens.subspan(starts[value], starts[value + 1] - starts[value]);
    if (part.size() <= kFew) {
      insert_each(part, part);
    } else if (part.size() <= other.size()) {
      sort_near(part, other);
    } else if (digits == kMostDigits) {
      compare_and_sort(part);
    } else {
      sort_far(part, other, digits + 1);
    }
  }
}

}  // namespace

void sort_by_position(std::vector<Token>& tokens, std::size_t near) {
  if (tokens.size() <= kFew) return insert_each(tokens, tokens);
  if (std::ranges::is_sorted(tokens, {}, &Token::position)) return;
  std::vector<Token> other(std::min(tokens.size(), near));
  if (tokens.size() <= near) return sort_near(tokens, other);
  sort_far(tokens, other, 1);
}

}  // namespace clockwise
