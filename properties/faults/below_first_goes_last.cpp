#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class BelowFirstGoesLast final : public FaultBase {
  std::size_t locate(Position key) const override {
    return key < tokens_.front().position ? tokens_.size() - 1 : FaultBase::locate(key);
  }
};

}  // namespace

extern const Fault below_first_goes_last;
const Fault below_first_goes_last{
    .slug = "below-first-goes-last",
    .story = "A key below the smallest token goes to the largest token.",
    .rule = "successor",
    .reports = {"apache/cassandra-python-driver#82", "enyim/EnyimMemcached#100"},
    .make = make_fault<BelowFirstGoesLast>,
};

}  // namespace clockwise::faults
