#include "gate/judging/check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <memory>

#include "gate/base/exit.hpp"
#include "gate/base/progress.hpp"
#include "gate/base/shipped.hpp"
#include "gate/base/usage_error.hpp"
#include "gate/base/verb.hpp"
#include "gate/base/words.hpp"
#include "gate/judging/incidents.hpp"
#include "gate/judging/self_check.hpp"
#include "gate/protocol/smoke.hpp"
#include "gate/report/certificate.hpp"
#include "properties/engines/aimed_names.hpp"
#include "properties/kit/catalog.hpp"
#include "properties/kit/observed.hpp"

namespace clockwise::gate {
namespace {

const std::vector<std::string> kFormats{"text", "json", "junit", "github", "html"};

// The format and the file of an option --report.
std::pair<std::string, std::string> parse_report(const std::string& text) {
  const std::size_t mark = text.find('=');
  const std::string format = text.substr(0, mark);
  const bool is_known = std::ranges::find(kFormats, format) != kFormats.end();
  if (mark == std::string::npos || mark + 1 == text.size() || !is_known) {
    throw UsageError(
        fmt::format("--report: expected FORMAT=FILE, with a format of {}, found \"{}\"",
                    fmt::join(kFormats, ", "), visible(text)));
  }
  return {format, text.substr(mark + 1)};
}

// One grading, from the self-check to the written report.
class Grading {
 public:
  Grading(OpenSubject& subject, const CheckOptions& options)
      : options_(options), opened_(subject), judge_(guarded(subject), options.properties) {
    if (!options_.save.empty()) expect_folder(options_.save);
    if (!options_.output.empty()) output_ = std::make_unique<OutputFile>(options_.output);
    for (const std::string& report : options_.reports) {
      const auto [format, file] = parse_report(report);
      reports_.emplace_back(format, std::make_unique<OutputFile>(file));
    }
    report_.subject = subject.title();
    report_.replay_subject = subject.named_as();
    report_.level = subject.subject().level();
    report_.conventions = subject.subject().conventions();
    report_.budget = options_.budget.text;
    report_.seed = options_.seed;
    if (options_.shard.count > 1) {
      report_.shard = fmt::format("{}/{}", options_.shard.index + 1, options_.shard.count);
    }
    report_.properties = options_.properties;
    if (adapter() != nullptr) report_.adapter.emplace().command = adapter()->adapter().command();
    if (report_.level == Level::names) {
      judge_.observe([this](const Trial& trial) { observed_.look(trial); });
    }
  }

  Exit run() {
    progress_.show("self-check", -1);
    if (!stopped()) {
      report_.self_checks = show_it_can_fail(options_.engines, options_.properties, report_.level,
                                             options_.corpus, adapter() != nullptr);
      const bool can_fail = std::ranges::all_of(
          report_.self_checks, [](const SelfCheck& check) { return check.failure.empty(); });
      if (can_fail && smoke_test()) grade();
    }
    record_findings();
    if (!judge_.violations().empty() && !stopped()) {
      progress_.show("diagnosis", -1);
      std::vector<Case> failing;
      for (const Violation& violation : judge_.violations()) {
        failing.push_back(violation.smallest);
        failing.push_back(violation.found);
      }
      report_.diagnosis = diagnose(judge_.subject(), failing, options_.corpus);
    }
    record_adapter();
    report_.interrupted = interrupted();
    return write();
  }

 private:
  Subject& guarded(OpenSubject& subject) {
    subject.watch([this](Ending ending, const std::string& how, const Case& c) {
      return static_cast<int>(last_words(ending, how, c));
    });
    return subject.subject();
  }

  AdapterSubject* adapter() { return opened_.adapter(); }
  bool stopped() { return interrupted() || opened_.has_given_up(); }

  // Whether there is anything to be graded.
  bool smoke_test() {
    if (adapter() == nullptr) return true;
    const Smoke result = smoke(*adapter());
    report_.adapter->complaint = result.complaint;
    report_.adapter->answers_nothing = result.is_fatal;
    return !result.is_fatal && !opened_.has_given_up();
  }

  void record_adapter() {
    if (adapter() == nullptr) return;
    Adapter& program = adapter()->adapter();
    program.finish();
    AdapterReport& about = *report_.adapter;
    about.hello = program.hello();
    about.excused = adapter()->excused_classes();
    about.excuses = adapter()->excuses();
    about.incidents = program.incidents();
    minimize_incidents();
    about.lines_sent = program.lines_sent();
    about.lines_received = program.lines_received();
    about.linted = options_.lint;
  }

  // The first of each kind: the others are much like it.
  void minimize_incidents() {
    std::vector<Incident::Kind> seen;
    for (Incident& incident : report_.adapter->incidents) {
      if (!incident.asked || std::ranges::find(seen, incident.kind) != seen.end()) continue;
      seen.push_back(incident.kind);
      progress_.show("a smaller case", -1);
      incident.asked = minimized(incident, adapter()->adapter());
    }
  }

  void grade() {
    for (const Engine* engine : options_.engines) {
      if (stopped() || judge_.violations().size() == options_.properties.size()) break;
      const auto begun = std::chrono::steady_clock::now();
      const auto seconds = options_.budget.budget.seconds;
      const auto over = [begun](double limit) {
        return Seconds(std::chrono::steady_clock::now() - begun).count() >= limit;
      };
      judge_.stop_when([=, this] { return stopped() || (seconds && over(*seconds)); });
      // What is found at the last moment is shrunk, too, but not for long.
      judge_.stop_shrinking_when(
          [=, this] { return stopped() || (seconds && over(*seconds * 1.2 + 1)); });
      RunOptions run;
      run.budget = options_.budget.budget;
      run.seed = options_.seed;
      run.shard = options_.shard.index;
      run.shards = options_.shard.count;
      run.corpus = options_.corpus;
      run.progress = [&](double share) { progress_.show(engine->slug, share); };
      judge_.sample_one_in(engine->one_in);
      run_engine(*engine, judge_, run);
    }
  }

  // The judge's scores and violations, into the report; in the order of the catalog.
  void record_findings() {
    report_.scores = judge_.scores();
    if (report_.level == Level::names && !report_.scores.empty()) {
      report_.notes = observed_.said();
      report_.notes.insert(report_.notes.begin(), chance_of_missing());
    }
    for (const Property* property : options_.properties) {
      for (const Violation& violation : judge_.violations()) {
        if (violation.property != property) continue;
        Finding finding{violation, save(property->slug, violation.smallest), {}, {}};
        finding.replay = replay(violation.smallest, finding.saved);
        report_.findings.push_back(std::move(finding));
      }
    }
    for (Score& score : report_.scores) {
      const std::string worth = certificate(report_, score);
      if (!worth.empty()) score.summary += "; " + worth;
    }
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
  Exit last_words(Ending ending, const std::string& how, const Case& c) {
    Lost lost;
    lost.hung = ending == Ending::hung;
    lost.how = how;
    lost.asked = c;
    if (!judge_.scores().empty()) lost.engine = judge_.scores().back().engine;
    report_.findings.clear();
    record_findings();
    lost.saved = save(lost.hung ? "hang" : "crash", c);
    lost.replay = replay(c, lost.saved);
    report_.lost = std::move(lost);
    return write();
  }

  // Writes the report, in the format asked for, and the expectations.
  Exit write() {
    progress_.clear();
    apply(options_.expected, report_);
    const Exit code = exit_of(report_);
    if (!options_.write_expected.empty()) {
      OutputFile(options_.write_expected).commit(write_expectations(report_));
    }
    for (auto& [format, file] : reports_) file->commit(formatted(report_, format, false));
    reports_.clear();
    std::string text = formatted(report_, options_.format, output_ == nullptr && colours_wanted());
    if (output_ != nullptr) {
      output_->commit(text);
      output_.reset();
      text = conclusion(report_) + "\n";
    }
    if (!print_out(text)) return Exit::usage;
    if (unsaved_.empty()) return code;
    fmt::print(stderr, "clockwise check: {}\n", unsaved_);
    return Exit::usage;
  }

  const CheckOptions& options_;
  OpenSubject& opened_;
  Report report_;
  std::unique_ptr<OutputFile> output_;
  std::vector<std::pair<std::string, std::unique_ptr<OutputFile>>> reports_;  // by format
  std::string unsaved_;  // why a case could not be saved; empty where all could
  Progress progress_;
  Observed observed_;
  Judge judge_;
};

struct Arguments {
  SubjectOptions subject;
  std::vector<std::string> engines;
  std::vector<std::string> properties;
  std::string budget;
  std::string seed = "1";
  std::string shard = "1/1";
  std::string corpus;
  std::string format = "text";
  std::string output;
  std::vector<std::string> reports;
  std::string save;
  bool lint = false;
  bool discover = false;
  std::string expect_fail;
  std::string write_expect_fail;
};

// The properties for a subject; those of plans are left out where it plans no changes. To ask for
// one of them is a mistake then.
std::vector<const Property*> fitting(const std::vector<std::string>& names,
                                     const Subject& subject) {
  std::vector<const Property*> properties = parse_properties(names, subject.level());
  if (subject.plans()) return properties;
  std::erase_if(properties, [&](const Property* property) {
    if (property->of_plans && !names.empty()) {
      throw UsageError(
          fmt::format("--property {}: expected a ring that has a planner", property->slug));
    }
    return property->of_plans;
  });
  return properties;
}

int run(const Arguments& arguments) {
  CheckOptions options;
  const bool is_remote = arguments.subject.is_remote();
  options.budget = parse_budget(!arguments.budget.empty() ? arguments.budget
                                : is_remote               ? "quick"
                                                          : "full");
  options.seed = parse_seed(arguments.seed);
  options.shard = parse_shard(arguments.shard);
  options.corpus = find_corpus(arguments.corpus);
  options.format = arguments.format;
  options.output = arguments.output;
  options.reports = arguments.reports;
  options.save = arguments.save;
  options.lint = arguments.lint;
  options.write_expected = arguments.write_expect_fail;
  if (!arguments.expect_fail.empty()) {
    auto read = read_expectations(read_input(arguments.expect_fail));
    if (!read) {
      throw UsageError(fmt::format("{}: {}", arguments.expect_fail, read.error().message()));
    }
    options.expected = *std::move(read);
  }
  if (arguments.discover && arguments.subject.adapter.empty()) {
    throw UsageError(
        "--discover: it is an adapter that is asked what it does: give it by --adapter");
  }
  OpenSubject opened(arguments.subject, arguments.lint);
  if (arguments.discover) return static_cast<int>(check_discover(opened.adapter()->adapter()));
  // Of a program that did not say hello nothing is known but that.
  const bool is_mute = opened.has_given_up();
  options.engines = parse_engines(is_mute ? std::vector<std::string>() : arguments.engines,
                                  opened.subject().level());
  options.properties =
      fitting(is_mute ? std::vector<std::string>() : arguments.properties, opened.subject());
  return static_cast<int>(check(opened, options));
}

std::function<int()> set_up(Declare declare) {
  auto arguments = std::make_shared<Arguments>();
  declare_subject(declare, arguments->subject);
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
  declare.one("--corpus", arguments->corpus,
              "the folder with vectors/, regressions/ and placement/");
  declare.one_of("--format", arguments->format, kFormats,
                 "text (default), json, junit, github (annotations, and a step summary) or html");
  declare.one("--output", arguments->output, "write the report to this file");
  declare.several("--report", arguments->reports,
                  "FORMAT=FILE: write the report in this format, too, to this file; may be given "
                  "several times");
  declare.one("--save", arguments->save, "write the smallest failing cases to this folder");
  declare.one("--expect-fail", arguments->expect_fail,
              "a file of known failures: they, and no others, may come");
  declare.one("--write-expect-fail", arguments->write_expect_fail,
              "write the failures that came to such a file, for the reasons to be filled in");
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

Exit check(OpenSubject& subject, const CheckOptions& options) {
  return Grading(subject, options).run();
}

extern const Verb check_verb;
const Verb check_verb{
    .slug = "check",
    .about = "grade a ring: every property, on the cases of every engine",
    .set_up = set_up,
};

}  // namespace clockwise::gate
