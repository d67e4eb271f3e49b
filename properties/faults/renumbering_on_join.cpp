#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class RenumberingOnJoin final : public FaultBase {
  void add(std::span<const Token> batch) override {
    std::vector<Token> listed = tokens_;
    listed.insert(listed.end(), batch.begin(), batch.end());
    insert(batch);
    for (std::size_t i = 0; i < listed.size(); ++i) listed[i].position = tokens_[i].position;
    tokens_ = listed;
  }
};

}  // namespace

extern const Fault renumbering_on_join;
const Fault renumbering_on_join{
    .slug = "renumbering-on-join",
    .story =
        "A join gives the positions out anew: members first, in their order, then the newcomers.",
    .rule = "positions",
    .make = make_fault<RenumberingOnJoin>,
};

}  // namespace clockwise::faults
