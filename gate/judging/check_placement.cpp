// Grades an adapter of placement level: a ring that hashes by itself.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "gate/base/progress.hpp"
#include "gate/base/usage_error.hpp"
#include "gate/base/words.hpp"
#include "gate/judging/check.hpp"
#include "gate/judging/guard.hpp"
#include "gate/protocol/placement_adapter.hpp"
#include "gate/protocol/smoke.hpp"

namespace clockwise::gate {
namespace {

using Properties = std::vector<const PlacementProperty*>;

Properties chosen(const std::vector<std::string>& names) {
  Properties all;
  std::vector<std::string> known;
  for (const PlacementProperty& property : placement_catalog()) {
    known.emplace_back(property.about->slug);
    if (names.empty() || std::ranges::find(names, property.about->slug) != names.end()) {
      all.push_back(&property);
    }
  }
  for (const std::string& name : names) {
    if (std::ranges::find(known, name) != known.end()) continue;
    throw UsageError(
        fmt::format("--property: expected a property of placement level ({}), found \"{}\"",
                    fmt::join(known, ", "), visible(name)));
  }
  return all;
}

// A wrong ring must be caught, and the right one must pass.
SelfCheck show_it_can_fail(const Properties& properties) {
  SelfCheck check;
  check.engine = "placement";
  PlacementPlan plan;
  plan.keys = 400;
  plan.cases = 6;
  plan.engines = {"random"};
  const auto is_chosen = [&](std::string_view slug) {
    return std::ranges::any_of(properties,
                               [&](const PlacementProperty* p) { return p->about->slug == slug; });
  };
  // Where no wrong ring is known for what was chosen, all properties are shown.
  const bool knows = std::ranges::any_of(
      placement_models(), [&](const PlacementModel& model) { return is_chosen(model.caught_by); });
  const Properties shown = knows ? properties : chosen({});
  for (const PlacementModel& model : placement_models()) {
    if (model.caught_by.empty() || (knows && !is_chosen(model.caught_by))) continue;
    const auto wrong = make_placement_model(model.slug);
    const auto result = judge_placement(*wrong, shown, plan);
    if (result.violations.empty()) continue;
    check.wrong_ring = model.slug;
    check.caught_by = result.violations.front().property->about->slug;
    break;
  }
  const auto right = make_placement_model("rendezvous");
  const auto result = judge_placement(*right, shown, plan);
  for (const Score& score : result.scores) check.reference_cases += score.cases;
  if (check.wrong_ring.empty()) {
    check.failure = "the gate's own check failed: no wrong placement ring was caught";
  } else if (!result.violations.empty()) {
    check.failure = fmt::format("the gate's own check failed: {} faults rendezvous hashing",
                                result.violations.front().property->about->slug);
  }
  return check;
}

std::string listed(const PlacementCase& c, const std::vector<Member>& members) {
  constexpr std::size_t kShown = 12;
  std::vector<std::string> names;
  for (const Member& member : members) {
    if (names.size() == kShown) break;
    names.push_back(c.node_names[static_cast<std::size_t>(member.node)] +
                    (member.weight == 1 ? "" : fmt::format(" (weight {})", member.weight)));
  }
  std::string text = fmt::format("{}", fmt::join(names, ", "));
  if (members.size() > kShown) text += fmt::format(" and {} more", members.size() - kShown);
  return text;
}

std::vector<std::string> drawn(const PlacementCase& c) {
  std::vector<std::string> lines{
      fmt::format("build {}: {}", counted(c.nodes.size(), "node"), listed(c, c.nodes))};
  for (const PlacementStep& step : c.steps) {
    if (const auto* arrive = std::get_if<Arrive>(&step)) {
      lines.push_back("join: " + listed(c, arrive->nodes));
    } else if (const auto* depart = std::get_if<Depart>(&step)) {
      lines.push_back("leave: " + c.node_names[static_cast<std::size_t>(depart->node)]);
    } else {
      lines.push_back("weigh: " + listed(c, {std::get<Weigh>(step).node}));
    }
  }
  return lines;
}

Finding::Placement shown(const PlacementViolation& violation) {
  const PlacementWitness& witness = violation.verdict.witness();
  const PlacementCase& at = witness.derived ? *witness.derived : violation.smallest;
  Finding::Placement shown;
  shown.smallest = write_placement_case(violation.smallest);
  shown.found = write_placement_case(violation.found);
  if (witness.derived && *witness.derived != violation.smallest) {
    shown.derived = write_placement_case(*witness.derived);
  }
  shown.drawn = drawn(at);
  shown.place = witness.state == 0 ? "after the build" : fmt::format("in state {}", witness.state);
  if (witness.key)
    shown.place = fmt::format("for key \"{}\", {}", at.keys[*witness.key], shown.place);
  shown.expected = witness.expected;
  shown.answered = witness.answered;
  return shown;
}

// A case that is as fixed as that of ring level.
Smoke smoke_of(PlacementSubject& subject) {
  PlacementCase c;
  c.node_names = {"alpha", "beta", "gamma"};
  for (std::uint32_t i = 0; i < 3; ++i) c.nodes.push_back({NodeId{i}, 1});
  for (int i = 0; i < 64; ++i) c.keys.push_back(fmt::format("key{}", i));
  try {
    return smoke(shape_of(c), subject.run(c));
  } catch (const NoTrace& none) {
    return smoke(none);
  }
}

std::vector<PlacementCase> corpus_of(const std::filesystem::path& corpus) {
  std::vector<std::filesystem::path> files;
  const auto folder = corpus / "placement";
  if (!corpus.empty() && std::filesystem::is_directory(folder)) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() == ".json") files.push_back(entry.path());
    }
  }
  std::ranges::sort(files);
  std::vector<PlacementCase> cases;
  for (const auto& file : files) {
    auto read = read_placement_case(read_input(file.string()));
    if (!read) throw UsageError(fmt::format("{}: {}", file.string(), read.error().message()));
    cases.push_back(*std::move(read));
  }
  return cases;
}

}  // namespace

int check_placement(std::shared_ptr<Adapter> adapter, const CheckOptions& options) {
  interrupted();
  if (!options.save.empty()) expect_folder(options.save);
  std::unique_ptr<OutputFile> output;
  if (!options.output.empty()) output = std::make_unique<OutputFile>(options.output);
  const Properties properties = chosen(options.property_names);
  PlacementAdapter subject(adapter);

  Report report;
  report.subject = subject.name();
  report.replay_subject = fmt::format("--adapter {}", shell_quoted(adapter->command()));
  report.budget = options.budget.text;
  report.seed = options.seed;
  for (const PlacementProperty* property : properties) report.properties.push_back(property->about);
  AdapterReport& about = report.adapter.emplace();
  about.command = adapter->command();
  about.hello = adapter->hello();

  Progress progress;
  progress.show("self-check", -1);
  report.self_checks.push_back(show_it_can_fail(properties));
  const Smoke result = smoke_of(subject);
  about.complaint = result.complaint;
  about.answers_nothing = result.is_fatal;

  PlacementPlan plan;
  plan.seed = options.seed;
  Plan budget;
  budget.depth = options.budget.depth;
  budget.cases = options.budget.cases;
  budget.seconds = options.budget.seconds;
  plan.cases = sample_count(budget, 24, 100, 500);
  plan.corpus = corpus_of(options.corpus);
  for (const Engine* engine : options.engines) {
    if (engine->slug != "corpus" || !plan.corpus.empty()) {
      plan.engines.emplace_back(engine->slug);
    }
  }
  const auto begun = std::chrono::steady_clock::now();
  plan.stop = [&] {
    const Seconds took = std::chrono::steady_clock::now() - begun;
    return interrupted() || adapter->has_given_up() ||
           (options.budget.seconds && took.count() >= *options.budget.seconds);
  };
  about.notes = {chance_of_missing(plan.keys)};

  PlacementResult judged;
  if (report.self_checks.front().failure.empty() && !result.is_fatal) {
    progress.show("placement", -1);
    judged = judge_placement(subject, properties, plan);
  }
  report.scores = judged.scores;
  about.notes.insert(about.notes.end(), judged.observed.begin(), judged.observed.end());
  for (const PlacementProperty* property : properties) {
    for (const PlacementViolation& violation : judged.violations) {
      if (violation.property != property) continue;
      Finding finding{{property->about, violation.engine, {}, {}, {}, Verdict::holds()}, "", ""};
      finding.placement = shown(violation);
      const std::string& json = finding.placement->smallest;
      if (!options.save.empty()) {
        finding.saved = save(options.save, property->about->slug, json, json);
      }
      finding.replay = finding.saved.empty()
                           ? fmt::format("printf %s {} | clockwise replay - {}", shell_quoted(json),
                                         report.replay_subject)
                           : fmt::format("clockwise replay {} {}", shell_quoted(finding.saved),
                                         report.replay_subject);
      if (!adapter->has_given_up()) {
        try {
          static_cast<void>(subject.run(violation.verdict.witness().derived
                                            ? *violation.verdict.witness().derived
                                            : violation.smallest));
          finding.said = adapter->last();
        } catch (const NoTrace&) {
          // Then there is nothing to be shown.
        }
      }
      report.findings.push_back(std::move(finding));
    }
  }
  adapter->finish();
  about.incidents = adapter->incidents();
  about.lines_sent = adapter->lines_sent();
  about.lines_received = adapter->lines_received();
  about.linted = options.lint;
  report.interrupted = interrupted();
  progress.clear();
  return write_report(report, options, output);
}

}  // namespace clockwise::gate
