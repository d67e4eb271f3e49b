#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class LastWriterWins final : public FaultBase {
  Outcome<void> check(RingSize size, std::span<const Token> members,
                      std::span<const Token> batch) const override {
    auto valid = FaultBase::check(size, members, batch);
    if (!valid && valid.error() == Refusal::duplicate_position) return {};
    return valid;
  }

  void insert(std::span<const Token> batch) override {
    for (const Token& token : batch) {
      std::erase_if(tokens_, [&](const Token& old) { return old.position == token.position; });
      FaultBase::insert({&token, 1});
    }
  }
};

}  // namespace

extern const Fault last_writer_wins;
const Fault last_writer_wins{
    .slug = "last-writer-wins",
    .story = "A token at a taken position replaces the one that is there.",
    .rule = "positions",
    .reports = {"apache/pekko#3279"},
    .make = make_fault<LastWriterWins>,
};

}  // namespace clockwise::faults
