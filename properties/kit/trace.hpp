// A Trace: plain data that says what a ring answered to a case, state by state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "reference/ring.hpp"

namespace clockwise {

// One answer: to a step, to a key, or to a key's replicas.
class Answer {
 public:
  enum class Kind : std::uint8_t {
    done,     // the step was carried out
    node,     // the owner
    list,     // a list of replicas (State::list)
    refused,  // with the kind of the refusal
    untold,   // refused, by a subject that does not tell the kind
    failed,   // an exception, a crash: the text is in Trace::failures
  };

  static constexpr Answer done() { return {Kind::done, 0, 0}; }
  static constexpr Answer owner(NodeId node) {
    return {Kind::node, static_cast<std::uint32_t>(node), 0};
  }
  static constexpr Answer list(std::size_t begin, std::size_t size) {
    return {Kind::list, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(size)};
  }
  static constexpr Answer refused(Refusal kind) {
    return {Kind::refused, static_cast<std::uint32_t>(kind), 0};
  }
  static constexpr Answer untold() { return {Kind::untold, 0, 0}; }
  static constexpr Answer failed(std::size_t failure) {
    return {Kind::failed, static_cast<std::uint32_t>(failure), 0};
  }

  constexpr Kind kind() const { return kind_; }
  // Each is meaningful for the kind that bears its name only.
  constexpr NodeId node() const { return NodeId{value_}; }
  constexpr Refusal refusal() const { return static_cast<Refusal>(value_); }
  constexpr std::size_t failure() const { return value_; }
  constexpr std::size_t list_begin() const { return value_; }
  constexpr std::size_t list_size() const { return size_; }

  constexpr bool is(NodeId node) const { return kind_ == Kind::node && this->node() == node; }
  constexpr bool is_refusal() const { return kind_ == Kind::refused || kind_ == Kind::untold; }

 private:
  constexpr Answer(Kind kind, std::uint32_t value, std::uint32_t size)
      : kind_(kind), value_(value), size_(size) {}

  Kind kind_;
  std::uint32_t value_;
  std::uint32_t size_;
};

// Whether two answers that are no lists say the same. A failure agrees with nothing, not even with
// itself; a refusal of untold kind agrees with any refusal.
constexpr bool agree(Answer a, Answer b) {
  if (a.kind() == Answer::Kind::failed || b.kind() == Answer::Kind::failed) return false;
  if (a.is_refusal() && b.is_refusal()) {
    return a.kind() != b.kind() || a.kind() == Answer::Kind::untold || a.refusal() == b.refusal();
  }
  return a.kind() == b.kind() && (a.kind() != Answer::Kind::node || a.node() == b.node());
}

// What a ring answered after the build (state 0) or after a step.
struct State {
  Answer step = Answer::done();  // done, or why not: then the answers show the unchanged ring
  std::vector<Answer> owners;    // owners[i] answers keys[i]
  std::vector<Answer> replicas;  // the same, where the case asks for replicas; else empty
  std::vector<NodeId> listed;    // the nodes of all lists, one list behind the other

  // The nodes of the i-th key's list; empty unless replicas[i] is a list.
  std::span<const NodeId> list(std::size_t i) const {
    if (replicas[i].kind() != Answer::Kind::list) return {};
    return std::span(listed).subspan(replicas[i].list_begin(), replicas[i].list_size());
  }
};

// The lines in which a program was asked and answered, shortened; empty for a ring in this process.
struct Exchange {
  std::string sent;
  std::string received;
};

struct Trace {
  std::vector<State> states;          // one for the build and one for each step
  std::vector<std::string> failures;  // the texts behind Answer::failed
  // Names that the subject answered with and the case does not know: NodeIds from
  // next_node(case) on stand for them, in this order.
  std::vector<std::string> strangers;
  Exchange said;  // the lines by which it was obtained
};

// Whether the owner (the replicas) of key i in one state and of key j in the other are the same.
bool same_owner(const State& a, std::size_t i, const State& b, std::size_t j);
bool same_replicas(const State& a, std::size_t i, const State& b, std::size_t j);

// Whether the two states answer every key alike, owners and replicas; both have as many keys.
// Returns the index of the first key that differs, or the number of keys.
std::size_t first_difference(const State& a, const State& b);

}  // namespace clockwise
