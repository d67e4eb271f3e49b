// The report for GitHub Actions: annotations, the text, and the step summary.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "gate/base/exit.hpp"
#include "gate/base/version.hpp"
#include "gate/base/words.hpp"
#include "gate/report/report.hpp"
#include "properties/kit/json.hpp"

namespace clockwise::gate {
namespace {

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// The data of a workflow command, and a property of it.
std::string data(std::string_view text) {
  return replaced(replaced(replaced(std::string(text), "%", "%25"), "\r", "%0D"), "\n", "%0A");
}
std::string attribute(std::string_view text) {
  return replaced(replaced(data(text), ":", "%3A"), ",", "%2C");
}

std::string annotation(std::string_view level, std::string_view title, std::string_view text) {
  return fmt::format("::{} title={}::{}\n", level, attribute(title), data(text));
}

std::string expected_and_answered(const Shown& shown) {
  return fmt::format("expected {}, answered {} ({})", shown.expected, shown.answered, shown.place);
}

// As a cell of a table in Markdown.
std::string cell(std::string_view text) {
  return replaced(replaced(replaced(visible(text), "|", "\\|"), "<", "&lt;"), "`", "'");
}

std::string summary(const Report& report) {
  std::string md =
      fmt::format("## clockwise: {}\n\n{}\n\n", cell(report.subject), cell(conclusion(report)));
  md += fmt::format("kit {}, protocol {}, catalog {}, seed {}, budget {}{}\n\n", kVersion,
                    kProtocol, catalog_hash(), report.seed, report.budget,
                    report.shard.empty() ? "" : ", shard " + report.shard);
  if (report.adapter) {
    md += fmt::format("adapter `{}`", cell(report.adapter->command));
    const auto departures = report.adapter->hello.departures();
    if (!departures.empty()) md += fmt::format(", declares {}", fmt::join(departures, ", "));
    md += "\n\n";
    if (!report.adapter->complaint.empty()) md += cell(report.adapter->complaint) + "\n\n";
  }
  for (const std::string& note : report.notes) md += cell(note) + "\n\n";
  const std::string checked = self_check_in_words(report);
  if (!checked.empty()) md += fmt::format("the gate can fail, and can pass: {}\n\n", cell(checked));
  md += "| property | verdict | holds | vacuous | why |\n|---|---|---|---|---|\n";
  for (std::size_t p = 0; p < report.properties.size(); ++p) {
    const Line line = line_of(report, p);
    md += fmt::format("| {} | {} | {} | {} | {} |\n", report.properties[p]->slug,
                      word(line.standing), line.holds, line.vacuous, cell(why(line)));
  }
  md += "\n| engine | cases | covered |\n|---|---|---|\n";
  for (const Score& score : report.scores) {
    md += fmt::format("| {} | {} | {} |\n", score.engine, score.cases, cell(score.summary));
  }
  std::vector<std::string> met;
  for (std::size_t c = 0; c < kClasses; ++c) {
    if ((classes_of(report.level) & bit(static_cast<Class>(c))) == 0) continue;
    met.push_back(fmt::format("{} {}", class_infos()[c].slug, cases_of(report, c)));
  }
  md += fmt::format("\nclasses met: {}\n", fmt::join(met, ", "));
  if (report.adapter && !report.adapter->excuses.empty()) {
    md += "\nexcused, as the adapter declares or does not support it:\n\n";
    for (const auto& [what, times] : report.adapter->excuses) {
      md += fmt::format("- {}: {}\n", cell(what), counted(times, "time"));
    }
  }
  for (const Finding& finding : report.findings) {
    const Shown shown = show(report, finding);
    md += fmt::format("\n### {}\n\n{}\n\n{}\n\n```json\n{}\n```\n",
                      finding.violation.property->slug, finding.violation.property->claim,
                      cell(expected_and_answered(shown)), shown.smallest);
    if (!shown.derived.empty())
      md += fmt::format("asked again as\n\n```json\n{}\n```\n", shown.derived);
    if (!shown.remark.empty()) md += fmt::format("\n{}\n", shown.remark);
    if (!finding.known.empty()) md += fmt::format("\nknown: {}\n", cell(finding.known));
    const std::string diagnosis = report.diagnosis ? in_words(*report.diagnosis) : "";
    if (!diagnosis.empty()) md += fmt::format("\n{}\n", cell(diagnosis));
    md += fmt::format("\n```sh\n{}\n```\n", finding.replay);
  }
  return md;
}

}  // namespace

std::string to_github(const Report& report) {
  if (const char* file = std::getenv("GITHUB_STEP_SUMMARY"); file != nullptr) {
    std::ofstream(file, std::ios::app) << summary(report);
  }
  std::string out;
  for (const Finding& finding : report.findings) {
    const Shown shown = show(report, finding);
    out += annotation(finding.known.empty() ? "error" : "notice",
                      fmt::format("clockwise: {}", finding.violation.property->slug),
                      fmt::format("{}\n{}\n{}\n{}", finding.violation.property->claim,
                                  expected_and_answered(shown), shown.smallest, finding.replay));
  }
  if (report.adapter) {
    for (const Incident& incident : report.adapter->incidents) {
      out += annotation("error", "clockwise: the adapter failed to answer",
                        incident.how + "\n" + incident.errors);
    }
  }
  if (report.lost) out += annotation("error", "clockwise: the ring was lost", report.lost->how);
  for (const std::string& missed : report.missed) {
    out += annotation("error", "clockwise: an expected failure did not come", missed);
  }
  if (exit_of(report) == Exit::cannot_vouch) {
    for (const std::string& doubt : doubts(report)) {
      out += annotation("error", "clockwise: the gate cannot vouch", doubt);
    }
  }
  return out + to_text(report, false);
}

}  // namespace clockwise::gate
