#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class AllNodesAreTooMany final : public FaultBase {
  Outcome<std::size_t> replicas(Position key, std::span<NodeId> out) const override {
    if (auto asked = admit(key); !asked) return std::unexpected(asked.error());
    if (out.size() == FaultBase::walk(0, tokens_.size()).size()) {
      return std::unexpected(Refusal::too_few_nodes);
    }
    return FaultBase::replicas(key, out);
  }
};

}  // namespace

extern const Fault all_nodes_are_too_many;
const Fault all_nodes_are_too_many{
    .slug = "all-nodes-are-too-many",
    .story = "Asking for as many replicas as there are nodes is refused.",
    .rule = "replicas",
    .reports = {"buraksezer/consistent#7", "buraksezer/consistent@8dc0a39"},
    .make = make_fault<AllNodesAreTooMany>,
};

}  // namespace clockwise::faults
