// What a subject supports and does on purpose, as far as judging depends on it.
// gate/protocol/README.md has the words in which an adapter declares it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "properties/kit/case.hpp"

namespace clockwise {

// Each first value, and each default, is the rules' own.
struct Conventions {
  // What a second join of a member does.
  enum class Rejoin : std::uint8_t {
    refuse,
    ignore,
    replace,
    count
  };
  enum class Weights : std::uint8_t {
    none,
    absolute,
    normalised  // to their sum, so that a join moves keys of others
  };
  // Who may leave, and what moves then.
  enum class Membership : std::uint8_t {
    any,
    append,  // the last to come is the first to leave
    bounded  // a few more keys move than have to
  };
  Rejoin rejoin = Rejoin::refuse;
  Weights weights = Weights::none;
  Membership membership = Membership::any;
  bool ignores_unknown = false;  // the leave of no member
  bool empties = false;          // the last node may leave
  bool truncates = false;        // more replicas than nodes: all nodes are listed
  bool orders = true;            // replicas are a list, not a set
  // At the level of positions: owners are found walking up, and replicas from there walking down.
  bool walks_back = false;

  bool joins = true;
  bool leaves = true;
  bool lists_replicas = true;

  // Limits at the level of names: of the nodes on a ring, and of a key in bytes.
  std::uint64_t most_nodes = ~std::uint64_t{0};
  std::uint64_t most_key_bytes = ~std::uint64_t{0};
  std::uint64_t least_key_bytes = 0;
  // By how much a node's share of the keys may miss its share of the weights, as a part of it.
  std::optional<double> share_tolerance;
};

// A case of names without what the subject does not support: keys outside its limits, replicas,
// steps of a kind that it has not, weights.
Case narrowed_names(Case c, const Conventions& conventions);

// The declaration by which the subject need not answer a case of names at all, as "membership:
// append"; empty where it has to.
std::string ruled_out(const Case& c, const Conventions& conventions);

}  // namespace clockwise
