#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class NearestPoint final : public FaultBase {
  std::size_t locate(Position key) const override {
    const std::size_t ahead = FaultBase::locate(key);
    const std::size_t behind = previous(ahead);
    const Position forth = distance(key, tokens_[ahead].position);
    const Position back = distance(tokens_[behind].position, key);
    return back < forth ? behind : ahead;
  }
};

}  // namespace

extern const Fault nearest_point;
const Fault nearest_point{
    .slug = "nearest-point",
    .story = "A key belongs to the nearest token in either direction, on a tie to the later one.",
    .rule = "successor",
    .make = make_fault<NearestPoint>,
};

}  // namespace clockwise::faults
