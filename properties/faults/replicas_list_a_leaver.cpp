#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class ReplicasListALeaver final : public FaultBase {
  Outcome<void> build(RingSize size, std::span<const Token> tokens) override {
    static_cast<void>(table_.build(size, tokens));
    return FaultBase::build(size, tokens);
  }

  void add(std::span<const Token> batch) override {
    static_cast<void>(table_.join(batch));
    FaultBase::add(batch);
  }

  Outcome<std::size_t> replicas(Position key, std::span<NodeId> out) const override {
    return table_.replicas(key, out);
  }

  FaultBase table_;
};

}  // namespace

extern const Fault replicas_list_a_leaver;
const Fault replicas_list_a_leaver{
    .slug = "replicas-list-a-leaver",
    .story = "Replicas are read from a second table, from which a leave removes nothing.",
    .rule = "leave",
    .make = make_fault<ReplicasListALeaver>,
};

}  // namespace clockwise::faults
