#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class RenumberingOnLeave final : public FaultBase {
  void drop(NodeId node) override {
    const std::vector<Token> before = tokens_;
    FaultBase::drop(node);
    for (std::size_t i = 0; i < tokens_.size(); ++i) tokens_[i].position = before[i].position;
  }
};

}  // namespace

extern const Fault renumbering_on_leave;
const Fault renumbering_on_leave{
    .slug = "renumbering-on-leave",
    .story = "A leave moves the tokens behind the leaver down to the positions before theirs.",
    .rule = "positions",
    .reports = {"redis/jedis@3d1603b", "FeatureBaseDB/featurebase#2035"},
    .make = make_fault<RenumberingOnLeave>,
};

}  // namespace clockwise::faults
