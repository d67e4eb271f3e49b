// The vocabulary of properties at the level of names, in addition to property.hpp.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "properties/kit/property.hpp"

namespace clockwise {

// The nodes that a step brings, where it is a join and none of them was on the ring before.
std::vector<NodeId> newcomers(const Trial& trial, std::size_t step);

// The node that a step takes away, where it is a leave of a node that is on the ring.
std::optional<NodeId> leaver(const Trial& trial, std::size_t step);

// The case whose first build is what the trial's last state has, without steps.
Case rebuilt(const Trial& trial);

// Whether two lists of replicas are the same, as lists or, where their order means nothing, as
// sets.
bool same_list(const Conventions& conventions, std::span<const NodeId> a,
               std::span<const NodeId> b);
inline std::set<NodeId> as_set(std::span<const NodeId> list) { return {list.begin(), list.end()}; }

// Keys that a change of one node moved without need: how many, and the first.
struct Strays {
  std::size_t count = 0;
  std::optional<std::size_t> first;

  void add(std::size_t key) {
    if (count++ == 0) first = key;
  }
  // Whether the subject declares that it moves a few more: a twentieth of the keys, or one.
  bool are_declared(const Trial& trial) const;
};

// The violation that a node owns a key, or is among its replicas, in a state of a derived case in
// which it has left; else it holds.
Verdict owns_nothing(const Case& derived, const Trace& trace, std::size_t state, NodeId node);

// Why properties about the keys of single nodes say nothing about some subjects.
inline constexpr const char* kNormalised = "weights: normalised";

}  // namespace clockwise
