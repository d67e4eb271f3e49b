// How many comparisons the search takes: the kernel itself, compiled over numbers that count.
#include <gtest/gtest.h>
#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <bit>
#include <vector>

namespace counting {

struct Number {
  std::uint64_t value;
  static inline std::size_t comparisons = 0;
  friend bool operator<(Number a, Number b) {
    ++comparisons;
    return a.value < b.value;
  }
};

#define uint64_t Number
#include "optimized/search_kernel.h"
#undef uint64_t

}  // namespace counting

namespace clockwise {
namespace {

TEST(Search, ComparesOnceForEveryHalvingAndOnceMore) {
  using counting::Number;
  for (std::size_t count = 1; count <= 600; ++count) {
    std::vector<Number> positions;
    for (std::size_t i = 0; i < count; ++i) positions.push_back({2 * i + 1});
    std::size_t most = 0;
    for (std::size_t key = 0; key <= 2 * count + 1; ++key) {
      Number::comparisons = 0;
      const std::size_t at =
          counting::clockwise::successor_index(positions.data(), count, Number{key});
      EXPECT_EQ(at, key / 2 == count ? 0 : key / 2);
      most = std::max(most, Number::comparisons);
    }
    const auto halvings = static_cast<std::size_t>(std::bit_width(count - 1));  // ⌈log2 count⌉
    EXPECT_LE(most, halvings + 1) << count;
    EXPECT_GE(most, halvings) << count;
  }
}

}  // namespace
}  // namespace clockwise
