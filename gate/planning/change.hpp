// A change of placement, as plain data: what it is, what it moves, and what each node carries
// before and after. Every format is written from this.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gate/report/load.hpp"
#include "optimized/plan.hpp"

namespace clockwise::gate {

enum class ChangeKind : std::uint8_t {
  nothing,         // the same tokens
  join,            // tokens are added and none is gone
  leave,           // nodes are gone with all their tokens and none is added
  join_and_leave,  // both
  retokenization,  // a token of a node that stays is gone: the promises of join and leave are off
};
std::string_view slug(ChangeKind kind);

// How many tokens each node has, by NodeId. O(N).
std::vector<std::size_t> token_counts(std::span<const Token> tokens, std::size_t nodes);

struct Change {
  RingSize size;
  std::vector<std::string> nodes;  // the names, by NodeId
  SortedRing before;
  SortedRing after;

  ChangeKind kind = ChangeKind::nothing;
  std::vector<bool> staying;    // by NodeId: has tokens before and after
  std::vector<NodeId> joined;   // had no token before
  std::vector<NodeId> left;     // has none after
  std::vector<NodeId> gaining;  // stays, and has a token more
  std::vector<NodeId> shorn;    // stays, and a token of it is gone
  Moves moves;

  std::vector<Load> loads_before;  // by NodeId
  std::vector<Load> loads_after;
  Load total;              // of the ring, and of the keys where there are any
  Load moved;              // of that, what changes its node
  Load between_survivors;  // of that, what goes from a node that stays to another that stays
  std::vector<Unit> units{Unit::positions};  // those that were counted

  bool stays(NodeId node) const { return staying[static_cast<std::size_t>(node)]; }
  const std::string& name(NodeId node) const { return nodes[static_cast<std::size_t>(node)]; }

  // Counts a key into the loads, and what moves; returns whether it does.
  bool count(Unit unit, NodeId giver, NodeId taker, Count amount);
  // Counts what moves, and whether it goes between survivors.
  void move(Unit unit, NodeId giver, NodeId taker, Count amount);
};

// Both rings are built, on this size; nodes has a name for each of their nodes.
Change compare(RingSize size, std::vector<std::string> nodes, SortedRing before, SortedRing after);

// The change in a sentence or two.
std::string describe(const Change& change);

}  // namespace clockwise::gate
