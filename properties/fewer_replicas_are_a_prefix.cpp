#include <algorithm>

#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

Verdict check(const Trial& trial) {
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

}  // namespace

extern const Property fewer_replicas_are_a_prefix;
const Property fewer_replicas_are_a_prefix{
    .slug = "fewer-replicas-are-a-prefix",
    .claim = "One replica fewer is the same list without its last node.",
    .formula = "replicas(k, r) = replicas(k, r + 1)[0 … r − 1]",
    .rule = "replicas",
    .needs = classes(Class::replicas_listed),
    .catches = {"replicas-repeat-a-node", "replicas-are-sorted"},
    .check = check,
};

}  // namespace clockwise
