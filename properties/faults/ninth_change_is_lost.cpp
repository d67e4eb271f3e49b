#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class NinthChangeIsLost final : public FaultBase {
  void add(std::span<const Token> batch) override {
    if (++changes_ < 9) FaultBase::add(batch);
  }

  void drop(NodeId node) override {
    if (++changes_ < 9) FaultBase::drop(node);
  }

  int changes_ = 0;
};

}  // namespace

extern const Fault ninth_change_is_lost;
const Fault ninth_change_is_lost{
    .slug = "ninth-change-is-lost",
    .story = "From the ninth join or leave on, a change says that it is done and changes nothing.",
    .rule = "set",
    .make = make_fault<NinthChangeIsLost>,
};

}  // namespace clockwise::faults
