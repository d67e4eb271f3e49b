#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class PastLastStaysLast final : public FaultBase {
  std::size_t locate(Position key) const override {
    return key > tokens_.back().position ? tokens_.size() - 1 : FaultBase::locate(key);
  }
};

}  // namespace

extern const Fault past_last_stays_last;
const Fault past_last_stays_last{
    .slug = "past-last-stays-last",
    .story = "A key after the largest token goes to the largest token and not to the smallest.",
    .rule = "wrap",
    .make = make_fault<PastLastStaysLast>,
};

}  // namespace clockwise::faults
