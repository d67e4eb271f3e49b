#include <map>

#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class AnswersOutliveAJoin final : public FaultBase {
  Outcome<void> build(RingSize size, std::span<const Token> tokens) override {
    owners_.clear();
    return FaultBase::build(size, tokens);
  }

  void drop(NodeId node) override {
    owners_.clear();
    FaultBase::drop(node);
  }

  Outcome<NodeId> owner(Position key) const override {
    if (auto known = owners_.find(key); known != owners_.end()) return known->second;
    auto found = FaultBase::owner(key);
    if (found) owners_.emplace(key, *found);
    return found;
  }

  mutable std::map<Position, NodeId> owners_;
};

}  // namespace

extern const Fault answers_outlive_a_join;
const Fault answers_outlive_a_join{
    .slug = "answers-outlive-a-join",
    .story = "Owners are remembered, and a join does not clear the memory.",
    .rule = "join",
    .make = make_fault<AnswersOutliveAJoin>,
};

}  // namespace clockwise::faults
