#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class KeyZeroGoesLast final : public FaultBase {
  std::size_t locate(Position key) const override {
    return key == 0 ? tokens_.size() - 1 : FaultBase::locate(key);
  }
};

}  // namespace

extern const Fault key_zero_goes_last;
const Fault key_zero_goes_last{
    .slug = "key-zero-goes-last",
    .story = "Key 0 goes to the largest token, wherever the tokens are.",
    .rule = "rotation",
    .reports = {"lestrrat-p5/Algorithm-ConsistentHash-Ketama#3",
                "lestrrat-p5/Algorithm-ConsistentHash-Ketama@1efbcc0"},
    .make = make_fault<KeyZeroGoesLast>,
};

}  // namespace clockwise::faults
