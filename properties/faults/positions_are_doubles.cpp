#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class PositionsAreDoubles final : public FaultBase {
  std::size_t locate(Position key) const override {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const auto position = static_cast<double>(tokens_[i].position);
      if (position >= static_cast<double>(key)) return i;
    }
    return 0;
  }
};

}  // namespace

extern const Fault positions_are_doubles;
const Fault positions_are_doubles{
    .slug = "positions-are-doubles",
    .story =
        "Positions are compared as floating-point numbers: of large ones, neighbours coincide.",
    .rule = "order",
    .make = make_fault<PositionsAreDoubles>,
};

}  // namespace clockwise::faults
