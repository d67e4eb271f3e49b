#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class ModuloPlacement final : public FaultBase {
  std::size_t locate(Position key) const override { return key % tokens_.size(); }
};

}  // namespace

extern const Fault modulo_placement;
const Fault modulo_placement{
    .slug = "modulo-placement",
    .story = "Key k belongs to token number k mod N.",
    .rule = "successor",
    .make = make_fault<ModuloPlacement>,
};

}  // namespace clockwise::faults
