// A Case: plain data that says what to build, what to change and what to ask, of positions or of
// names.
//
// Every engine supplies cases, every property judges them, every counterexample is one. A case need
// not be well-behaved: two tokens at one position, a key past the ring or an unknown leaver are
// legitimate cases whose right answer is a refusal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "reference/ring.hpp"

namespace clockwise {

// What a case asks about. Nothing else about a case depends on who supplies or answers it.
enum class Level : std::uint8_t {
  positions,  // tokens and keys have positions: there is a right answer, the reference's
  names,      // nodes and keys are names, and the ring hashes by itself: answers are compared with
              // one another
};

// A node at the level of names.
struct Member {
  NodeId node{};
  std::uint64_t weight = 1;

  friend bool operator==(const Member&, const Member&) = default;
};

// Builds a ring of `size` positions, 0 … 2^64, in place of what was there; or, at the level of
// names, one of these nodes, in this order.
struct Build {
  Count size = 0;
  std::vector<Token> tokens;
  std::vector<Member> nodes = {};

  friend bool operator==(const Build&, const Build&) = default;
};

struct Join {
  std::vector<Token> tokens;
  std::vector<Member> nodes = {};  // at the level of names

  friend bool operator==(const Join&, const Join&) = default;
};

struct Leave {
  NodeId node{};

  friend bool operator==(const Leave&, const Leave&) = default;
};

// Gives a node another weight; at the level of names only.
struct Weigh {
  Member node;

  friend bool operator==(const Weigh&, const Weigh&) = default;
};

using Step = std::variant<Build, Join, Leave, Weigh>;

struct Case {
  Level level = Level::positions;
  std::string name;         // for people; nothing depends on it
  Build start;              // the first build: state 0
  std::vector<Step> steps;  // step i leads from state i to state i + 1
  // Asked in every state. Keys may repeat: a key is its index, and has an answer of its own
  // (`identity`). At the level of names a key is the number of its name, below key_names.size().
  std::vector<Position> keys;
  std::optional<std::uint64_t> replicas;  // how many to list for each key; none: do not ask

  // The names of nodes and tokens, indexed by NodeId and TokenId. May be shorter than the ids in
  // use, or empty: the rest have default names (node_name below).
  std::vector<std::string> node_names;
  std::vector<std::string> token_names;
  // At the level of names every node has a name, and every key: any text, each once.
  std::vector<std::string> key_names;

  std::size_t states() const { return steps.size() + 1; }

  friend bool operator==(const Case&, const Case&) = default;
};

// The name of a node in this case: the one it was given, else "A" … "Z", "N26", "N27" …, with as
// many apostrophes behind it as it takes to differ from the given ones.
std::string node_name(const Case& c, NodeId node);

// Every position at which a token is placed anywhere in the case, ascending, each once.
std::vector<Position> token_positions(const Case& c);

// The key as an error names it: 9, or "user:9".
std::string key_name(const Case& c, std::size_t key);

// Whatever puts tokens or nodes on the ring: the start, then builds and joins, in order.
template <class C, class Visit>
void for_each_arrival(C& c, Visit visit) {
  visit(c.start);
  for (auto& step : c.steps) {
    if (auto* build = std::get_if<Build>(&step)) visit(*build);
    if (auto* join = std::get_if<Join>(&step)) visit(*join);
  }
}
// The same for every batch of tokens in the case.
template <class C, class Visit>
void for_each_batch(C& c, Visit visit) {
  for_each_arrival(c, [&](auto& arrival) { visit(arrival.tokens); });
}

// One more than the largest NodeId (TokenId) that occurs in the case, 0 if none does: what a
// newcomer may be called.
std::uint32_t next_node(const Case& c);
std::uint32_t next_token(const Case& c);

// The keys that ask everything of a ring whose answers change only at token positions: p−1, p and
// p+1 for every position p of a token that ever occurs in the case, 0 and M−1, for every ring size
// that occurs. Ascending, each once; those in range of the largest ring only. At the level of
// positions.
std::vector<Position> critical_keys(const Case& c);

}  // namespace clockwise
