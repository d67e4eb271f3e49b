// The report for CI servers: JUnit's XML, a test suite for each engine and a test case for each
// property; and a suite "gate", for what fails a run without violating a property.
#include <fmt/format.h>

#include <algorithm>

#include "gate/base/exit.hpp"
#include "gate/base/version.hpp"
#include "gate/base/words.hpp"
#include "gate/report/draw.hpp"
#include "gate/report/report.hpp"
#include "properties/kit/json.hpp"

namespace clockwise::gate {
namespace {

std::string escaped(std::string_view text) {
  std::string xml;
  while (!text.empty()) {
    const std::size_t line = std::min(text.find('\n'), text.size());
    xml += xml_escaped(visible(text.substr(0, line)));
    if (line < text.size()) xml += "&#10;";
    text.remove_prefix(std::min(line + 1, text.size()));
  }
  return xml;
}

struct Suite {
  std::string name;
  double seconds = 0;
  std::string said;  // for system-out
  std::string cases;
  int tests = 0;
  int failures = 0;
  int errors = 0;
  int skipped = 0;

  void add(std::string_view test, std::string_view inside) {
    ++tests;
    cases += fmt::format("    <testcase classname=\"clockwise.{}\" name=\"{}\"", name, test);
    cases += inside.empty() ? "/>\n" : fmt::format(">\n      {}\n    </testcase>\n", inside);
  }
  void pass(std::string_view test) { add(test, ""); }
  void skip(std::string_view test, std::string_view why) {
    ++skipped;
    add(test, fmt::format("<skipped message=\"{}\"/>", escaped(why)));
  }
  void fail(std::string_view test, std::string_view message, std::string_view text) {
    ++failures;
    add(test, fmt::format("<failure message=\"{}\">{}</failure>", escaped(message), escaped(text)));
  }
  void error(std::string_view test, std::string_view message, std::string_view text) {
    ++errors;
    add(test, fmt::format("<error message=\"{}\">{}</error>", escaped(message), escaped(text)));
  }
};

std::string details(const Report& report, const Finding& finding) {
  const Shown shown = show(report, finding);
  std::string text = fmt::format("{}\n\n", finding.violation.property->claim);
  for (const std::string& line : shown.drawn) text += line + "\n";
  text += fmt::format("\n{}\n", shown.smallest);
  if (!shown.derived.empty()) text += fmt::format("asked again as {}\n", shown.derived);
  text +=
      fmt::format("expected {}\nanswered {} ({})\n", shown.expected, shown.answered, shown.place);
  if (!shown.remark.empty()) text += shown.remark + "\n";
  const std::string diagnosis = report.diagnosis ? in_words(*report.diagnosis) : "";
  if (!diagnosis.empty()) text += fmt::format("diagnosis: {}\n", diagnosis);
  return text + fmt::format("replay: {}\n", finding.replay);
}

std::string message(const Report& report, const Finding& finding) {
  const Shown shown = show(report, finding);
  return fmt::format("expected {}, answered {} ({})", shown.expected, shown.answered, shown.place);
}

Suite of_engine(const Report& report, const Score& score) {
  Suite suite;
  suite.name = score.engine;
  suite.seconds = score.took.count();
  suite.said =
      fmt::format("{}, {}: {}", counted(score.cases, "case"), counted(score.questions, "question"),
                  score.summary.empty() ? "cut short" : score.summary);
  for (std::size_t p = 0; p < report.properties.size(); ++p) {
    const Property* property = report.properties[p];
    switch (standing_in(score, p)) {
      case Standing::holds: suite.pass(property->slug); break;
      case Standing::vacuous: suite.skip(property->slug, score.tallies[p].reason); break;
      case Standing::unsupported:
      case Standing::excused: suite.skip(property->slug, score.tallies[p].why); break;
      case Standing::not_judged:
        suite.skip(property->slug, "not judged: see earlier suites");
        break;
      case Standing::violated:
        for (const Finding& finding : report.findings) {
          if (finding.violation.property != property) continue;
          if (!finding.known.empty()) {
            suite.skip(property->slug, "a known failure: " + finding.known);
            continue;
          }
          suite.fail(property->slug, message(report, finding), details(report, finding));
        }
    }
  }
  return suite;
}

Suite of_gate(const Report& report) {
  Suite suite;
  suite.name = "gate";
  suite.said = conclusion(report);
  if (report.lost) {
    suite.error(
        "the-subject-runs-on",
        fmt::format("it {}: {}", report.lost->hung ? "hung" : "crashed", report.lost->how),
        fmt::format("{}\nreplay: {}\n", write_case(report.lost->asked), report.lost->replay));
  } else if (report.adapter && !report.adapter->incidents.empty()) {
    const Incident& first = report.adapter->incidents.front();
    suite.error("the-subject-runs-on", first.how,
                fmt::format("→ {}\n← {}\n{}\n{}\n", first.sent, first.received, first.errors,
                            replay_of(report, first)));
  } else {
    suite.pass("the-subject-runs-on");
  }
  if (report.interrupted) {
    suite.error("the-run-is-whole", "interrupted: this report is partial", "");
  } else {
    suite.pass("the-run-is-whole");
  }
  for (const std::string& missed : report.missed) {
    suite.fail("failures-are-as-expected", missed, missed);
  }
  if (exit_of(report) == Exit::cannot_vouch) {
    std::string all;
    for (const std::string& doubt : doubts(report)) all += doubt + "\n";
    suite.error("the-gate-can-vouch", doubts(report).front(), all);
  } else {
    suite.pass("the-gate-can-vouch");
  }
  return suite;
}

}  // namespace

std::string to_junit(const Report& report) {
  std::vector<Suite> suites;
  for (const Score& score : report.scores) suites.push_back(of_engine(report, score));
  suites.push_back(of_gate(report));
  Suite sum;
  for (const Suite& suite : suites) {
    sum.tests += suite.tests;
    sum.failures += suite.failures;
    sum.errors += suite.errors;
    sum.skipped += suite.skipped;
    sum.seconds += suite.seconds;
  }
  std::string xml = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"clockwise {}\" tests=\"{}\" "
      "failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\">\n",
      escaped(report.subject), sum.tests, sum.failures, sum.errors, sum.skipped, sum.seconds);
  for (const Suite& suite : suites) {
    xml += fmt::format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" "
        "time=\"{:.3f}\">\n    <properties>\n",
        suite.name, suite.tests, suite.failures, suite.errors, suite.skipped, suite.seconds);
    const auto property = [&](std::string_view name, std::string_view value) {
      xml += fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", name, escaped(value));
    };
    property("subject", report.subject);
    property("version", kVersion);
    property("catalog", catalog_hash());
    property("seed", std::to_string(report.seed));
    property("budget", report.budget);
    if (!report.shard.empty()) property("shard", report.shard);
    property("self-check", self_check_in_words(report));
    for (const std::string& note : report.notes) property("note", note);
    if (report.adapter) {
      property("adapter", report.adapter->command);
      for (const std::string& what : report.adapter->hello.departures()) property("declares", what);
      for (const auto& [what, times] : report.adapter->excuses) {
        property("excused", fmt::format("{}: {}", what, counted(times, "time")));
      }
    }
    xml += fmt::format("    </properties>\n{}    <system-out>{}</system-out>\n  </testsuite>\n",
                       suite.cases, escaped(suite.said));
  }
  return xml + "</testsuites>\n";
}

}  // namespace clockwise::gate
