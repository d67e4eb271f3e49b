#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

// The case with its nodes, and its tokens, numbered the other way round. The names stay where they
// are, so that each node takes another's name, too.
Case renumbered(const Case& c, std::uint32_t nodes, std::uint32_t tokens) {
  Case derived = c;
  for_each_batch(derived, [&](std::vector<Token>& batch) {
    for (Token& token : batch) {
      token.node = NodeId{nodes - 1 - static_cast<std::uint32_t>(token.node)};
      token.id = TokenId{tokens - 1 - static_cast<std::uint32_t>(token.id)};
    }
  });
  for (Step& step : derived.steps) {
    if (auto* leave = std::get_if<Leave>(&step)) {
      leave->node = NodeId{nodes - 1 - static_cast<std::uint32_t>(leave->node)};
    }
  }
  return derived;
}

Verdict check(const Trial& trial) {
  const std::uint32_t nodes = next_node(trial.asked);
  if (nodes < 2) return Verdict::vacuous("no two nodes");
  const Case derived = renumbered(trial.asked, nodes, next_token(trial.asked));
  const Trace answered = trial.run(derived);

  // The answers, with every node under its old number again.
  Trace restored = answered;
  const auto restore = [&](NodeId node) {
    const auto number = static_cast<std::uint32_t>(node);
    return number < nodes ? NodeId{nodes - 1 - number} : node;
  };
  for (State& state : restored.states) {
    for (Answer& owner : state.owners) {
      if (owner.kind() == Answer::Kind::node) owner = Answer::owner(restore(owner.node()));
    }
    for (NodeId& node : state.listed) node = restore(node);
  }
  return same_trace(trial, derived, restored);
}

}  // namespace

extern const Property names_are_irrelevant;
const Property names_are_irrelevant{
    .slug = "names-are-irrelevant",
    .claim = "Renaming nodes and tokens renames the answers and changes nothing else.",
    .formula = "owner of π(T) = π(owner of T) for every renaming π",
    .rule = "set",
    .needs = 0,
    .catches = {"smaller-name-wins"},
    .check = check,
};

}  // namespace clockwise
