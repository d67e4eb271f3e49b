#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class ReplicasOmitTheOwner final : public FaultBase {
  std::vector<NodeId> walk(std::size_t start, std::size_t most) const override {
    return FaultBase::walk(next(start), most);
  }
};

}  // namespace

extern const Fault replicas_omit_the_owner;
const Fault replicas_omit_the_owner{
    .slug = "replicas-omit-the-owner",
    .story = "The walk for replicas starts at the token after the owner's.",
    .rule = "replicas",
    .reports = {"buraksezer/consistent@bff7807"},
    .make = make_fault<ReplicasOmitTheOwner>,
};

}  // namespace clockwise::faults
