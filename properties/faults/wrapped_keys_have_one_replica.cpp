#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class WrappedKeysHaveOneReplica final : public FaultBase {
  Outcome<std::size_t> replicas(Position key, std::span<NodeId> out) const override {
    if (auto asked = admit(key); !asked) return std::unexpected(asked.error());
    const bool wraps = key > tokens_.back().position;
    return FaultBase::replicas(key, wraps && !out.empty() ? out.first(1) : out);
  }
};

}  // namespace

extern const Fault wrapped_keys_have_one_replica;
const Fault wrapped_keys_have_one_replica{
    .slug = "wrapped-keys-have-one-replica",
    .story =
        "A key after the largest token gets a list of one replica, however many are asked for.",
    .rule = "replicas",
    .reports = {"bitwalker/libring#39"},
    .make = make_fault<WrappedKeysHaveOneReplica>,
};

}  // namespace clockwise::faults
