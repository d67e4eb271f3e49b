// The interface of rings that hash by themselves: nodes and keys are names, and no position is ever
// seen. Rendezvous hashing, ketama clients, jump hash and Maglev are of this kind. There is no
// reference to compare their answers with; properties compare their answers with one another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "reference/ring.hpp"

namespace clockwise {

// A node as such a ring is given it. The id is what the ring answers with; only the name and the
// weight decide placement. The name is 1 to 255 bytes of UTF-8, and outlives the call only.
struct NamedNode {
  NodeId node{};
  std::string_view name;
  std::uint64_t weight = 1;  // 1 or more
};

// A new ring has no nodes. A call that is refused changes nothing, and so does a question
// (`refusals`, `pure`). Answers are a function of the nodes and their weights alone (`set`).
class NameRing {
 public:
  NameRing() = default;
  NameRing(const NameRing&) = default;
  NameRing(NameRing&&) = default;
  NameRing& operator=(const NameRing&) = default;
  NameRing& operator=(NameRing&&) = default;
  virtual ~NameRing() = default;

  // Makes this the ring of exactly these nodes; what was there is replaced.
  // Refusals: no_tokens (no nodes), duplicate_token (a node twice).
  virtual Outcome<void> build(std::span<const NamedNode> nodes) = 0;

  // Adds nodes, all or none: keys move to them and nowhere else (`join`). A second join of a member
  // is refused. Refusals: no_tokens, duplicate_token.
  virtual Outcome<void> join(std::span<const NamedNode> nodes) = 0;

  // Removes a node: its keys move, and no other (`leave`).
  // Refusals: no_tokens, unknown_node, last_node.
  virtual Outcome<void> leave(NodeId node) = 0;

  // Gives a member another weight: keys move to it or away from it.
  // Refusals: no_tokens, unknown_node.
  virtual Outcome<void> weigh(const NamedNode& node) = 0;

  // The node that the key belongs to. Refusals: no_tokens.
  virtual Outcome<NodeId> owner(std::string_view key) const = 0;

  // Fills `out` with distinct nodes, the owner first; a shorter list is a prefix of a longer one
  // (`replicas`). Returns how many it wrote: all of out.size(), which may be 0.
  // Refusals: no_tokens, too_few_nodes.
  virtual Outcome<std::size_t> replicas(std::string_view key, std::span<NodeId> out) const = 0;
};

}  // namespace clockwise
