#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class CollisionsMoveUp final : public FaultBase {
  Outcome<void> check(RingSize size, std::span<const Token> members,
                      std::span<const Token> batch) const override {
    auto valid = FaultBase::check(size, members, batch);
    const bool has_room = Count{members.size()} + batch.size() <= size.positions();
    if (!valid && valid.error() == Refusal::duplicate_position && has_room) return {};
    return valid;
  }

  void insert(std::span<const Token> batch) override {
    for (Token token : batch) {
      while (repeats_position(tokens_, {&token, 1})) {
        token.position = token.position == size_->last() ? 0 : token.position + 1;
      }
      FaultBase::insert({&token, 1});
    }
  }
};

}  // namespace

extern const Fault collisions_move_up;
const Fault collisions_move_up{
    .slug = "collisions-move-up",
    .story = "A token at a taken position moves up to the next free one.",
    .rule = "positions",
    .reports = {"graphite-project/carbon#196", "graphite-project/carbon@024f9e6"},
    .make = make_fault<CollisionsMoveUp>,
};

}  // namespace clockwise::faults
