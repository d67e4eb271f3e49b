#include "gate/judging/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <memory>

#include "gate/base/exit.hpp"
#include "gate/base/files.hpp"
#include "gate/base/progress.hpp"
#include "gate/base/shipped.hpp"
#include "gate/base/usage_error.hpp"
#include "gate/base/verb.hpp"
#include "gate/base/words.hpp"
#include "gate/judging/guard.hpp"
#include "gate/judging/incidents.hpp"
#include "gate/judging/oracle.hpp"
#include "gate/judging/self_check.hpp"
#include "gate/judging/subject.hpp"
#include "gate/plugin/plugin.hpp"
#include "gate/protocol/ring_adapter.hpp"
#include "gate/protocol/smoke.hpp"
#include "gate/report/certificate.hpp"
#include "properties/kit/catalog.hpp"

namespace clockwise::gate {
namespace {

// One grading, from the self-check to the written report.
class Grading {
 public:
  // A subject in this process is watched; an adapter watches over itself.
  Grading(Subject& subject, const CheckOptions& options)
      : options_(options),
        guard_(
            std::make_unique<Guard>(subject, options.timeout,
                                    [this](Ending ending, const std::string& how, const Case& c) {
                                      return last_words(ending, how, c);
                                    })),
        judge_(*guard_, options.properties) {
    begin_report(subject.name(), options.named_as.empty() ? fmt::format("--ring {}", subject.name())
                                                          : options.named_as);
  }
  Grading(std::shared_ptr<Adapter> adapter, const CheckOptions& options)
      : options_(options),
        adapter_(std::move(adapter)),
        ring_(std::make_unique<RingAdapter>(adapter_)),
        judge_(*ring_, options.properties) {
    const Hello& hello = adapter_->hello();
    begin_report(hello.name.empty() ? "the adapter" : hello.title(),
                 options.named_as.empty()
                     ? fmt::format("--adapter {}", shell_quoted(adapter_->command()))
                     : options.named_as);
  }

  int run() {
    progress_.show("self-check", -1);
    if (stopped()) {
      take_down_adapter();
      report_.interrupted = interrupted();
      return write();
    }
    report_.self_checks = show_it_can_fail(options_.engines, options_.properties, options_.corpus);
    if (adapter_ != nullptr) {
      report_.self_checks.push_back(show_it_can_fail_over_the_protocol(
          options_.engines, options_.properties, options_.corpus));
    }
    const bool can_fail = std::ranges::all_of(
        report_.self_checks, [](const SelfCheck& check) { return check.failure.empty(); });
    if (can_fail && smoke_test()) grade();
    take_down();
    if (!judge_.violations().empty() && !stopped()) {
      progress_.show("diagnosis", -1);
      std::vector<Case> failing;
      for (const Violation& violation : judge_.violations()) {
        failing.push_back(violation.smallest);
        failing.push_back(violation.found);
      }
      report_.diagnosis = diagnose(judge_.subject(), failing, options_.corpus);
    }
    take_down_adapter();
    report_.interrupted = interrupted();
    return write();
  }

 private:
  void begin_report(const std::string& subject, const std::string& replay_subject) {
    if (!options_.save.empty()) expect_folder(options_.save);
    if (!options_.output.empty()) output_ = std::make_unique<OutputFile>(options_.output);
    report_.subject = subject;
    report_.replay_subject = replay_subject;
    report_.budget = options_.budget.text;
    report_.seed = options_.seed;
    if (options_.shard.count > 1) {
      report_.shard = fmt::format("{}/{}", options_.shard.index + 1, options_.shard.count);
    }
    report_.properties = options_.properties;
    if (adapter_ != nullptr) report_.adapter.emplace().command = adapter_->command();
  }

  bool stopped() const {
    return interrupted() || (adapter_ != nullptr && adapter_->has_given_up());
  }

  // Whether there is anything to be graded.
  bool smoke_test() {
    if (adapter_ == nullptr) return true;
    const Smoke result = smoke(*ring_);
    report_.adapter->complaint = result.complaint;
    report_.adapter->answers_nothing = result.is_fatal;
    return !result.is_fatal && !adapter_->has_given_up();
  }

  void take_down_adapter() {
    if (adapter_ == nullptr) return;
    adapter_->finish();
    report_.adapter->hello = adapter_->hello();
    report_.adapter->excused = ring_->excused_classes();
    report_.adapter->excuses = ring_->excuses();
    report_.adapter->incidents = adapter_->incidents();
    make_incidents_smaller();
    report_.adapter->lines_sent = adapter_->lines_sent();
    report_.adapter->lines_received = adapter_->lines_received();
    report_.adapter->linted = options_.lint;
  }

  // The first of each kind: the others are much like it.
  void make_incidents_smaller() {
    std::vector<Incident::Kind> seen;
    for (Incident& incident : report_.adapter->incidents) {
      if (incident.asked.empty() || std::ranges::find(seen, incident.kind) != seen.end()) continue;
      seen.push_back(incident.kind);
      progress_.show("a smaller case", -1);
      incident.asked = made_smaller(incident, *adapter_);
    }
  }

  void grade() {
    for (const Engine* engine : options_.engines) {
      if (stopped() || judge_.violations().size() == options_.properties.size()) break;
      const auto begun = std::chrono::steady_clock::now();
      const auto seconds = options_.budget.seconds;
      const auto over = [begun](double limit) {
        return Seconds(std::chrono::steady_clock::now() - begun).count() >= limit;
      };
      judge_.stop_when([=, this] { return stopped() || (seconds && over(*seconds)); });
      // What is found at the last moment is shrunk, too, but not for long.
      judge_.hurry_when([=, this] { return stopped() || (seconds && over(*seconds * 1.2 + 1)); });
      Plan plan;
      plan.depth = options_.budget.depth;
      plan.cases = options_.budget.cases;
      plan.seconds = seconds;
      plan.seed = options_.seed;
      plan.shard = options_.shard.index;
      plan.shards = options_.shard.count;
      plan.corpus = options_.corpus;
      plan.progress = [&](double share) { progress_.show(engine->slug, share); };
      judge_.thin_out(engine->one_in);
      run_engine(*engine, judge_, plan);
    }
  }

  // The judge's scores and violations, into the report; in the order of the catalog.
  void take_down() {
    report_.scores = judge_.scores();
    for (const Property* property : options_.properties) {
      for (const Violation& violation : judge_.violations()) {
        if (violation.property != property) continue;
        Finding finding{violation, {}, {}};
        finding.said = exchange(violation.smallest);
        finding.saved = save(property->slug, violation.smallest);
        finding.replay = replay(violation.smallest, finding.saved);
        report_.findings.push_back(std::move(finding));
      }
    }
    for (Score& score : report_.scores) {
      const std::string worth = certificate(report_, score);
      if (!worth.empty()) score.summary += "; " + worth;
    }
  }

  // The raw lines about a case.
  Exchange exchange(const Case& c) {
    if (ring_ == nullptr || stopped()) return {};
    try {
      static_cast<void>(ring_->run(c));
    } catch (const NoTrace&) {
      return {};
    }
    return ring_->last();
  }

  // The path of the saved case; none where it cannot be saved, which must not cost the report.
  std::string save(std::string_view stem, const Case& c) {
    if (options_.save.empty()) return "";
    try {
      return save_case(options_.save, stem, c);
    } catch (const UsageError& error) {
      unsaved_ = error.what();
      return "";
    }
  }

  // One command that shows the case again.
  std::string replay(const Case& c, const std::string& saved) const {
    const std::string& ring = report_.replay_subject;
    if (!saved.empty()) return fmt::format("clockwise replay {} {}", shell_word(saved), ring);
    const std::string json = write_case(c);
    // What `echo` makes of a backslash differs from shell to shell.
    const char* print = json.find('\\') == std::string::npos ? "echo" : "printf %s";
    return fmt::format("{} {} | clockwise replay - {}", print, shell_quoted(json), ring);
  }

  static std::string shell_word(const std::string& path) {
    const bool plain = std::ranges::all_of(path, [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
             std::string_view("/._-+").find(c) != std::string_view::npos;
    });
    return plain ? path : shell_quoted(path);
  }

  // Runs on the guard's thread, while the subject's stands still.
  int last_words(Ending ending, const std::string& how, const Case& c) {
    Lost lost;
    lost.hung = ending == Ending::hung;
    lost.how = how;
    lost.asked = c;
    if (!judge_.scores().empty()) lost.engine = judge_.scores().back().engine;
    report_.findings.clear();
    take_down();
    lost.saved = save(lost.hung ? "hang" : "crash", c);
    lost.replay = replay(c, lost.saved);
    report_.lost = std::move(lost);
    return write();
  }

  int write() {
    progress_.clear();
    const int code = write_report(report_, options_, output_);
    if (!unsaved_.empty()) fmt::print(stderr, "clockwise check: {}\n", unsaved_);
    return unsaved_.empty() ? code : static_cast<int>(Exit::usage);
  }

  const CheckOptions& options_;
  Report report_;
  std::unique_ptr<OutputFile> output_;
  std::string unsaved_;  // why a case could not be saved; empty where all could
  Progress progress_;
  std::unique_ptr<Guard> guard_;
  std::shared_ptr<Adapter> adapter_;
  std::unique_ptr<RingAdapter> ring_;
  Judge judge_;
};

struct Arguments {
  std::string ring = default_ring();
  std::string adapter;
  std::string plugin;
  std::vector<std::string> engines;
  std::vector<std::string> properties;
  std::string budget;
  std::string seed = "1";
  std::string shard = "1/1";
  std::string corpus;
  std::string format = "text";
  std::string output;
  std::string save;
  std::string timeout = "5";
  bool lint = false;
  bool discover = false;
  std::string expect_fail;
  std::string write_expect_fail;
};

// The options for a subject that plans no changes: the properties of plans are left out. To ask for
// one of them is a mistake.
CheckOptions without_plans(CheckOptions options) {
  std::erase_if(options.properties, [&](const Property* property) {
    if (property->of_plans && !options.property_names.empty()) {
      throw UsageError(
          fmt::format("--property {}: expected a ring that has a planner", property->slug));
    }
    return property->of_plans;
  });
  return options;
}

int run(Arguments arguments) {
  CheckOptions options;
  if (arguments.ring == kProved && arguments.adapter.empty() && arguments.plugin.empty()) {
    arguments.adapter = oracle_command();
    options.named_as = fmt::format("--ring {}", kProved);
  }
  options.engines = parse_engines(arguments.engines);
  options.property_names = arguments.properties;
  if (arguments.adapter.empty()) options.properties = parse_properties(arguments.properties);
  options.budget = parse_budget(!arguments.budget.empty()   ? arguments.budget
                                : arguments.adapter.empty() ? "full"
                                                            : "quick");
  options.seed = parse_seed(arguments.seed);
  options.shard = parse_shard(arguments.shard);
  options.corpus = find_corpus(arguments.corpus);
  options.format = arguments.format;
  options.output = arguments.output;
  options.save = arguments.save;
  options.timeout = parse_timeout(arguments.timeout);
  options.lint = arguments.lint;
  options.write_expected = arguments.write_expect_fail;
  if (!arguments.expect_fail.empty()) {
    auto read = read_expectations(read_input(arguments.expect_fail));
    if (!read) {
      throw UsageError(fmt::format("{}: {}", arguments.expect_fail, read.error().message()));
    }
    options.expected = *std::move(read);
  }
  if (!arguments.plugin.empty()) {
    options.named_as = fmt::format("--plugin {}", shell_quoted(arguments.plugin));
    return check(*load_plugin(arguments.plugin), options);
  }
  if (arguments.discover && arguments.adapter.empty()) {
    throw UsageError(
        "--discover: it is an adapter that is asked what it does: give it by --adapter");
  }
  if (arguments.adapter.empty()) return check(*make_subject(arguments.ring), options);
  Adapter::Limits limits;
  limits.each = options.timeout;
  limits.lint = options.lint;
  if (options.lint) limits.most_incidents = 1;
  limits.interrupted = [] { return interrupted().load(); };
  interrupted();
  const auto adapter = std::make_shared<Adapter>(arguments.adapter, limits);
  if (arguments.discover) return check_discover(*adapter);
  if (adapter->hello().level == Level::placement) return check_placement(adapter, options);
  options.properties = parse_properties(arguments.properties);
  return check(adapter, options);
}

std::function<int()> set_up(Declare declare) {
  auto arguments = std::make_shared<Arguments>();
  declare.one("--ring", arguments->ring, "optimized (default), reference, proved or fault:NAME");
  declare.one("--adapter", arguments->adapter,
              "a command that speaks the adapter protocol, in place of --ring");
  declare.one("--plugin", arguments->plugin,
              "a shared object with the interface of clockwise_plugin.h, in place of --ring");
  declare.flag(
      "--lint", arguments->lint,
      "hold every line of the adapter, and to it, to the protocol; stop at the first fault");
  declare.flag("--discover", arguments->discover,
               "do not grade the adapter: propose the conventions that its answers fit");
  declare.several("--engine", arguments->engines, "only this engine; may be given several times");
  declare.several("--property", arguments->properties,
                  "only this property; may be given several times");
  declare.one("--budget", arguments->budget,
              "quick (default for adapters), full (for rings), deep; 60s or 5m for each engine "
              "that can go on; or a "
              "number of random cases");
  declare.one("--seed", arguments->seed, "of the random cases (default 1)");
  declare.one(
      "--shard", arguments->shard,
      "I/N: the I-th of N parts of the corpus and of the small rings; the random engine makes "
      "other cases in each");
  declare.one("--corpus", arguments->corpus, "the folder with vectors/ and regressions/");
  declare.one_of("--format", arguments->format, {"text", "json", "junit", "github", "html"},
                 "text (default), json, junit, github (annotations, and a step summary) or html");
  declare.one("--output", arguments->output, "write the report to this file");
  declare.one("--save", arguments->save, "write the smallest failing cases to this folder");
  declare.one("--expect-fail", arguments->expect_fail,
              "a file of known failures: they, and no others, may come");
  declare.one("--write-expect-fail", arguments->write_expect_fail,
              "write the failures that came to such a file, for the reasons to be filled in");
  declare.one("--timeout", arguments->timeout,
              "seconds that the ring may take for one case (default 5)");
  declare.footer(
      "Examples:\n"
      "  clockwise check                                    the optimized ring, in full\n"
      "  clockwise check --ring fault:boundary-exclusive    what a violation looks like\n"
      "  clockwise check --budget deep --engine exhaustive --shard 1/8\n"
      "  clockwise check --format junit --output report.xml --save corpus/regressions\n\n"
      "Exit codes: 0 conforms, 1 a property is violated, 2 usage or unreadable input,\n"
      "3 the ring crashed, 4 it hung, 5 the gate cannot vouch, 130 interrupted.");
  return [arguments] { return run(*arguments); };
}

}  // namespace

int check(Subject& subject, const CheckOptions& options) {
  interrupted();
  const CheckOptions fitting = subject.plans() ? options : without_plans(options);
  return Grading(subject, fitting).run();
}

int write_report(Report& report, const CheckOptions& options, std::unique_ptr<OutputFile>& output) {
  apply(options.expected, report);
  const Exit code = exit_of(report);
  if (!options.write_expected.empty()) {
    OutputFile(options.write_expected).commit(write_expectations(report));
  }
  std::string text;
  if (options.format == "json") {
    text = to_json(report);
  } else if (options.format == "junit") {
    text = to_junit(report);
  } else if (options.format == "github") {
    text = to_github(report);
  } else if (options.format == "html") {
    text = to_html(report);
  } else {
    text = to_text(report, output == nullptr && colours_wanted());
  }
  if (output != nullptr) {
    output->commit(text);
    output.reset();
    text = conclusion(report) + "\n";
  }
  return static_cast<int>(print_out(text) ? code : Exit::usage);
}

int check(std::shared_ptr<Adapter> adapter, const CheckOptions& options) {
  interrupted();
  const CheckOptions fitting = without_plans(options);
  return Grading(std::move(adapter), fitting).run();
}

extern const Verb check_verb;
const Verb check_verb{
    .slug = "check",
    .about = "grade a ring: every property, on the cases of every engine",
    .set_up = set_up,
};

}  // namespace clockwise::gate
