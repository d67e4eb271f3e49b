#include <algorithm>

#include "properties/kit/names.hpp"

namespace clockwise {
namespace {

Verdict check_positions(const Trial& trial) {
  const std::uint64_t count = trial.asked.replicas.value_or(0);
  if (count < 2) return Verdict::vacuous("fewer than two replicas asked for");
  const Case derived = with_replicas(trial.asked, count - 1);
  const Trace trace = trial.run(derived);

  bool spoke = false;
  for (std::size_t i = 0; i < trial.asked.states(); ++i) {
    const State& more = trial.answered.states[i];
    const State& fewer = trace.states[i];
    for (std::size_t k = 0; k < more.replicas.size(); ++k) {
      if (more.list(k).empty()) continue;
      spoke = true;
      const auto prefix = more.list(k).first(more.list(k).size() - 1);
      if (fewer.replicas[k].kind() == Answer::Kind::list &&
          std::ranges::equal(fewer.list(k), prefix)) {
        continue;
      }
      return wrong_replicas(derived, trace, i, k,
                            say_replicas(trial.asked, trial.answered, i, k) + " but for the last");
    }
  }
  return spoke ? Verdict::holds() : Verdict::vacuous("no list of two replicas");
}

Verdict check_names(const Trial& trial) {
  const std::uint64_t count = trial.asked.replicas.value_or(0);
  if (count < 2) return Verdict::vacuous("fewer than two replicas asked for");
  const Case derived = with_replicas(trial.asked, count - 1);
  const Trace trace = trial.run(derived);
  const bool orders = trial.conventions().orders;
  bool spoke = false;
  for (std::size_t i = 0; i < trial.asked.states(); ++i) {
    if (trial.nodes(i).size() < count) continue;
    for (std::size_t k = 0; k < derived.keys.size(); ++k) {
      spoke = true;
      const auto more = trial.answered.states[i].list(k);
      const auto fewer = trace.states[i].list(k);
      const bool is_within = fewer.size() + 1 == more.size() &&
                             (orders ? std::ranges::equal(fewer, more.first(fewer.size()))
                                     : std::ranges::includes(as_set(more), as_set(fewer)));
      if (is_within) continue;
      return wrong_replicas(
          derived, trace, i, k,
          say_replicas(trial.asked, trial.answered, i, k) + " without its last node");
    }
  }
  return spoke ? Verdict::holds() : Verdict::vacuous("no list of two replicas");
}

}  // namespace

extern const Property fewer_replicas_are_a_prefix;
const Property fewer_replicas_are_a_prefix{
    .slug = "fewer-replicas-are-a-prefix",
    .claim = "One replica fewer is the same list without its last node.",
    .formula = "replicas(k, r) = replicas(k, r + 1)[0 … r − 1]",
    .rule = "replicas",
    .needs = classes(Class::replicas_listed),
    .asks_further = true,
    .catches = {"replicas-repeat-a-node", "replicas-are-sorted",
                "placement-fewer-replicas-are-others", "placement-replicas-are-reversed"},
    .at_positions = check_positions,
    .at_names = check_names,
};

}  // namespace clockwise
