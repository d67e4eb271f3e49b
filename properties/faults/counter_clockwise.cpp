#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class CounterClockwise final : public FaultBase {
  std::size_t locate(Position key) const override {
    for (std::size_t i = tokens_.size(); i-- > 0;) {
      if (tokens_[i].position <= key) return i;
    }
    return tokens_.size() - 1;
  }
};

}  // namespace

extern const Fault counter_clockwise;
const Fault counter_clockwise{
    .slug = "counter-clockwise",
    .story = "A key belongs to the last token at or before it: the ring runs the other way.",
    .rule = "successor",
    .reports = {"predis/predis@1ba0338", "Netflix/astyanax#47",
                "openresty/lua-resty-balancer@86c1dfd"},
    .make = make_fault<CounterClockwise>,
};

}  // namespace clockwise::faults
