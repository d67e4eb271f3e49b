// Whether a ring answers as the reference does: the comparison that the targets agree and history
// make, on cases as they are decoded.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "optimized/sorted_ring.hpp"
#include "properties/engines/bytes.hpp"
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

// Whether the owners of all keys, one by one and in a batch where the ring has batches, are those
// that the reference names.
template <class R>
bool same_owners(const R& ring, const NaiveRing& reference, const FlatCase& c) {
  if constexpr (std::is_same_v<R, Ring>) {
    const auto* optimized = dynamic_cast<const SortedRing*>(&ring);
    if (optimized != nullptr) return same_owners(*optimized, reference, c);
  }
  static thread_local std::array<Outcome<NodeId>, kLarge.keys> right;
  for (std::size_t i = 0; i < c.key_count; ++i) {
    right[i] = reference.owner(c.keys()[i]);
    if (ring.owner(c.keys()[i]) != right[i]) return false;
  }
  if constexpr (requires { ring.owners(c.keys(), std::span<NodeId>()); }) {
    static thread_local std::array<NodeId, kLarge.keys> batch;
    const auto given = ring.owners(c.keys(), std::span(batch).first(c.key_count));
    if (!reference.size()) {
      return given == std::unexpected(BatchRefusal{Refusal::no_tokens, 0});
    }
    for (std::size_t i = 0; i < c.key_count; ++i) {
      if (!right[i]) return given == std::unexpected(BatchRefusal{right[i].error(), i});
      if (given && batch[i] != *right[i]) return false;
    }
    return given.has_value();
  }
  return true;
}

// Asks every question of the case in the present state, in the order in which the kit asks.
template <class R>
bool same_answers(const R& ring, const NaiveRing& reference, const FlatCase& c) {
  if (!same_owners(ring, reference, c)) return false;
  if (c.replicas) {
    const std::size_t count = replica_count(c);
    for (const Position key : c.keys()) {
      if (!same_replicas(ring, reference, key, count)) return false;
    }
  }
  return true;
}

// What the reference and the ring name as the owners of all keys, in words: one by one there, in a
// batch here, which no property asks for.
template <class R>
std::string owners_in_words(const R& ring, const NaiveRing& reference, const FlatCase& c) {
  const Case named = to_case(c);
  std::string right;
  for (const Position key : c.keys()) {
    const auto owner = reference.owner(key);
    right += owner ? ' ' + node_name(named, *owner) : fmt::format(" {}", slug(owner.error()));
  }
  const auto* optimized = dynamic_cast<const SortedRing*>(static_cast<const Ring*>(&ring));
  if (optimized == nullptr) return "";
  std::vector<NodeId> nodes(c.key_count);
  std::string given;
  if (const auto answered = optimized->owners(c.keys(), nodes)) {
    for (const NodeId node : nodes) given += ' ' + node_name(named, node);
  } else {
    given = fmt::format(" {} at key {}", slug(answered.error().refusal), answered.error().index);
  }
  return fmt::format("; its owners:{}; in a batch:{}", right, given);
}

}  // namespace clockwise::fuzz
