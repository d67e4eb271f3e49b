// Whether a ring answers as the reference does: the comparison that the targets agree and history
// make, on cases as they are decoded.
#pragma once

#include <algorithm>
#include <exception>
#include <span>
#include <type_traits>

#include "fuzz/decode.hpp"
#include "optimized/sorted_ring.hpp"
#include "reference/naive_ring.hpp"

namespace clockwise::fuzz {

template <class R>
Outcome<void> take(R& ring, const FlatCase& c, const FlatCase::Step& step) {
  switch (step.kind) {
    case FlatCase::Kind::build: {
      const auto size = RingSize::of(step.size);
      if (!size) return std::unexpected(size.error());
      return ring.build(*size, c.batch(step));
    }
    case FlatCase::Kind::join: return ring.join(c.batch(step));
    case FlatCase::Kind::leave: return ring.leave(step.node);
  }
  return {};
}

// How many replicas to ask for: one more than there can be nodes is as good as any larger count.
inline std::size_t replica_count(const FlatCase& c) {
  return std::min<std::uint64_t>(c.replicas.value_or(0), c.next_node + 1);
}

// Room for the largest list that a case asks for.
struct Room {
  std::array<NodeId, (1U << 12U) + 1> given;
  std::array<NodeId, (1U << 12U) + 1> right;
};

template <class R>
bool same_replicas(const R& ring, const NaiveRing& reference, Position key, std::size_t count) {
  static thread_local Room room;
  const auto given = ring.replicas(key, std::span(room.given).first(count));
  const auto right = reference.replicas(key, std::span(room.right).first(count));
  if (given != right) return false;
  return !given || std::equal(room.given.begin(), room.given.begin() + *given, room.right.begin());
}

// The answers to all keys at once, where a ring gives them.
template <class R>
bool same_batch(const R& /*ring*/, const NaiveRing& /*reference*/, const FlatCase& /*c*/) {
  return true;
}
inline bool same_batch(const SortedRing& ring, const NaiveRing& reference, const FlatCase& c) {
  std::array<NodeId, kLarge.keys> owners;
  const auto given = ring.owners(c.keys(), std::span(owners).first(c.key_count));
  if (!reference.size()) return given.error() == BatchRefusal{Refusal::no_tokens, 0};
  for (std::size_t i = 0; i < c.key_count; ++i) {
    const auto right = reference.owner(c.keys()[i]);
    if (!right) return given == std::unexpected(BatchRefusal{right.error(), i});
    if (given && owners[i] != *right) return false;
  }
  return given.has_value();
}

// Lets a ring look after its own invariants, where it can: it throws where one is broken.
template <class R>
void inspect(const R& ring) {
  if constexpr (std::is_same_v<R, Ring>) {
    if (const auto* optimized = dynamic_cast<const SortedRing*>(&ring)) inspect(*optimized);
  } else if constexpr (requires { ring.check_invariants(); }) {
    ring.check_invariants();
  }
}

// Asks every question of the case in the present state, in the order in which the kit asks.
template <class R>
bool same_answers(const R& ring, const NaiveRing& reference, const FlatCase& c) {
  for (const Position key : c.keys()) {
    if (ring.owner(key) != reference.owner(key)) return false;
  }
  if (c.replicas) {
    const std::size_t count = replica_count(c);
    for (const Position key : c.keys()) {
      if (!same_replicas(ring, reference, key, count)) return false;
    }
  }
  return true;
}

}  // namespace clockwise::fuzz
