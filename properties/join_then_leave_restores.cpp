#include <algorithm>

#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

// The indices of keys where a token could join in the last state.
std::vector<std::size_t> free_keys(const Trial& trial) {
  const Members& members = trial.expected.members[trial.last_state()];
  std::vector<std::size_t> keys;
  std::vector<Position> taken;
  for (std::size_t k = 0; members.size && k < trial.asked.keys.size(); ++k) {
    const Position p = trial.asked.keys[k];
    if (!members.size->contains(p) || token_at(members.tokens, p) != nullptr) continue;
    if (std::ranges::find(taken, p) != taken.end()) continue;
    keys.push_back(k);
    taken.push_back(p);
  }
  return keys;
}

Verdict check_positions(const Trial& trial) {
  const auto free = free_keys(trial);
  if (free.empty()) return Verdict::vacuous("no key at which a token could join");

  // A newcomer with one or two tokens, and a second newcomer where there is room for it.
  std::vector<std::size_t> at{free.front()};
  if (free.size() > 1) at.push_back(free.back());
  if (free.size() > 2) at.push_back(free[free.size() / 2]);
  const std::uint32_t node = next_node(trial.asked);
  const std::uint32_t token = next_token(trial.asked);
  Join join;
  for (std::uint32_t i = 0; i < at.size(); ++i) {
    join.tokens.push_back(
        {TokenId{token + i}, trial.asked.keys[at[i]], NodeId{i == 1 ? node + 1 : node}});
  }
  std::vector<NodeId> leavers{NodeId{node}};
  if (at.size() > 1) leavers.push_back(NodeId{node + 1});

  // There and back; then the newcomers swap their tokens, and leave in the other order.
  const std::size_t before = trial.last_state();
  Case derived = trial.asked;
  std::vector<Join> joins(2, join);
  if (at.size() > 1) {
    for (Token& swapped : joins[1].tokens) {
      swapped.node = swapped.node == leavers[0] ? leavers[1] : leavers[0];
    }
  }
  for (const Join& lap : joins) {
    derived.steps.emplace_back(lap);
    for (const NodeId leaver : leavers) derived.steps.emplace_back(Leave{leaver});
    std::ranges::reverse(leavers);
  }
  const Trace trace = trial.run(derived);
  std::size_t there = before + 1;
  for (const Join& lap : joins) {
    for (std::size_t i = 0; i < at.size(); ++i) {
      const NodeId newcomer = lap.tokens[i].node;
      if (trace.states[there].owners[at[i]].is(newcomer)) continue;
      return wrong_owner(derived, trace, there, at[i], node_name(derived, newcomer));
    }
    Verdict v = same_answers(trial, before, derived, trace, there + leavers.size());
    if (v.is_violated()) return v;
    there += leavers.size() + 1;
  }
  return Verdict::holds();
}

Verdict check_names(const Trial& trial) {
  const Conventions& conventions = trial.conventions();
  if (!conventions.joins) return Verdict::excused("join is not supported");
  if (!conventions.leaves) return Verdict::excused("leave is not supported");
  const std::size_t before = trial.last_state();
  const std::size_t count = trial.nodes(before).size();
  if (count == 0 || count >= conventions.most_nodes) {
    return Verdict::vacuous("no ring that a node could join");
  }
  Case derived = trial.asked;
  const NodeId first = newcomer(derived);
  const NodeId second = newcomer(derived);
  const bool both = count + 1 < conventions.most_nodes;
  derived.steps.emplace_back(Join{{}, {Member{first, 1}}});
  if (both) derived.steps.emplace_back(Join{{}, {Member{second, 1}}});
  // Whoever came first leaves first, unless only the last may.
  std::vector<NodeId> leavers{first};
  if (both) leavers.push_back(second);
  if (conventions.membership == Conventions::Membership::append) std::ranges::reverse(leavers);
  for (const NodeId leaver : leavers) derived.steps.emplace_back(Leave{leaver});
  return same_answers(trial, before, derived, trial.run(derived), derived.steps.size());
}

}  // namespace

extern const Property join_then_leave_restores;
const Property join_then_leave_restores{
    .slug = "join-then-leave-restores",
    .claim =
        "Newcomers who join own what is at their tokens; once they leave, in any order, all is "
        "as before.",
    .formula = "leave(n) ∘ join(n) = id;  in between owner′(x) = n for every x of n",
    .rule = "inverse",
    .needs = classes(Class::key_on_token),
    .asks_further = true,
    .catches = {"leave-takes-a-neighbour", "renumbering-on-join", "placement-changes-are-counted"},
    .at_positions = check_positions,
    .at_names = check_names,
};

}  // namespace clockwise
