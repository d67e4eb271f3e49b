#include <algorithm>

#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

// Runs the case with its keys asked in this order, `order` holding indices of keys, and compares
// each answer with the one that the same key got before.
Verdict asked_in_order(const Trial& trial, const std::vector<std::size_t>& order) {
  std::vector<Position> keys;
  for (const std::size_t k : order) keys.push_back(trial.asked.keys[k]);
  const Case derived = with_keys(trial.asked, std::move(keys));
  const Trace trace = trial.run(derived);
  for (std::size_t i = 0; i < trial.asked.states(); ++i) {
    const State& before = trial.answered.states[i];
    for (std::size_t k = 0; k < order.size(); ++k) {
      if (!same_owner(before, order[k], trace.states[i], k)) {
        return wrong_owner(derived, trace, i, k,
                           say_owner(trial.asked, trial.answered, i, order[k]));
      }
      if (!before.replicas.empty() && !same_replicas(before, order[k], trace.states[i], k)) {
        return wrong_replicas(derived, trace, i, k,
                              say_replicas(trial.asked, trial.answered, i, order[k]));
      }
    }
  }
  return Verdict::holds();
}

// The case, and behind it changes that leave as many tokens on the ring as there were: a node's
// tokens go to another, then every node's to the next.
Case with_turnover(const Trial& trial) {
  Case derived = trial.asked;
  const Members& members = trial.expected.members[trial.last_state()];
  if (!members.size) return derived;
  std::vector<Token> tokens = members.tokens;
  const NodeId leaver = tokens.front().node;
  const NodeId newcomer{next_node(trial.asked)};
  Join join;
  for (Token& token : tokens) {
    if (token.node != leaver) continue;
    token.node = newcomer;
    join.tokens.push_back(token);
  }
  if (join.tokens.size() < tokens.size()) {
    derived.steps.insert(derived.steps.end(), {Leave{leaver}, join});
  }
  const NodeId first = tokens.front().node;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) tokens[i].node = tokens[i + 1].node;
  tokens.back().node = first;
  derived.steps.emplace_back(Build{members.size->positions(), tokens});
  return derived;
}

// Where nothing was asked in between, the answers are the ones they are where it was.
Verdict asked_in_some_states(const Trial& trial) {
  const Case derived = with_turnover(trial);
  const std::size_t last = derived.steps.size();
  const Trace always = trial.run(derived);
  const AskIn at_the_end = [&](std::size_t i) { return i == last; };
  const AskIn in_even_states = [](std::size_t i) { return i % 2 == 0; };
  const AskIn in_odd_states = [](std::size_t i) { return i % 2 == 1; };
  for (const AskIn& ask_in : {at_the_end, in_even_states, in_odd_states}) {
    const Trace sometimes = trial.subject.run_asking(derived, ask_in);
    for (std::size_t i = 0; i < derived.states(); ++i) {
      if (!ask_in(i)) continue;
      const std::size_t k = first_difference(always.states[i], sometimes.states[i]);
      if (k == derived.keys.size()) continue;
      const std::string unasked = ", as where it is asked in every state";
      if (!same_owner(always.states[i], k, sometimes.states[i], k)) {
        return wrong_owner(derived, sometimes, i, k, say_owner(derived, always, i, k) + unasked);
      }
      return wrong_replicas(derived, sometimes, i, k,
                            say_replicas(derived, always, i, k) + unasked);
    }
  }
  return Verdict::holds();
}

Verdict check_positions(const Trial& trial) {
  if (trial.asked.keys.empty()) return Verdict::vacuous("no keys");

  // There and back, so that every key is asked again, after others; then some alone.
  const std::size_t count = trial.asked.keys.size();
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < count; ++k) order.push_back(k);
  for (std::size_t k = count; k-- > 0;) order.push_back(k);
  if (Verdict v = asked_in_order(trial, order); v.is_violated()) return v;
  for (const std::size_t k : {std::size_t{0}, count / 2, count - 1}) {
    if (Verdict v = asked_in_order(trial, {k}); v.is_violated()) return v;
  }
  return asked_in_some_states(trial);
}

Verdict check_names(const Trial& trial) {
  if (trial.asked.keys.empty()) return Verdict::vacuous("no keys");
  const std::size_t count = trial.asked.keys.size();
  std::vector<std::size_t> order;
  for (std::size_t k = count; k-- > 0;) order.push_back(k);
  for (std::size_t k = 0; k < count; ++k) order.push_back(k);
  if (Verdict v = asked_in_order(trial, order); v.is_violated()) return v;
  // Nor does it take a question for the next step to go well.
  const Case derived = with_keys(trial.asked, {});
  const Trace silent = trial.run(derived);
  for (std::size_t i = 0; i < trial.asked.states(); ++i) {
    if (!trial.was_done(i) || silent.states[i].step.kind() == Answer::Kind::done) continue;
    return wrong_step(derived, silent, i, "done, as when keys are asked for");
  }
  return Verdict::holds();
}

}  // namespace

extern const Property asking_changes_nothing;
const Property asking_changes_nothing{
    .slug = "asking-changes-nothing",
    .claim =
        "The same key gets the same answer however often, and after whatever, it is asked; and "
        "whether or not anything was asked before.",
    .formula = "owner(k) is a function of T and k alone",
    .rule = "pure",
    .needs = 0,
    .asks_further = true,
    .catches = {"asking-wears-out", "placement-asking-wears-out"},
    .at_positions = check_positions,
    .at_names = check_names,
};

}  // namespace clockwise
