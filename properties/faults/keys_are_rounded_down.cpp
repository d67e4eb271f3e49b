#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class KeysAreRoundedDown final : public FaultBase {
  std::size_t locate(Position key) const override {
    const Position slot = size_->last() / 8 + 1;
    return FaultBase::locate(key / slot * slot);
  }
};

}  // namespace

extern const Fault keys_are_rounded_down;
const Fault keys_are_rounded_down{
    .slug = "keys-are-rounded-down",
    .story = "The ring is cut into eight slots, and a key is answered as the first of its slot is.",
    .rule = "arcs",
    .make = make_fault<KeysAreRoundedDown>,
};

}  // namespace clockwise::faults
