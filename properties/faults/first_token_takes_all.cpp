#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class FirstTokenTakesAll final : public FaultBase {
  std::size_t locate(Position key) const override {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].position <= key) return i;
    }
    return 0;
  }
};

}  // namespace

extern const Fault first_token_takes_all;
const Fault first_token_takes_all{
    .slug = "first-token-takes-all",
    .story = "The search compares the wrong way round, so that every key lands on the first token.",
    .rule = "successor",
    .reports = {"vedhavyas/hashring#1"},
    .make = make_fault<FirstTokenTakesAll>,
};

}  // namespace clockwise::faults
