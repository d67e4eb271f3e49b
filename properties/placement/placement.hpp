// Rings that hash by themselves: nodes and keys are names, and no position is ever seen.
//
// A placement case is to such a ring what a Case is to one whose positions can be given; the
// answers have the same form, a Trace. There is no reference to compare with: the properties say
// how answers must relate to one another. Many keys stand in for the critical ones: a fault that
// touches a share s of all keys is missed by n of them with the chance (1 − s)^n.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "properties/kit/json.hpp"
#include "properties/kit/judge.hpp"
#include "properties/kit/property.hpp"
#include "properties/kit/trace.hpp"

namespace clockwise {

struct Member {
  NodeId node{};
  std::uint64_t weight = 1;

  friend bool operator==(const Member&, const Member&) = default;
};
struct Arrive {
  std::vector<Member> nodes;

  friend bool operator==(const Arrive&, const Arrive&) = default;
};
struct Depart {
  NodeId node{};

  friend bool operator==(const Depart&, const Depart&) = default;
};
struct Weigh {
  Member node;

  friend bool operator==(const Weigh&, const Weigh&) = default;
};
using PlacementStep = std::variant<Arrive, Depart, Weigh>;

struct PlacementCase {
  std::string name;
  std::vector<Member> nodes;  // the first build, in this order
  std::vector<PlacementStep> steps;
  std::vector<std::string> keys;  // a key is its index: they may repeat
  std::optional<std::uint64_t> replicas;
  std::vector<std::string> node_names;  // indexed by NodeId; every node has one

  std::size_t states() const { return steps.size() + 1; }
  friend bool operator==(const PlacementCase&, const PlacementCase&) = default;
};

// The ring case whose traces have the form of this one's.
Case shape_of(const PlacementCase& c);

Read<PlacementCase> read_placement_case(std::string_view text);
std::string write_placement_case(const PlacementCase& c);

// What a subject does on purpose; each first value is the rules' own.
struct Manners {
  enum class Rejoin : std::uint8_t {
    refuse,
    ignore,
    replace,
    count
  };
  enum class Weights : std::uint8_t {
    none,
    absolute,
    normalised
  };
  enum class Membership : std::uint8_t {
    any,
    append,
    bounded
  };
  Rejoin rejoin = Rejoin::refuse;
  Weights weights = Weights::none;
  Membership membership = Membership::any;
  bool ignores_unknown = false;
  bool empties = false;    // the last node may leave
  bool truncates = false;  // more replicas than nodes: all nodes are listed
  bool orders = true;      // replicas are a list, not a set
  bool joins = true;
  bool leaves = true;
  bool lists_replicas = true;
  std::uint64_t most_nodes = 130;
  std::uint64_t most_key_bytes = 257;
  std::uint64_t least_key_bytes = 0;
  std::optional<double> share_tolerance;
};

class PlacementSubject {
 public:
  PlacementSubject() = default;
  PlacementSubject(const PlacementSubject&) = delete;
  PlacementSubject& operator=(const PlacementSubject&) = delete;
  virtual ~PlacementSubject() = default;

  virtual const std::string& name() const = 0;
  virtual const Manners& manners() const = 0;
  // Throws NoTrace where there is no answer to judge.
  virtual Trace run(const PlacementCase& c) = 0;
  // The same in a process that has not been asked anything before; nothing, where there is no way
  // or it has been done often enough.
  virtual std::optional<Trace> run_afresh(const PlacementCase&) { return std::nullopt; }
};

// Who is on the ring in each state, in the order of arrival, as far as the steps were carried out.
using Membership = std::vector<std::vector<Member>>;
Membership members_of(const PlacementCase& c, const Trace& trace);

struct PlacementTrial {
  const PlacementCase& asked;
  const Trace& answered;
  const Membership members;
  PlacementSubject& subject;

  const Manners& manners() const { return subject.manners(); }
  Trace run(const PlacementCase& derived) const { return subject.run(derived); }
};

// Where it shows that a subject is wrong.
struct PlacementWitness {
  std::size_t state = 0;
  std::optional<std::size_t> key;
  std::string expected;
  std::string answered;
  std::optional<PlacementCase> derived;  // to which this is the answer, if not to the case itself
};

class [[nodiscard]] PlacementVerdict {
 public:
  static PlacementVerdict holds() { return {}; }
  static PlacementVerdict vacuous(std::string_view reason) {
    PlacementVerdict verdict;
    verdict.reason_ = reason;
    return verdict;
  }
  // The subject has declared that it does otherwise.
  static PlacementVerdict excused(std::string_view reason) {
    PlacementVerdict verdict = vacuous(reason);
    verdict.is_excused_ = true;
    return verdict;
  }
  static PlacementVerdict violated(PlacementWitness witness) {
    PlacementVerdict verdict;
    verdict.witness_ = std::move(witness);
    return verdict;
  }

  bool is_violated() const { return witness_.has_value(); }
  bool is_vacuous() const { return !reason_.empty() && !is_excused_; }
  bool is_excused() const { return is_excused_; }
  std::string_view reason() const { return reason_; }
  const PlacementWitness& witness() const { return *witness_; }

 private:
  std::string_view reason_;
  bool is_excused_ = false;
  std::optional<PlacementWitness> witness_;
};

struct PlacementProperty {
  const Property* about = nullptr;  // of the catalog, where the claim is the same at both levels
  PlacementVerdict (*check)(const PlacementTrial&) = nullptr;
  bool is_for_sweeps = false;  // judged on every size, too
};
std::span<const PlacementProperty> placement_catalog();

// The names of the properties that only this level has, with their claims.
std::span<const Property* const> placement_only();

// ---- What properties say things with. ----------------------------------------------------------

std::string say_owner(const PlacementCase& c, const Trace& trace, std::size_t state, std::size_t k);
std::string say_replicas(const PlacementCase& c, const Trace& trace, std::size_t state,
                         std::size_t k);
PlacementVerdict wrong_owner(const PlacementCase& c, const Trace& trace, std::size_t state,
                             std::size_t k, std::string expected, bool is_derived = false);
PlacementVerdict wrong_replicas(const PlacementCase& c, const Trace& trace, std::size_t state,
                                std::size_t k, std::string expected, bool is_derived = false);
// A step that went otherwise than it is to.
PlacementVerdict wrong_step(const PlacementCase& c, const Trace& trace, std::size_t state,
                            std::string expected, bool is_derived = false);
// The first difference between state i of one trace and state j of a derived case's, if any.
PlacementVerdict same_answers(const PlacementCase& c, const Trace& trace, std::size_t i,
                              const PlacementCase& derived, const Trace& other, std::size_t j);
bool is_member(const std::vector<Member>& members, NodeId node);
// A node that the case does not know yet, added to its names.
NodeId newcomer(PlacementCase& c);

// ---- Engines and judging. ----------------------------------------------------------------------

struct PlacementViolation {
  const PlacementProperty* property = nullptr;
  std::string engine;
  PlacementCase found;
  PlacementCase smallest;
  PlacementVerdict verdict = PlacementVerdict::holds();
};

struct PlacementPlan {
  std::uint64_t seed = 1;
  std::uint64_t cases = 24;  // random ones
  std::size_t keys = 800;    // of a case, at most; at least an eighth of them
  std::vector<PlacementCase> corpus;
  std::vector<std::string> engines;  // of corpus, exhaustive, random
  std::function<bool()> stop = [] { return false; };
  std::function<void(double)> progress = [](double) {};
};

// Judges a subject by these properties on the cases of the engines. Scores are in the order of the
// engines, their tallies in that of the properties.
struct PlacementResult {
  std::vector<Score> scores;
  std::vector<PlacementViolation> violations;
  std::vector<std::string> observed;  // what is no verdict, a sentence each
};
PlacementResult judge_placement(PlacementSubject& subject,
                                const std::vector<const PlacementProperty*>& properties,
                                const PlacementPlan& plan);

// What so many keys a case are worth, in a sentence: "100 to 800 keys a case: …".
std::string chance_of_missing(std::size_t most);

// ---- Rings that hash by themselves, here. ------------------------------------------------------

// Rendezvous hashing, which is right, and wrong ones: what the gate shows itself on.
struct PlacementModel {
  std::string_view slug;
  std::string_view story;
  std::string_view caught_by;  // a property; empty for the right one
};
std::span<const PlacementModel> placement_models();
std::unique_ptr<PlacementSubject> make_placement_model(std::string_view slug);

}  // namespace clockwise
