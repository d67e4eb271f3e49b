// Names of nodes and keys that are aimed at what rings get wrong with labels, and rings made of
// them. For the engines, at the level of names.
#pragma once

#include <cstdint>
#include <string>

#include "properties/engines/engine.hpp"

namespace clockwise {

// Pools of node names: numbered, digits alone, one letter again and again, addresses, odd ones,
// plain words. And disguises: pairs that a careless ring takes for one another, as it folds case,
// strips blanks, reads numbers, or looks at the beginning alone.
inline constexpr std::size_t kPools = 6;
inline constexpr std::size_t kDisguises = 4;

// How many keys a case asks for at most. A fault that touches a share s of all keys is missed by n
// of them with the chance (1 − s)^n.
inline constexpr std::size_t kMostKeys = 800;
// How many nodes a ring has at most.
inline constexpr std::size_t kMostNodes = 130;

// The i-th node of a pool, added to the names of the case.
NodeId add_node(Case& c, std::size_t pool, std::size_t i);

// The most nodes that a subject can be asked about.
std::size_t most_nodes(const Conventions& conventions);

// A ring of the first `nodes` nodes of a pool, and about `keys` keys within the subject's limits.
Case ring_of_names(const Conventions& conventions, std::size_t pool, std::size_t nodes,
                   std::size_t keys);

// A ring of four, and the four that look like them, which join one by one.
Case disguised_ring(const Conventions& conventions, std::size_t disguise, bool swapped);

// How many keys to ask of a ring of this many nodes: fewer of large ones, some of which look at
// every node for every key.
std::size_t keys_at(std::size_t most, std::size_t nodes, std::size_t work);

// How much the keys of a case can show, in a sentence: "100 to 800 keys a case: …".
std::string chance_of_missing();

std::string supply_exhaustive_names(Judge& judge, const RunOptions& options);
std::string supply_random_names(Judge& judge, const RunOptions& options);

}  // namespace clockwise
