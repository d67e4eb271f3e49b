#include <algorithm>
#include <bit>

#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

// Ids far from the small ones that cases have: each of these maps is one to one.
struct Renaming {
  std::uint32_t (*to)(std::uint32_t);
  std::uint32_t (*from)(std::uint32_t);
};

// From the top, so that their order turns round and all of the bits count; and with the low half of
// the bits empty.
constexpr Renaming kRenamings[] = {
    {[](std::uint32_t id) { return ~id - 1; }, [](std::uint32_t id) { return ~(id + 1); }},
    {[](std::uint32_t id) { return std::rotl(id, 16); },
     [](std::uint32_t id) { return std::rotr(id, 16); }},
};

Case renamed(Case c, const Renaming& renaming) {
  for_each_batch(c, [&](std::vector<Token>& batch) {
    for (Token& token : batch) {
      token.node = NodeId{renaming.to(static_cast<std::uint32_t>(token.node))};
      token.id = TokenId{renaming.to(static_cast<std::uint32_t>(token.id))};
    }
  });
  for (Step& step : c.steps) {
    if (auto* leave = std::get_if<Leave>(&step)) {
      leave->node = NodeId{renaming.to(static_cast<std::uint32_t>(leave->node))};
    }
  }
  return c;
}

// The answers, with every node under its old name again.
Trace restored(Trace trace, const Renaming& renaming) {
  const auto restore = [&](NodeId node) {
    return NodeId{renaming.from(static_cast<std::uint32_t>(node))};
  };
  for (State& state : trace.states) {
    for (Answer& owner : state.owners) {
      if (owner.kind() == Answer::Kind::node) owner = Answer::owner(restore(owner.node()));
    }
    for (NodeId& node : state.listed) node = restore(node);
  }
  return trace;
}

Verdict check(const Trial& trial) {
  const std::uint32_t nodes = next_node(trial.asked);
  if (nodes < 2) return Verdict::vacuous("no two nodes");
  Case asked = trial.asked;
  // A shortage is one whatever the nodes are called; as many places as there are names are not
  // wanted.
  if (asked.replicas) asked.replicas = std::min(*asked.replicas, std::uint64_t{nodes} + 1);
  for (const Renaming& renaming : kRenamings) {
    const Case derived = renamed(asked, renaming);
    Verdict v = same_trace(trial, derived, restored(trial.run(derived), renaming));
    if (v.is_violated()) return v;
  }
  return Verdict::holds();
}

}  // namespace

extern const Property names_are_irrelevant;
const Property names_are_irrelevant{
    .slug = "names-are-irrelevant",
    .claim = "Renaming nodes and tokens renames the answers and changes nothing else.",
    .formula = "owner of π(T) = π(owner of T) for every renaming π",
    .rule = "set",
    .needs = 0,
    .asks_further = true,
    .catches = {"smaller-name-wins"},
    .at_positions = check,
};

}  // namespace clockwise
