// The index of many tokens in one block: where to search among them, told by few positions.
//
// Invariant: the ascending positions are cut into runs of kRun, and the last of each whole run is
// kept once more: ends[i] is positions[i · kRun + kRun − 1].
//
// Exact: as many ends as are before the key, so many whole runs are, and no run after the next. So
// the first position at or after the key is in that next run, or where it ends. Both searches are
// the proved kernel's.
//
// Cost: log2 N + 3 comparisons at most; but what is searched first is so small that it stays in the
// cache, and then memory is waited for once, all of the run being fetched. To write the ends takes
// O(N). Memory: an eighth of a byte a token.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "optimized/prefetch.hpp"
#include "optimized/search_kernel.h"
#include "reference/ring.hpp"

namespace clockwise {

class RunEnds {
 public:
  // Room for as many positions as there will be at most. Throws std::bad_alloc.
  explicit RunEnds(std::size_t most) : ends_(most / kRun) {}

  // Of these positions, and no longer of others. Nothing is allocated.
  void write(std::span<const Position> positions) noexcept {
    for (std::size_t run = 0; run < positions.size() / kRun; ++run) {
      ends_[run] = positions[run * kRun + kRun - 1];
    }
  }

  // The index of the first of the positions at or after `key`; how many there are, if none is. They
  // are those that were written.
  std::size_t search(std::span<const Position> positions, Position key) const {
    const std::size_t start = lower_bound_index(ends_.data(), positions.size() / kRun, key) * kRun;
    const auto run = positions.subspan(start, std::min(kRun, positions.size() - start));
    for (std::size_t i = 0; i < run.size(); i += kLine) prefetch(&run[i]);
    return start + lower_bound_index(run.data(), run.size(), key);
  }

  // Whether these are the positions that were written, as far as the ends tell.
  bool are_of(std::span<const Position> positions) const {
    RunEnds anew = *this;
    anew.write(positions);
    return anew.ends_ == ends_;
  }

 private:
  static constexpr std::size_t kRun = 64;
  static constexpr std::size_t kLine = 64 / sizeof(Position);

  std::vector<Position> ends_;
};

}  // namespace clockwise
