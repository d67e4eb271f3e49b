// A Case: plain data that says what to build, what to change and what to ask.
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

// Builds a ring of `size` positions, 0 … 2^64, in place of what was there.
struct Build {
  Count size = 0;
  std::vector<Token> tokens;

  friend bool operator==(const Build&, const Build&) = default;
};

struct Join {
  std::vector<Token> tokens;

  friend bool operator==(const Join&, const Join&) = default;
};

struct Leave {
  NodeId node{};

  friend bool operator==(const Leave&, const Leave&) = default;
};

using Step = std::variant<Build, Join, Leave>;

struct Case {
  std::string name;         // for people; nothing depends on it
  Build start;              // the first build: state 0
  std::vector<Step> steps;  // step i leads from state i to state i + 1
  // Asked in every state. Keys may repeat: a key is its index, and has an answer of its own
  // (`identity`).
  std::vector<Position> keys;
  std::optional<std::uint64_t> replicas;  // how many to list for each key; none: do not ask

  // The names of nodes and tokens, indexed by NodeId and TokenId. May be shorter than the ids in
  // use, or empty: the rest have default names (node_name below).
  std::vector<std::string> node_names;
  std::vector<std::string> token_names;

  std::size_t states() const { return steps.size() + 1; }

  friend bool operator==(const Case&, const Case&) = default;
};

// The name of a node in this case: the one it was given, else "A" … "Z", "N26", "N27" …, with as
// many apostrophes behind it as it takes to differ from the given ones.
std::string node_name(const Case& c, NodeId node);

// Every position at which a token is placed anywhere in the case, ascending, each once.
std::vector<Position> token_positions(const Case& c);

// Every batch of tokens in the case: the start's, then those of builds and joins, in order.
template <class Visit>
void for_each_batch(Case& c, Visit visit) {
  visit(c.start.tokens);
  for (Step& step : c.steps) {
    if (auto* build = std::get_if<Build>(&step)) visit(build->tokens);
    if (auto* join = std::get_if<Join>(&step)) visit(join->tokens);
  }
}
template <class Visit>
void for_each_batch(const Case& c, Visit visit) {
  visit(c.start.tokens);
  for (const Step& step : c.steps) {
    if (const auto* build = std::get_if<Build>(&step)) visit(build->tokens);
    if (const auto* join = std::get_if<Join>(&step)) visit(join->tokens);
  }
}

// One more than the largest NodeId (TokenId) that occurs in the case, 0 if none does: what a
// newcomer may be called.
std::uint32_t next_node(const Case& c);
std::uint32_t next_token(const Case& c);

// The keys that ask everything of a ring whose answers change only at token positions: p−1, p and
// p+1 for every position p of a token that ever occurs in the case, 0 and M−1, for every ring size
// that occurs. Ascending, each once; those in range of the largest ring only.
std::vector<Position> critical_keys(const Case& c);

}  // namespace clockwise
