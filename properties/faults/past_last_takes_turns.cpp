#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class PastLastTakesTurns final : public FaultBase {
  std::size_t locate(Position key) const override {
    if (key <= tokens_.back().position) return FaultBase::locate(key);
    return turn_++ % tokens_.size();
  }

  mutable std::size_t turn_ = 0;
};

}  // namespace

extern const Fault past_last_takes_turns;
const Fault past_last_takes_turns{
    .slug = "past-last-takes-turns",
    .story = "Keys after the largest token go to the tokens in turn, to another at each question.",
    .rule = "pure",
    .reports = {"apache/incubator-seata-go#1196"},
    .make = make_fault<PastLastTakesTurns>,
};

}  // namespace clockwise::faults
