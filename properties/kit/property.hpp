// A Property: a pure predicate over a case and a way to run it. This header is all that the file of
// a property includes (or, in its place, names.hpp or plans.hpp); CONTRIBUTING.md says how to write
// one.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "properties/kit/case.hpp"
#include "properties/kit/classes.hpp"
#include "properties/kit/decimal.hpp"
#include "properties/kit/expected.hpp"
#include "properties/kit/run.hpp"
#include "properties/kit/trace.hpp"
#include "properties/kit/verdict.hpp"

namespace clockwise {

// One case under trial: what was asked, what the subject answered, what the case comes to, and the
// subject, to be asked about cases derived from this one.
struct Trial {
  const Case& asked;
  const Trace& answered;
  const Expected& expected;
  Subject& subject;

  Trace run(const Case& derived) const { return subject.run(derived); }
  std::size_t last_state() const { return asked.steps.size(); }
  const Conventions& conventions() const { return subject.conventions(); }
  // The nodes on the ring in a state, at the level of names.
  const std::vector<Member>& nodes(std::size_t state) const {
    return expected.members[state].nodes;
  }
  // Whether the subject carried out the step that led to a state.
  bool was_done(std::size_t state) const {
    return answered.states[state].step.kind() == Answer::Kind::done;
  }
};

struct Property {
  using Check = Verdict (*)(const Trial&);

  std::string_view slug;      // reads as the claim; never renamed
  std::string_view claim;     // the property in one sentence
  std::string_view formula;   // the same in symbols
  std::string_view rule;      // the slug of the rule it serves
  Classes needs = 0;          // the classes that a run must have met; each level has its own
  bool of_plans = false;      // whether it judges plans, and so only subjects that have them
  bool asks_further = false;  // whether it asks the subject about further cases
  bool is_keystone = false;   // whether it is the one of its level on which the others depend
  // Wrong rings of faults/ that it catches, at least one of each of its levels. A check that
  // nothing fails is no check.
  std::initializer_list<std::string_view> catches;
  // The check at each level at which the claim makes sense; null at the other.
  Check at_positions = nullptr;
  Check at_names = nullptr;

  Check check_at(Level level) const { return level == Level::positions ? at_positions : at_names; }
};

// ---- The vocabulary of properties. -------------------------------------------------------------

// Whether key lies on the arc (from, to], walking up from `from`; from = to is the whole ring.
constexpr bool on_arc(Position key, Position from, Position to) {
  if (from == to) return true;
  return from < to ? from < key && key <= to : from < key || key <= to;
}

// The position before this token's on the ring of these tokens: the largest one below it, else the
// largest of all. A lone token is its own predecessor. The tokens are not empty.
Position predecessor(std::span<const Token> tokens, Position position);

// The token on whose arc the key lies, by order alone: the first one at or above the key, else the
// smallest. The tokens are not empty.
const Token& token_over(std::span<const Token> tokens, Position key);

// The token at this position, or null.
const Token* token_at(std::span<const Token> tokens, Position position);

// The number of distinct nodes; whether one of the tokens is the node's.
std::size_t node_count(std::span<const Token> tokens);
bool has_node(std::span<const Token> tokens, NodeId node);

// The one ring size that the case builds throughout; none where it builds several, or one too
// small.
std::optional<RingSize> only_size(const Case& c);

// Whether this node is among them.
bool is_member(std::span<const Member> nodes, NodeId node);
// A node that the case of names does not know yet, added to its names: called much like the first.
NodeId newcomer(Case& c);

// The case with other keys (with another replica count), and all else as it is.
Case with_keys(Case c, std::vector<Position> keys);
Case with_replicas(Case c, std::uint64_t count);

// An answer in words: a node's name, a list, a refusal.
std::string say_owner(const Case& c, const Trace& trace, std::size_t state, std::size_t key);
std::string say_replicas(const Case& c, const Trace& trace, std::size_t state, std::size_t key);
std::string say_step(const Trace& trace, std::size_t state);

// A violation, seen at the owner (replicas, step) of a state in the trial's own answers, or in
// those to a derived case.
Verdict wrong_owner(const Trial& trial, std::size_t state, std::size_t key, std::string expected);
Verdict wrong_owner(const Case& derived, const Trace& trace, std::size_t state, std::size_t key,
                    std::string expected);
Verdict wrong_replicas(const Trial& trial, std::size_t state, std::size_t key,
                       std::string expected);
Verdict wrong_replicas(const Case& derived, const Trace& trace, std::size_t state, std::size_t key,
                       std::string expected);
Verdict wrong_step(const Trial& trial, std::size_t state, std::string expected);
Verdict wrong_step(const Case& derived, const Trace& trace, std::size_t state,
                   std::string expected);

// Judges every owner on which `says` has something to say. It is called with a state in which there
// is a ring, what is on it, and the index of a key in range; it returns the node that must own the
// key, or nothing. Vacuous, with the reason given, where it never says anything.
template <class Says>
Verdict every_owner(const Trial& trial, const char* reason, Says says) {
  bool spoke = false;
  for (std::size_t i = 0; i < trial.asked.states(); ++i) {
    const Members& members = trial.expected.members[i];
    for (std::size_t k = 0; members.size && k < trial.asked.keys.size(); ++k) {
      if (!members.size->contains(trial.asked.keys[k])) continue;
      const std::optional<NodeId> right = says(i, members, k);
      if (!right) continue;
      spoke = true;
      if (trial.answered.states[i].owners[k].is(*right)) continue;
      return wrong_owner(trial, i, k, node_name(trial.asked, *right));
    }
  }
  return spoke ? Verdict::holds() : Verdict::vacuous(reason);
}

// Compares state `j` of a derived case with state `i` of the trial (of another case), key by key;
// the first difference is the violation, anything else holds. The keys correspond by index.
Verdict same_answers(const Trial& trial, std::size_t i, const Case& derived, const Trace& trace,
                     std::size_t j);
Verdict same_answers(const Case& c, const Trace& before, std::size_t i, const Case& derived,
                     const Trace& trace, std::size_t j);

// The same for all states, steps included: the derived case has the same states.
Verdict same_trace(const Trial& trial, const Case& derived, const Trace& trace);

}  // namespace clockwise
