#include "properties/kit/plans.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace clockwise {

std::optional<PlannedChange> change_to(const Trial& trial, std::size_t state) {
  const Members& before = trial.expected.members[state - 1];
  const Members& after = trial.expected.members[state];
  if (!trial.expected.accepted(state) || !before.size || before.size != after.size) return {};
  return PlannedChange{state, *after.size, before.tokens, after.tokens, {}};
}

Moves plan_between(const Trial& trial, RingSize size, std::span<const Token> before,
                   std::span<const Token> after) {
  Case change;
  change.start = {size.positions(), {before.begin(), before.end()}};
  change.steps.emplace_back(Build{size.positions(), {after.begin(), after.end()}});
  change.node_names = trial.asked.node_names;
  change.token_names = trial.asked.token_names;
  return trial.subject.plan(change);
}

Moves moves_over(std::span<const Move> moves, Position key) {
  Moves over;
  for (const Move& move : moves) {
    if (on_arc(key, move.from, move.to)) over.push_back(move);
  }
  return over;
}

Verdict wrong_plan(const Trial& trial, const PlannedChange& change, std::optional<std::size_t> key,
                   std::string expected) {
  return Verdict::violated({change.state, key, std::move(expected),
                            fmt::format("the plan {}", say_moves(trial.asked, change.moves)),
                            std::nullopt});
}

Verdict no_plan(const PlannedChange& change, const std::exception& thrown) {
  return Verdict::violated({change.state, std::nullopt, "a plan",
                            fmt::format("an exception: {}", thrown.what()), std::nullopt});
}

std::string say_move(const Case& c, NodeId giver, NodeId taker) {
  return fmt::format("{} to {}", node_name(c, giver), node_name(c, taker));
}

std::string say_moves(const Case& c, std::span<const Move> moves) {
  if (moves.empty()) return "of no arc";
  constexpr std::size_t kShown = 8;
  std::vector<std::string> arcs;
  for (const Move& move : moves.first(std::min(moves.size(), kShown))) {
    arcs.push_back(
        fmt::format("({}, {}] {}", move.from, move.to, say_move(c, move.giver, move.taker)));
  }
  if (moves.size() > kShown) arcs.push_back(fmt::format("{} more", moves.size() - kShown));
  return fmt::format("{}", fmt::join(arcs, ", "));
}

Handover::Handover(const Trial& trial, const PlannedChange& change)
    : store_(trial.subject.store()) {
  const State& before = trial.answered.states[change.state - 1];
  const State& after = trial.answered.states[change.state];
  std::vector<Position> positions;
  for (std::size_t k = 0; k < trial.asked.keys.size(); ++k) {
    if (before.owners[k].kind() != Answer::Kind::node) continue;
    if (after.owners[k].kind() != Answer::Kind::node) continue;
    for (int twin = 0; twin < 2; ++twin) {
      positions.push_back(trial.asked.keys[k]);
      asked_.push_back(k);
      before_.push_back(before.owners[k].node());
      after_.push_back(after.owners[k].node());
    }
  }
  store_->open(std::move(positions));
  store_->publish(before_);
  for (std::size_t key = 0; key < before_.size(); ++key) store_->write(key, key);
}

std::optional<std::size_t> Handover::first_miss() const {
  for (std::size_t key = 0; key < keys(); ++key) {
    if (!finds(key)) return key;
  }
  return std::nullopt;
}

std::optional<std::size_t> Handover::first_miss(std::span<const Move> plan) const {
  for (std::size_t key = 0; key < keys(); ++key) {
    if (store_->read_or_ask_giver(key, plan) != key) return key;
  }
  return std::nullopt;
}

}  // namespace clockwise
