// The vocabulary of consistent-hash ring placement, and the one interface that every ring has.
//
// A ring has M positions 0 … M−1, arranged in a circle: after M−1 comes 0. Tokens sit at fixed,
// distinct positions, and each belongs to a node. A key is asked for by its position; it belongs to
// the first token at or after it, walking up and past M−1 to 0. Nothing here hashes.
//
// The rules are stated in SPEC.md; a slug in backquotes below names the rule a line comes from.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string_view>
#include <vector>

namespace clockwise {

// A place on the ring, 0 … M−1. The top position of the largest ring is 2^64 − 1.
using Position = std::uint64_t;

// A number of positions: the size of a ring, of an arc or of a load, 0 … 2^64. It is wider than a
// Position because a lone token owns all 2^64 positions of the largest ring.
__extension__ using Count = unsigned __int128;

// A token's identity, and the node it belongs to. Both are plain numbers without order or meaning;
// names live with the case that asks (properties/kit/case.hpp).
enum class TokenId : std::uint32_t {
};
enum class NodeId : std::uint32_t {
};

// One point on the ring. Tokens of one node are its virtual nodes.
struct Token {
  TokenId id{};
  Position position = 0;
  NodeId node{};

  friend bool operator==(const Token&, const Token&) = default;
};

// Why a ring did not do what it was asked (`refusals`). Where several apply, the first in the order
// of this list that fits the operation is the one to give, judged over the whole batch at once.
enum class Refusal : std::uint8_t {
  ring_too_small,         // build: fewer than two positions
  no_tokens,              // build, join: an empty batch; else: nothing is built
  position_out_of_range,  // a token or a key at or past M
  duplicate_position,     // two tokens at one position, in the batch or with a member
  duplicate_token,        // two tokens with one id, in the batch or with a member
  unknown_node,           // leave: the node has no token here
  last_node,              // leave: no token would be left
  too_few_nodes,          // replicas: more distinct nodes asked for than there are
};

// The refusal's name in every report and file: "ring-too-small", "no-tokens", …
constexpr std::string_view slug(Refusal refusal) {
  switch (refusal) {
    case Refusal::ring_too_small: return "ring-too-small";
    case Refusal::no_tokens: return "no-tokens";
    case Refusal::position_out_of_range: return "position-out-of-range";
    case Refusal::duplicate_position: return "duplicate-position";
    case Refusal::duplicate_token: return "duplicate-token";
    case Refusal::unknown_node: return "unknown-node";
    case Refusal::last_node: return "last-node";
    case Refusal::too_few_nodes: return "too-few-nodes";
  }
  return "unknown-refusal";
}

// A result, or the reason why there is none. Refusals are ordinary answers and are never thrown.
template <class T>
using Outcome = std::expected<T, Refusal>;

// The number of positions M, 2 ≤ M ≤ 2^64 (`positions`). M = 2^64 does not fit in 64 bits, so the
// last position, M − 1, is what is stored.
class RingSize {
 public:
  // The ring of `positions` positions, 0 … 2^64 (the caller sees to that); 0 and 1 are refused as
  // ring_too_small.
  static constexpr Outcome<RingSize> of(Count positions) {
    if (positions < 2) return std::unexpected(Refusal::ring_too_small);
    return RingSize(static_cast<Position>(positions - 1));
  }

  constexpr Position last() const { return last_; }               // M − 1
  constexpr Count positions() const { return Count{last_} + 1; }  // M
  constexpr bool contains(Position p) const { return p <= last_; }

  friend constexpr bool operator==(RingSize, RingSize) = default;

 private:
  constexpr explicit RingSize(Position last) : last_(last) {}
  Position last_;
};

// A ring: the reference, the optimized one, every wrong one, and yours.
//
// A new ring has nothing built: every call but `build` is refused as no_tokens. A call that is
// refused changes nothing, and so does a question (`refusals`, `pure`). Memory exhaustion throws
// std::bad_alloc and leaves the ring as it was. Concurrent questions are safe; a change needs the
// ring to itself.
class Ring {
 public:
  Ring() = default;
  Ring(const Ring&) = default;
  Ring(Ring&&) = default;
  Ring& operator=(const Ring&) = default;
  Ring& operator=(Ring&&) = default;
  virtual ~Ring() = default;

  // Makes this the ring of exactly these tokens, in any order (`set`); what was there is replaced.
  // Refusals: no_tokens, position_out_of_range, duplicate_position, duplicate_token.
  virtual Outcome<void> build(RingSize size, std::span<const Token> tokens) = 0;

  // Adds tokens, of new nodes or of members, all or none. Each takes the arc from its predecessor
  // in the new ring up to and including itself (`join`).
  // Refusals: no_tokens, position_out_of_range, duplicate_position, duplicate_token.
  virtual Outcome<void> join(std::span<const Token> tokens) = 0;

  // Removes a node with all its tokens (`leave`). Refusals: no_tokens, unknown_node, last_node.
  virtual Outcome<void> leave(NodeId node) = 0;

  // The node of the first token at or after `key` (`successor`, `boundary`, `wrap`).
  // Refusals: no_tokens, position_out_of_range.
  virtual Outcome<NodeId> owner(Position key) const = 0;

  // Fills `out` with the first out.size() distinct nodes met clockwise from `key`; the first is the
  // owner (`replicas`). Returns how many it wrote: all of out.size(), which may be 0. When refused,
  // what `out` holds is unspecified. Refusals: no_tokens, position_out_of_range, too_few_nodes.
  virtual Outcome<std::size_t> replicas(Position key, std::span<NodeId> out) const = 0;
};

// The same as a list of `count` nodes. A count beyond the number of nodes is refused without
// allocating for it: the list is asked for in doubling lengths, so that at most twice as many
// places are allocated as there are nodes. A ring that breaks its word and writes fewer than it was
// asked for ends the list there.
inline Outcome<std::vector<NodeId>> replicas(const Ring& ring, Position key, std::size_t count) {
  std::vector<NodeId> nodes(count < 8 ? count : 8);
  while (true) {
    const auto filled = ring.replicas(key, nodes);
    if (!filled) return std::unexpected(filled.error());
    if (nodes.size() == count || *filled < nodes.size()) {
      nodes.resize(*filled);
      return nodes;
    }
    nodes.resize(nodes.size() > count / 2 ? count : nodes.size() * 2);
  }
}

}  // namespace clockwise
