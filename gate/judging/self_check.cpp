#include "gate/judging/self_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>

#include "gate/base/shipped.hpp"
#include "gate/base/words.hpp"
#include "gate/judging/subject.hpp"
#include "gate/protocol/ring_adapter.hpp"
#include "properties/faults/fault.hpp"

namespace clockwise::gate {
namespace {

// The wrong rings that the properties say they catch, those of the first property first, as far as
// the engine can show them.
std::vector<const Fault*> candidates(const Engine& engine,
                                     const std::vector<const Property*>& properties) {
  constexpr std::size_t kMost = 6;
  std::vector<const Fault*> faults;
  for (const Property* property : properties) {
    for (const std::string_view slug : property->catches) {
      const Fault* fault = find_fault(slug);
      const bool excused =
          engine.slug == "exhaustive" && fault && !fault->beyond_exhaustive.empty();
      if (fault == nullptr || excused || faults.size() == kMost) continue;
      if (std::ranges::find(faults, fault) == faults.end()) faults.push_back(fault);
    }
  }
  return faults;
}

using MakeSubject = std::function<std::unique_ptr<Subject>(const std::string& ring)>;

SelfCheck show(const Engine& engine, const std::vector<const Property*>& properties,
               const std::filesystem::path& corpus, const MakeSubject& make,
               std::uint64_t reference_cases) {
  SelfCheck check;
  check.engine = engine.slug;
  Plan plan;
  plan.corpus = corpus;

  for (const Fault* fault : candidates(engine, properties)) {
    const auto subject = make(fmt::format("fault:{}", fault->slug));
    Judge judge(*subject, properties);
    judge.leave_as_found();
    judge.stop_when([&] { return !judge.violations().empty(); });
    run_engine(engine, judge, plan);
    if (judge.violations().empty()) continue;
    check.wrong_ring = fault->slug;
    check.caught_by = judge.violations().front().property->slug;
    break;
  }
  if (check.wrong_ring.empty()) {
    check.failure = fmt::format(
        "the gate's own check failed: the {} engine caught none of the wrong rings that the "
        "selected properties are there to catch",
        engine.slug);
    return check;
  }

  const auto reference = make("reference");
  Judge judge(*reference, properties);
  judge.leave_as_found();
  judge.stop_when([&] { return judge.scores().back().cases >= reference_cases; });
  run_engine(engine, judge, plan);
  check.reference_cases = judge.scores().back().cases;
  if (!judge.violations().empty()) {
    check.failure = fmt::format(
        "the gate's own check failed: {} faults the reference, on a case of the {} engine",
        judge.violations().front().property->slug, engine.slug);
  }
  return check;
}

}  // namespace

std::vector<SelfCheck> show_it_can_fail(const std::vector<const Engine*>& engines,
                                        const std::vector<const Property*>& properties,
                                        const std::filesystem::path& corpus) {
  std::vector<SelfCheck> checks;
  constexpr std::uint64_t kCases = 64;
  for (const Engine* engine : engines) {
    checks.push_back(show(*engine, properties, corpus, make_subject, kCases));
  }
  return checks;
}

SelfCheck show_it_can_fail_over_the_protocol(const std::vector<const Engine*>& engines,
                                             const std::vector<const Property*>& properties,
                                             const std::filesystem::path& corpus) {
  constexpr std::uint64_t kCases = 8;
  const auto serve = [&](const std::string& ring) {
    const std::string command = fmt::format(
        "{} serve --ring {}", shell_quoted(this_program().string()), shell_quoted(ring));
    return std::make_unique<RingAdapter>(std::make_shared<Adapter>(command, Adapter::Limits{}));
  };
  SelfCheck check = show(*engines.front(), properties, corpus, serve, kCases);
  check.engine = "protocol";
  return check;
}

}  // namespace clockwise::gate
