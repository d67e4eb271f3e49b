// A correct ring for wrong rings to derive from: each overrides one hook, and that is its fault.
//
// It is a third ring, written for legibility: one array of tokens in the order of position, every
// question a scan. It has nothing but the vocabulary in common with the rings it helps to check.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "properties/faults/fault.hpp"
#include "reference/ring.hpp"

namespace clockwise {

class FaultBase : public Ring {
 public:
  Outcome<void> build(RingSize size, std::span<const Token> tokens) override;
  Outcome<void> join(std::span<const Token> tokens) override;
  Outcome<void> leave(NodeId node) override;
  Outcome<NodeId> owner(Position key) const override;
  Outcome<std::size_t> replicas(Position key, std::span<NodeId> out) const override;

 protected:
  // Whether the batch may be put beside these members: on a build there are none.
  virtual Outcome<void> check(RingSize size, std::span<const Token> members,
                              std::span<const Token> batch) const;
  // What an accepted batch of a build or a join is put into the array by; size_ is set.
  virtual void insert(std::span<const Token> batch);
  // What an accepted join and an accepted leave do. `drop` leaves at least one token.
  virtual void add(std::span<const Token> batch) { insert(batch); }
  virtual void drop(NodeId node);
  // Whether the key may be asked about.
  virtual Outcome<void> admit(Position key) const;
  // The index of the token that owns an admitted key.
  virtual std::size_t locate(Position key) const;
  // The distinct nodes met clockwise from the token at `start`, at most `most` of them.
  virtual std::vector<NodeId> walk(std::size_t start, std::size_t most) const;
  // Whether a list with fewer replicas than were asked for is given as it is, and not refused.
  virtual bool truncates() const { return false; }

  // The questions that `check` asks of a batch, for those that ask them otherwise.
  static bool leaves_ring(RingSize size, std::span<const Token> batch);
  static bool repeats_position(std::span<const Token> members, std::span<const Token> batch);
  static bool repeats_id(std::span<const Token> members, std::span<const Token> batch);

  // The neighbours of a token on the ring, by index. The ring has tokens.
  std::size_t next(std::size_t i) const { return i + 1 < tokens_.size() ? i + 1 : 0; }
  std::size_t previous(std::size_t i) const { return (i == 0 ? tokens_.size() : i) - 1; }

  // (to − from) mod M. The ring is built.
  Position distance(Position from, Position to) const;
  // position mod M, on a ring of any size.
  static Position reduced(RingSize size, Position position);

  std::optional<RingSize> size_;  // none until something is built
  std::vector<Token> tokens_;     // in the order of position
};

// What Fault::make points to.
template <class WrongRing>
std::unique_ptr<Ring> make_fault() {
  return std::make_unique<WrongRing>();
}

}  // namespace clockwise
