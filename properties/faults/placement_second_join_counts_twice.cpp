#include "properties/faults/base_name_ring.hpp"

namespace clockwise::faults {
namespace {

class PlacementSecondJoinCountsTwice final : public RendezvousRing {
  void refuse_member(Node& member, const NamedNode& again) override {
    member.weight += again.weight;
  }
};

}  // namespace

extern const Fault placement_second_join_counts_twice;
const Fault placement_second_join_counts_twice{
    .slug = "placement-second-join-counts-twice",
    .story = "A second join is refused and counted all the same.",
    .rule = "refusals",
    .make_names = make_name_fault<PlacementSecondJoinCountsTwice>,
};

}  // namespace clockwise::faults
