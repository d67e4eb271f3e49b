#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class SmallerNameWins final : public FaultBase {
  std::size_t locate(Position key) const override {
    const std::size_t first = FaultBase::locate(key);
    const std::size_t second = next(first);
    return tokens_[second].node < tokens_[first].node ? second : first;
  }
};

}  // namespace

extern const Fault smaller_name_wins;
const Fault smaller_name_wins{
    .slug = "smaller-name-wins",
    .story = "Of the next two tokens, the one of the node with the smaller id answers.",
    .rule = "share",
    .make = make_fault<SmallerNameWins>,
};

}  // namespace clockwise::faults
