#include <cmath>
#include <map>

#include "properties/kit/names.hpp"

namespace clockwise {
namespace {

constexpr double kDue = 30;    // keys due to a node: of fewer nothing is said
constexpr double kErrors = 4;  // standard errors of the sample, beside what is declared

std::string part(double share) {
  const std::string text = std::to_string(share);
  return text.substr(0, text.find('.') + 4);
}

Verdict check(const Trial& trial) {
  const auto tolerance = trial.conventions().share_tolerance;
  if (!tolerance) return Verdict::excused("no tolerance is declared");
  const std::vector<Member>& nodes = trial.nodes(0);
  const double keys = static_cast<double>(trial.asked.keys.size());
  std::map<NodeId, double> share;
  for (const Answer owner : trial.answered.states[0].owners) {
    if (owner.kind() == Answer::Kind::node) share[owner.node()] += 1 / keys;
  }
  double weights = 0;
  for (const Member& member : nodes) weights += static_cast<double>(member.weight);
  bool spoke = false;
  for (const Member& member : nodes) {
    const double due = static_cast<double>(member.weight) / weights;
    if (keys * due < kDue) continue;
    spoke = true;
    const double bound = *tolerance * due + kErrors * std::sqrt(due * (1 - due) / keys);
    if (std::abs(share[member.node] - due) <= bound) continue;
    return Verdict::violated({0, std::nullopt,
                              node_name(trial.asked, member.node) + " to own " + part(due) +
                                  " of the keys, ± " + part(bound),
                              "it owns " + part(share[member.node]), std::nullopt});
  }
  return spoke ? Verdict::holds() : Verdict::vacuous("too few keys a node");
}

}  // namespace

extern const Property shares_follow_the_weights;
const Property shares_follow_the_weights{
    .slug = "shares-follow-the-weights",
    .claim = "Each node's share of the keys is its share of the weights, within what is declared.",
    .formula = "|share(n) − weight(n) / Σ weights| within tolerance",
    .rule = "share",
    .needs = 0,
    .catches = {"placement-weights-are-ignored", "placement-rounds-at-seven"},
    .at_names = check,
};

}  // namespace clockwise
