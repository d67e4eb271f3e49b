#include <set>

#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class JoinTakesOnePosition final : public FaultBase {
  Outcome<void> build(RingSize size, std::span<const Token> tokens) override {
    auto built = FaultBase::build(size, tokens);
    if (built) joined_.clear();
    return built;
  }

  void add(std::span<const Token> batch) override {
    insert(batch);
    for (const Token& token : batch) joined_.insert(token.position);
  }

  std::size_t locate(Position key) const override {
    const std::size_t first = FaultBase::locate(key);
    std::size_t i = first;
    do {
      if (tokens_[i].position == key || !joined_.contains(tokens_[i].position)) return i;
      i = next(i);
    } while (i != first);
    return first;
  }

  std::set<Position> joined_;
};

}  // namespace

extern const Fault join_takes_one_position;
const Fault join_takes_one_position{
    .slug = "join-takes-one-position",
    .story = "A joining token gets the keys at its own position and no others.",
    .rule = "join",
    .make = make_fault<JoinTakesOnePosition>,
};

}  // namespace clockwise::faults
