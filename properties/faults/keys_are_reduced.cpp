#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class KeysAreReduced final : public FaultBase {
  Outcome<NodeId> owner(Position key) const override {
    return FaultBase::owner(size_ ? reduced(*size_, key) : key);
  }

  Outcome<std::size_t> replicas(Position key, std::span<NodeId> out) const override {
    return FaultBase::replicas(size_ ? reduced(*size_, key) : key, out);
  }
};

}  // namespace

extern const Fault keys_are_reduced;
const Fault keys_are_reduced{
    .slug = "keys-are-reduced",
    .story = "A key past the end is not refused but answered modulo M.",
    .rule = "refusals",
    .make = make_fault<KeysAreReduced>,
};

}  // namespace clockwise::faults
