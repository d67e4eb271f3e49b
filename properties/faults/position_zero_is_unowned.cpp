#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class PositionZeroIsUnowned final : public FaultBase {
  Outcome<void> admit(Position key) const override {
    if (auto asked = FaultBase::admit(key); !asked) return asked;
    if (key == 0 && tokens_.front().position != 0) return std::unexpected(Refusal::no_tokens);
    return {};
  }
};

}  // namespace

extern const Fault position_zero_is_unowned;
const Fault position_zero_is_unowned{
    .slug = "position-zero-is-unowned",
    .story = "Position 0 is on no arc: the wrapping arc is counted one position short.",
    .rule = "arcs",
    .reports = {"grafana/dskit#317", "grafana/dskit@30d01cc"},
    .make = make_fault<PositionZeroIsUnowned>,
};

}  // namespace clockwise::faults
