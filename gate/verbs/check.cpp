#include "gate/verbs/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <memory>

#include "gate/report/certificate.hpp"
#include "gate/report/words.hpp"
#include "gate/verbs/arguments.hpp"
#include "gate/verbs/files.hpp"
#include "gate/verbs/guard.hpp"
#include "gate/verbs/progress.hpp"
#include "gate/verbs/self_check.hpp"
#include "gate/verbs/subject.hpp"
#include "gate/verbs/verb.hpp"
#include "properties/kit/catalog.hpp"

namespace clockwise::gate {
namespace {

// One grading, from the self-check to the written report.
class Grading {
 public:
  Grading(Subject& subject, const CheckOptions& options)
      : options_(options),
        guard_(subject, options.timeout,
               [this](Ending ending, const std::string& how, const Case& c) {
                 return last_words(ending, how, c);
               }),
        judge_(guard_, options.properties) {
    if (!options.save.empty()) expect_folder(options.save);
    if (!options.output.empty()) output_ = std::make_unique<OutputFile>(options.output);
    report_.subject = subject.name();
    report_.budget = options.budget.text;
    report_.seed = options.seed;
    if (options.shard.count > 1) {
      report_.shard = fmt::format("{}/{}", options.shard.index + 1, options.shard.count);
    }
    report_.properties = options.properties;
  }

  int run() {
    progress_.show("self-check", -1);
    report_.self_checks = show_it_can_fail(options_.engines, options_.properties, options_.corpus);
    const bool can_fail = std::ranges::all_of(
        report_.self_checks, [](const SelfCheck& check) { return check.failure.empty(); });
    if (can_fail) grade();
    take_down();
    if (!judge_.violations().empty() && !interrupted()) {
      progress_.show("diagnosis", -1);
      std::vector<Case> failing;
      for (const Violation& violation : judge_.violations()) {
        failing.push_back(violation.smallest);
        failing.push_back(violation.found);
      }
      report_.diagnosis = diagnose(guard_, failing, options_.corpus);
    }
    report_.interrupted = interrupted();
    return write();
  }

 private:
  void grade() {
    for (const Engine* engine : options_.engines) {
      if (interrupted() || judge_.violations().size() == options_.properties.size()) break;
      const auto begun = std::chrono::steady_clock::now();
      const auto seconds = options_.budget.seconds;
      const auto over = [begun](double limit) {
        return Seconds(std::chrono::steady_clock::now() - begun).count() >= limit;
      };
      judge_.stop_when([=] { return interrupted() || (seconds && over(*seconds)); });
      // What is found at the last moment is shrunk, too, but not for long.
      judge_.hurry_when([=] { return interrupted() || (seconds && over(*seconds * 1.2 + 1)); });
      Plan plan;
      plan.depth = options_.budget.depth;
      plan.cases = options_.budget.cases;
      plan.seconds = seconds;
      plan.seed = options_.seed;
      plan.shard = options_.shard.index;
      plan.shards = options_.shard.count;
      plan.corpus = options_.corpus;
      plan.progress = [&](double share) { progress_.show(engine->slug, share); };
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
    const std::string ring = fmt::format("--ring {}", report_.subject);
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
    const Exit code = exit_of(report_);
    std::string text;
    if (options_.format == "json") {
      text = to_json(report_);
    } else if (options_.format == "junit") {
      text = to_junit(report_);
    } else {
      text = to_text(report_, output_ == nullptr && colours_wanted());
    }
    if (output_ != nullptr) {
      output_->commit(text);
      output_.reset();
      text = conclusion(report_) + "\n";
    }
    const bool is_told = print_out(text);
    if (!unsaved_.empty()) fmt::print(stderr, "clockwise check: {}\n", unsaved_);
    return static_cast<int>(is_told && unsaved_.empty() ? code : Exit::usage);
  }

  const CheckOptions& options_;
  Report report_;
  std::unique_ptr<OutputFile> output_;
  std::string unsaved_;  // why a case could not be saved; empty where all could
  Progress progress_;
  Guard guard_;
  Judge judge_;
};

struct Arguments {
  std::string ring = "optimized";
  std::vector<std::string> engines;
  std::vector<std::string> properties;
  std::string budget = "full";
  std::string seed = "1";
  std::string shard = "1/1";
  std::string corpus;
  std::string format = "text";
  std::string output;
  std::string save;
  std::string timeout = "5";
};

int run(const Arguments& arguments) {
  const auto subject = make_subject(arguments.ring);
  CheckOptions options;
  options.engines = parse_engines(arguments.engines);
  options.properties = parse_properties(arguments.properties);
  options.budget = parse_budget(arguments.budget);
  options.seed = parse_seed(arguments.seed);
  options.shard = parse_shard(arguments.shard);
  options.corpus = find_corpus(arguments.corpus);
  options.format = arguments.format;
  options.output = arguments.output;
  options.save = arguments.save;
  options.timeout = parse_timeout(arguments.timeout);
  return check(*subject, options);
}

std::function<int()> set_up(Declare declare) {
  auto arguments = std::make_shared<Arguments>();
  declare.one("--ring", arguments->ring, "optimized (default), reference or fault:NAME");
  declare.several("--engine", arguments->engines, "only this engine; may be given several times");
  declare.several("--property", arguments->properties,
                  "only this property; may be given several times");
  declare.one("--budget", arguments->budget,
              "quick, full (default), deep; 60s or 5m for each engine that can go on; or a "
              "number of random cases");
  declare.one("--seed", arguments->seed, "of the random cases (default 1)");
  declare.one(
      "--shard", arguments->shard,
      "I/N: the I-th of N parts of the corpus and of the small rings; the random engine makes "
      "other cases in each");
  declare.one("--corpus", arguments->corpus, "the folder with vectors/ and regressions/");
  declare.one_of("--format", arguments->format, {"text", "json", "junit"},
                 "text (default), json or junit");
  declare.one("--output", arguments->output, "write the report to this file");
  declare.one("--save", arguments->save, "write the smallest failing cases to this folder");
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
  return Grading(subject, options).run();
}

extern const Verb check_verb;
const Verb check_verb{
    .slug = "check",
    .about = "grade a ring: every property, on the cases of every engine",
    .set_up = set_up,
};

}  // namespace clockwise::gate
