#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

// One ring that knows all, and one that answers and catches up when it is asked.
class JoinsWaitForAQuestion final : public Ring {
  Outcome<void> build(RingSize size, std::span<const Token> tokens) override {
    auto built = all_.build(size, tokens);
    if (built) waiting_.clear();
    return built ? answering_.build(size, tokens) : built;
  }

  Outcome<void> join(std::span<const Token> tokens) override {
    auto joined = all_.join(tokens);
    if (joined) waiting_.assign(tokens.begin(), tokens.end());
    return joined;
  }

  Outcome<void> leave(NodeId node) override {
    catch_up();
    auto left = all_.leave(node);
    if (left) static_cast<void>(answering_.leave(node));
    return left;
  }

  Outcome<NodeId> owner(Position key) const override {
    catch_up();
    return answering_.owner(key);
  }

  Outcome<std::size_t> replicas(Position key, std::span<NodeId> out) const override {
    catch_up();
    return answering_.replicas(key, out);
  }

  void catch_up() const {
    if (!waiting_.empty()) static_cast<void>(answering_.join(waiting_));
    waiting_.clear();
  }

  FaultBase all_;
  mutable FaultBase answering_;
  mutable std::vector<Token> waiting_;
};

}  // namespace

extern const Fault joins_wait_for_a_question;
const Fault joins_wait_for_a_question{
    .slug = "joins-wait-for-a-question",
    .story = "A join waits for the next question; a second one before that takes its place.",
    .rule = "pure",
    .beyond_exhaustive = "It takes two joins in a row.",
    .make = make_fault<JoinsWaitForAQuestion>,
};

}  // namespace clockwise::faults
