#include <algorithm>

#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

// Changes that are refused in the last state. Where a batch is at fault, faultless tokens come
// before the faulty one or after it, at the free positions, if there are any.
std::vector<Step> refused_steps(const Trial& trial, const Members& members,
                                const std::vector<Position>& free) {
  const std::uint32_t node = next_node(trial.asked);
  const std::uint32_t id = next_token(trial.asked);
  const Token& member = members.tokens.front();
  // A build for a smaller ring, or for a larger one, would show in what is in range afterwards.
  std::vector<Step> steps{Join{}, Leave{NodeId{node}}, Build{2, {}},
                          Build{members.size->positions(), {member, member}},
                          Build{Count{1} << 64, {member, member}}};
  const auto with_faultless = [&](Token faulty) {
    std::vector<Token> batch{faulty};
    for (std::uint32_t i = 1; i < free.size(); ++i) {
      batch.push_back({TokenId{id + i}, free[i], NodeId{node}});
    }
    steps.emplace_back(Join{batch});
    std::ranges::reverse(batch);
    steps.emplace_back(Join{batch});
  };
  with_faultless({TokenId{id}, member.position, NodeId{node}});
  if (members.size->last() != ~Position{0}) {
    with_faultless({TokenId{id}, members.size->last() + 1, NodeId{node}});
  }
  if (!free.empty()) with_faultless({member.id, free.front(), NodeId{node}});
  if (free.size() > 1) with_faultless({TokenId{id + 1}, free.front(), NodeId{node}});
  return steps;
}

// Up to three keys at which there is no token, from both ends of the keys and the middle.
std::vector<Position> free_keys(const Case& c, const Members& members) {
  std::vector<Position> free;
  for (const Position key : c.keys) {
    if (members.size->contains(key) && token_at(members.tokens, key) == nullptr) {
      free.push_back(key);
    }
  }
  std::ranges::sort(free);
  free.erase(std::ranges::unique(free).begin(), free.end());
  if (free.size() > 3) free = {free.front(), free[free.size() / 2], free.back()};
  return free;
}

Verdict check(const Trial& trial) {
  // The refused steps of the case itself: every answer is as it was before.
  for (std::size_t i = 1; i < trial.asked.states(); ++i) {
    if (trial.expected.accepted(i)) continue;
    Verdict v = same_answers(trial, i - 1, trial.asked, trial.answered, i);
    if (v.is_violated()) return v;
  }

  // And some more, one after the other.
  const std::size_t last = trial.last_state();
  const Members& members = trial.expected.members[last];
  if (!members.size) return Verdict::vacuous("no ring was built");
  Case derived = trial.asked;
  std::ranges::move(refused_steps(trial, members, free_keys(trial.asked, members)),
                    std::back_inserter(derived.steps));
  const Trace trace = trial.run(derived);
  for (std::size_t i = last + 1; i < derived.states(); ++i) {
    if (Verdict v = same_answers(trial, last, derived, trace, i); v.is_violated()) return v;
  }
  return Verdict::holds();
}

}  // namespace

extern const Property refusal_changes_nothing;
const Property refusal_changes_nothing{
    .slug = "refusal-changes-nothing",
    .claim = "After a change that is refused every answer is as it was before.",
    .formula = "step refused ⇒ owner′ = owner and replicas′ = replicas",
    .rule = "refusals",
    .needs = 0,
    .asks_further = true,
    .catches = {"refused-join-half-applies"},
    .at_positions = check,
};

}  // namespace clockwise
