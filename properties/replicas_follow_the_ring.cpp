#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
  bool spoke = false;
  for (std::size_t i = 0; i < trial.asked.states(); ++i) {
    const State& right = trial.expected.trace.states[i];
    for (std::size_t k = 0; k < right.replicas.size(); ++k) {
      if (right.replicas[k].kind() != Answer::Kind::list) continue;
      spoke |= right.list(k).size() > 1;
      if (same_replicas(right, k, trial.answered.states[i], k)) continue;
      return wrong_replicas(trial, i, k, say_replicas(trial.asked, trial.expected.trace, i, k));
    }
  }
  return spoke ? Verdict::holds() : Verdict::vacuous("no list of two replicas");
}

}  // namespace

extern const Property replicas_follow_the_ring;
const Property replicas_follow_the_ring{
    .slug = "replicas-follow-the-ring",
    .claim =
        "The replicas of a key are the first distinct nodes met clockwise from it, in that order.",
    .formula = "replicas(k, r) = the first r of the nodes by least (t − k) mod M",
    .rule = "replicas",
    .needs = classes(Class::replicas_listed, Class::key_past_last),
    .catches = {"replicas-stop-at-the-end"},
    .at_positions = check,
};

}  // namespace clockwise
