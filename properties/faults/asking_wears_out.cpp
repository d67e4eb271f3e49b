#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class AskingWearsOut final : public FaultBase {
  Outcome<NodeId> owner(Position key) const override {
    if (auto asked = admit(key); !asked) return std::unexpected(asked.error());
    const bool again = last_asked_ == key;
    last_asked_ = again ? std::nullopt : std::optional(key);
    const std::size_t i = locate(key);
    return tokens_[again ? next(i) : i].node;
  }

  mutable std::optional<Position> last_asked_;
};

}  // namespace

extern const Fault asking_wears_out;
const Fault asking_wears_out{
    .slug = "asking-wears-out",
    .story = "A key asked for twice in a row gets the next token the second time.",
    .rule = "identity",
    .make = make_fault<AskingWearsOut>,
};

}  // namespace clockwise::faults
