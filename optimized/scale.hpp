// Where on the index a position lies: a line, and one of the 2^16 parts of that line.
//
// Invariant: both come from one product, position · factor. The product rises strictly with the
// position; its high word is the line, and the top 16 bits of its low word are the part. So as
// positions rise, (line, part) never descends: a position with a lesser pair is the lesser one, and
// only of positions with equal pairs does the pair not tell which comes first.
//
// Exact for every M from 2 to 2^64: the factor is the largest that keeps the last position within
// the lines. Cost: one multiplication.
#pragma once

#include <cstddef>
#include <cstdint>

#include "reference/ring.hpp"

namespace clockwise {

using Part = std::uint16_t;

class Scale {
 public:
  struct Place {
    std::size_t line;
    Part part;
  };

  // Everything on one line.
  Scale() = default;

  // The positions of a ring spread evenly over `lines` lines, 1 or more.
  Scale(RingSize size, std::size_t lines) {
    const Count largest = ((Count{lines} << 64) - 1) / size.last();
    constexpr std::uint64_t kMost = ~std::uint64_t{0};
    factor_ = largest > kMost ? kMost : static_cast<std::uint64_t>(largest);
  }

  Place place(Position position) const {
    const Count product = Count{position} * factor_;
    const auto low = static_cast<std::uint64_t>(product);
    return {static_cast<std::size_t>(product >> 64), static_cast<Part>(low >> 48)};
  }

  std::size_t line(Position position) const { return place(position).line; }

 private:
  std::uint64_t factor_ = 0;
};

}  // namespace clockwise
