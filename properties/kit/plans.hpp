// The vocabulary of properties of plans and of the handover, in addition to property.hpp.
#pragma once

#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "properties/kit/property.hpp"

namespace clockwise {

// A step of the case that was carried out on a ring that kept its size, and the subject's plan of
// it.
struct PlannedChange {
  std::size_t state = 0;  // that it led to
  RingSize size;
  std::span<const Token> before;
  std::span<const Token> after;
  Moves moves;
};

// The change that led to this state, not planned yet; nothing where there is none to plan.
std::optional<PlannedChange> change_to(const Trial& trial, std::size_t state);

// The subject's plan between two sets of tokens that rings of this size accept.
Moves plan_between(const Trial& trial, RingSize size, std::span<const Token> before,
                   std::span<const Token> after);

// The arcs of a plan on which the key is.
Moves moves_over(std::span<const Move> moves, Position key);

// A violation seen in a plan: at a key, if one shows it.
Verdict wrong_plan(const Trial& trial, const PlannedChange& change, std::optional<std::size_t> key,
                   std::string expected);

// The violation that the planner threw this in place of a plan.
Verdict no_plan(const PlannedChange& change, const std::exception& thrown);

// In words: "A to B"; "(8, 12] C to E, …".
std::string say_move(const Case& c, NodeId giver, NodeId taker);
std::string say_moves(const Case& c, std::span<const Move> moves);

// Why nothing is said of most plans.
inline constexpr const char* kNoChange = "no change of a ring that keeps its size";

// Judges the plan of every change. `says` gets a PlannedChange and returns a verdict; a vacuous one
// is about that change alone. Vacuous where it never says anything.
template <class Says>
Verdict every_plan(const Trial& trial, const char* reason, Says says) {
  if (!trial.subject.plans()) return Verdict::vacuous("the subject plans no changes");
  bool spoke = false;
  for (std::size_t i = 1; i < trial.asked.states(); ++i) {
    std::optional<PlannedChange> change = change_to(trial, i);
    if (!change) continue;
    try {
      change->moves = plan_between(trial, change->size, change->before, change->after);
      const Verdict verdict = says(std::as_const(*change));
      if (verdict.is_violated()) return verdict;
      spoke |= !verdict.is_vacuous();
    } catch (const std::exception& thrown) {
      return no_plan(*change, thrown);
    }
  }
  return spoke ? Verdict::holds() : Verdict::vacuous(reason);
}

// A change, carried out on the subject's store: each key of the case stands for two, which are
// written under the old placement. Owners are what the subject answers.
class Handover {
 public:
  Handover(const Trial& trial, const PlannedChange& change);

  Store& store() { return *store_; }
  void publish() { store_->publish(after_); }

  std::size_t keys() const { return before_.size(); }
  bool moves(std::size_t key) const { return before_[key] != after_[key]; }
  bool moves_any() const { return before_ != after_; }
  // The index in the case of what this key stands for.
  std::size_t asked(std::size_t key) const { return asked_[key]; }

  // Whether a read finds what was written; the first key of which it does not, if there is one.
  // With a plan, reads fall back on its givers.
  bool finds(std::size_t key) const { return store_->read(key) == key; }
  std::optional<std::size_t> first_miss() const;
  std::optional<std::size_t> first_miss(std::span<const Move> plan) const;

 private:
  std::unique_ptr<Store> store_;
  std::vector<std::size_t> asked_;
  std::vector<NodeId> before_;
  std::vector<NodeId> after_;
};

// The same for the handover of every change by which one of the keys moves.
template <class Says>
Verdict every_handover(const Trial& trial, Says says) {
  return every_plan(trial, "no key moves", [&](const PlannedChange& change) {
    Handover handover(trial, change);
    return handover.moves_any() ? says(change, handover) : Verdict::vacuous("no key moves");
  });
}

}  // namespace clockwise
