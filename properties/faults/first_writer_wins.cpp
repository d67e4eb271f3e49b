#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class FirstWriterWins final : public FaultBase {
  Outcome<void> check(RingSize size, std::span<const Token> members,
                      std::span<const Token> batch) const override {
    auto valid = FaultBase::check(size, members, batch);
    if (!valid && valid.error() == Refusal::duplicate_position) return {};
    return valid;
  }

  void insert(std::span<const Token> batch) override {
    for (const Token& token : batch) {
      if (!repeats_position(tokens_, {&token, 1})) FaultBase::insert({&token, 1});
    }
  }
};

}  // namespace

extern const Fault first_writer_wins;
const Fault first_writer_wins{
    .slug = "first-writer-wins",
    .story = "A token at a taken position is left out without a word.",
    .rule = "positions",
    .reports = {"bitwalker/libring#9"},
    .make = make_fault<FirstWriterWins>,
};

}  // namespace clockwise::faults
