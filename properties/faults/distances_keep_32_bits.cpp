#include <algorithm>
#include <cstdint>

#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class DistancesKeep32Bits final : public FaultBase {
  std::size_t locate(Position key) const override {
    const auto away = [&](const Token& token) {
      return static_cast<std::uint32_t>(distance(key, token.position));
    };
    const auto nearest = std::ranges::min_element(tokens_, {}, away);
    return static_cast<std::size_t>(nearest - tokens_.begin());
  }
};

}  // namespace

extern const Fault distances_keep_32_bits;
const Fault distances_keep_32_bits{
    .slug = "distances-keep-32-bits",
    .story = "The distance to a token is kept in 32 bits.",
    .rule = "successor",
    .make = make_fault<DistancesKeep32Bits>,
};

}  // namespace clockwise::faults
