#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class ReplicasTruncated final : public FaultBase {
  bool truncates() const override { return true; }
};

}  // namespace

extern const Fault replicas_truncated;
const Fault replicas_truncated{
    .slug = "replicas-truncated",
    .story =
        "Where there are fewer than r nodes, the list of all of them is given and not refused.",
    .rule = "refusals",
    .make = make_fault<ReplicasTruncated>,
};

}  // namespace clockwise::faults
