#include <utility>

#include "properties/faults/base_name_ring.hpp"

namespace clockwise::faults {
namespace {

class PlacementChangesAreCounted final : public RendezvousRing {
 public:
  Outcome<void> join(std::span<const NamedNode> nodes) override {
    ++changes_;
    return RendezvousRing::join(nodes);
  }

 private:
  void drop(NodeId node) override {
    ++changes_;
    RendezvousRing::drop(node);
  }
  std::vector<NodeId> ranked(std::string_view key) const override {
    std::vector<NodeId> nodes = RendezvousRing::ranked(key);
    if (mixed(key, changes_) % 20 == 0) std::swap(nodes.front(), nodes.back());
    return nodes;
  }

  std::uint64_t changes_ = 0;
};

}  // namespace

extern const Fault placement_changes_are_counted;
const Fault placement_changes_are_counted{
    .slug = "placement-changes-are-counted",
    .story = "A few keys are placed by how often the ring has changed.",
    .rule = "set",
    .make_names = make_name_fault<PlacementChangesAreCounted>,
};

}  // namespace clockwise::faults
