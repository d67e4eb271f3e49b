#include <map>

#include "properties/kit/plans.hpp"

namespace clockwise {
namespace {

void add_loads(RingSize size, std::span<const Token> tokens, std::map<NodeId, Count>& loads) {
  for (const Token& token : tokens) {
    loads[token.node] += arc_size(size, predecessor(tokens, token.position), token.position);
  }
}

Verdict check(const Trial& trial) {
  return every_plan(trial, kNoChange, [&](const PlannedChange& change) {
    std::map<NodeId, Count> before;
    std::map<NodeId, Count> after;
    add_loads(change.size, change.before, before);
    add_loads(change.size, change.after, after);
    for (const Move& move : change.moves) {
      before[move.taker] += arc_size(change.size, move.from, move.to);
      after[move.giver] += arc_size(change.size, move.from, move.to);
    }
    for (const auto& [node, sum] : before) {
      if (sum == after[node]) continue;
      return wrong_plan(trial, change, {},
                        "sizes that lead to the new load of " + node_name(trial.asked, node));
    }
    return Verdict::holds();
  });
}

}  // namespace

extern const Property plan_sizes_are_load_differences;
const Property plan_sizes_are_load_differences{
    .slug = "plan-sizes-are-load-differences",
    .claim = "What a node takes by a plan, less what it gives, is what its load grows by.",
    .formula = "load(n) + Σ_{taker = n} |(from, to]| = load′(n) + Σ_{giver = n} |(from, to]|",
    .rule = "arcs",
    .needs = classes(Class::join, Class::leave, Class::full_size),
    .of_plans = true,
    .catches = {"plan-takes-the-whole-arc", "plan-moves-one-arc-a-node"},
    .at_positions = check,
};

}  // namespace clockwise
