#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

// Larger rings would cost a run for each token and tell nothing more.
constexpr std::size_t kMostTokens = 24;

// The first build without token i, which then joins as a newcomer's.
Case joining(const Case& c, std::size_t i, NodeId newcomer) {
  Case derived = c;
  derived.replicas.reset();
  Token token = derived.start.tokens[i];
  token.node = newcomer;
  derived.start.tokens.erase(derived.start.tokens.begin() + static_cast<std::ptrdiff_t>(i));
  derived.steps = {Join{{token}}};
  return derived;
}

Verdict check(const Trial& trial) {
  const std::size_t count = trial.asked.start.tokens.size();
  if (!trial.expected.accepted(0)) return Verdict::vacuous("no ring was built");
  if (count < 2) return Verdict::vacuous("no two tokens");
  if (count > kMostTokens) return Verdict::vacuous("more tokens than are averaged over");
  if (trial.asked.keys.empty()) return Verdict::vacuous("no keys");

  // Each of the N + 1 positions is the newcomer's in turn. Every key is to move exactly once.
  const NodeId newcomer{next_node(trial.asked)};
  std::vector<std::size_t> moved(trial.asked.keys.size(), 0);
  for (std::size_t i = 0; i < count; ++i) {
    const Case derived = joining(trial.asked, i, newcomer);
    const Trace trace = trial.run(derived);
    for (std::size_t k = 0; k < moved.size(); ++k) {
      if (trace.states[1].owners[k].is(newcomer)) ++moved[k];
    }
  }
  bool spoke = false;
  for (std::size_t k = 0; k < moved.size(); ++k) {
    if (trial.expected.trace.states[0].owners[k].is_refusal()) continue;
    spoke = true;
    if (moved[k] != 1) {
      return Verdict::violated(
          {0, k,
           "moves to the newcomer for 1 of the " + std::to_string(count) + " ways to place it",
           "moves for " + std::to_string(moved[k]) + " of them", std::nullopt});
    }
  }
  return spoke ? Verdict::holds() : Verdict::vacuous("no key on the ring");
}

}  // namespace

extern const Property expected_share_is_exact;
const Property expected_share_is_exact{
    .slug = "expected-share-is-exact",
    .claim =
        "Of N + 1 positions, each the newcomer's in turn, exactly one makes it a given key's "
        "owner.",
    .formula = "Σ over i of [owner of T with t_i the newcomer's at k = newcomer] = 1, for every k",
    .rule = "share",
    .needs = 0,
    .asks_further = true,
    .catches = {"join-is-a-no-op", "join-takes-two-arcs"},
    .at_positions = check,
};

}  // namespace clockwise
