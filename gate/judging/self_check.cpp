#include "gate/judging/self_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>

#include "gate/base/shipped.hpp"
#include "gate/base/words.hpp"
#include "gate/judging/subject.hpp"
#include "properties/faults/fault.hpp"

namespace clockwise::gate {
namespace {

// The wrong rings that the properties say they catch, those of the first property first, as far as
// the engine can show them.
std::vector<const Fault*> candidates(const Engine& engine,
                                     const std::vector<const Property*>& properties, Level level) {
  constexpr std::size_t kMost = 6;
  std::vector<const Fault*> faults;
  for (const Property* property : properties) {
    for (const std::string_view slug : property->catches) {
      const Fault* fault = find_fault(slug);
      if (fault == nullptr || fault->is_of_names() != (level == Level::names)) continue;
      const bool is_excused = engine.is_exhaustive && !fault->beyond_exhaustive.empty();
      if (is_excused || faults.size() == kMost) continue;
      if (std::ranges::find(faults, fault) == faults.end()) faults.push_back(fault);
    }
  }
  return faults;
}

using MakeSubject = std::function<std::unique_ptr<Subject>(const std::string& ring)>;

struct Setting {
  const std::vector<const Property*>& properties;
  Level level;
  const std::filesystem::path& corpus;
};

SelfCheck show(const Engine& engine, const Setting& setting, const MakeSubject& make,
               std::uint64_t right_cases) {
  SelfCheck check;
  check.engine = engine.slug;
  RunOptions options;
  options.corpus = setting.corpus;

  for (const Fault* fault : candidates(engine, setting.properties, setting.level)) {
    const auto subject = make(fmt::format("fault:{}", fault->slug));
    Judge judge(*subject, setting.properties);
    judge.no_shrinking();
    judge.stop_when([&] { return !judge.violations().empty(); });
    run_engine(engine, judge, options);
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

  const std::string right = right_ring(setting.level);
  const auto subject = make(right);
  Judge judge(*subject, setting.properties);
  judge.no_shrinking();
  judge.stop_when([&] { return judge.scores().back().cases >= right_cases; });
  run_engine(engine, judge, options);
  check.reference_cases = judge.scores().back().cases;
  if (!judge.violations().empty()) {
    check.failure = fmt::format(
        "the gate's own check failed: {} faults {}, on a case of the {} engine",
        judge.violations().front().property->slug,
        setting.level == Level::positions ? "the reference" : right + " hashing", engine.slug);
  }
  return check;
}

std::unique_ptr<Subject> served(const std::string& ring) {
  const std::string command =
      fmt::format("{} serve --ring {}", shell_quoted(this_program().string()), shell_quoted(ring));
  return std::make_unique<AdapterSubject>(std::make_shared<Adapter>(command, Adapter::Limits{}));
}

}  // namespace

std::vector<SelfCheck> show_it_can_fail(const std::vector<const Engine*>& engines,
                                        const std::vector<const Property*>& properties, Level level,
                                        const std::filesystem::path& corpus, bool is_remote) {
  // Cases of names are fewer and larger.
  const std::uint64_t cases = level == Level::positions ? 64 : 6;
  constexpr std::uint64_t kRemoteCases = 8;
  const Setting setting{properties, level, corpus};
  const MakeSubject make = [](const std::string& ring) { return make_subject(ring); };
  std::vector<SelfCheck> checks;
  for (const Engine* engine : engines) checks.push_back(show(*engine, setting, make, cases));
  if (!is_remote) return checks;
  checks.push_back(show(*engines.front(), setting, served, std::min(cases, kRemoteCases)));
  checks.back().engine = "protocol";
  return checks;
}

}  // namespace clockwise::gate
