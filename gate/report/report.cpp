#include "gate/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gate/report/words.hpp"

namespace clockwise::gate {

std::span<const ExitInfo> exit_infos() {
  static constexpr ExitInfo kAll[] = {
      {Exit::conforms, "conforms", "no property is violated"},
      {Exit::violated, "violated", "a property is violated"},
      {Exit::usage, "usage", "an argument is wrong, or an input cannot be read"},
      {Exit::crashed, "crashed", "the subject crashed"},
      {Exit::hung, "hung", "the subject did not answer in time"},
      {Exit::cannot_vouch, "cannot vouch", "nothing is violated, but that proves too little"},
      {Exit::interrupted, "interrupted", "the run was interrupted, and the report is partial"},
  };
  return kAll;
}

std::string_view word(Standing standing) {
  switch (standing) {
    case Standing::holds: return "holds";
    case Standing::violated: return "violated";
    case Standing::vacuous: return "vacuous";
    case Standing::not_judged: return "not judged";
  }
  return "";
}

namespace {

Standing standing_of(const Tally& tally) {
  if (tally.violated > 0) return Standing::violated;
  if (tally.holds > 0) return Standing::holds;
  return tally.vacuous > 0 ? Standing::vacuous : Standing::not_judged;
}

}  // namespace

Standing standing_in(const Score& score, std::size_t property) {
  return standing_of(score.tallies[property]);
}

Line line_of(const Report& report, std::size_t property) {
  Tally sum;
  for (const Score& score : report.scores) {
    const Tally& tally = score.tallies[property];
    sum.holds += tally.holds;
    sum.vacuous += tally.vacuous;
    sum.violated += tally.violated;
    if (tally.vacuous > 0) sum.reason = tally.reason;
  }
  return {standing_of(sum), sum.holds, sum.vacuous, sum.reason};
}

std::uint64_t cases_in(const Report& report) {
  std::uint64_t cases = 0;
  for (const Score& score : report.scores) cases += score.cases;
  return cases;
}

std::uint64_t cases_of(const Report& report, std::size_t class_index) {
  std::uint64_t cases = 0;
  for (const Score& score : report.scores) cases += score.classes[class_index];
  return cases;
}

Classes required_classes(const Report& report) {
  Classes required = 0;
  for (const Property* property : report.properties) required |= property->needs;
  return required;
}

std::vector<std::string> doubts(const Report& report) {
  std::vector<std::string> found;
  for (const SelfCheck& check : report.self_checks) {
    if (!check.failure.empty()) found.push_back(check.failure);
  }
  if (!found.empty()) return found;  // then nothing was graded
  if (cases_in(report) == 0) return {"no case ran"};

  bool has_key_property = false;
  for (std::size_t p = 0; p < report.properties.size(); ++p) {
    const Line line = line_of(report, p);
    const std::string_view slug = report.properties[p]->slug;
    has_key_property |= slug == "successor" && line.standing != Standing::not_judged;
    if (line.standing != Standing::vacuous) continue;
    found.push_back(fmt::format("{} was never more than vacuous: {}", slug, line.reason));
  }
  for (std::size_t c = 0; c < kClasses; ++c) {
    const bool required = (required_classes(report) & bit(static_cast<Class>(c))) != 0;
    if (!required || cases_of(report, c) > 0) continue;
    found.push_back(fmt::format("no case was of the class {} ({})", class_infos()[c].slug,
                                class_infos()[c].about));
  }
  if (!has_key_property) {
    found.emplace_back("successor, the property that all others lean on, was not judged");
  }
  return found;
}

Exit exit_of(const Report& report) {
  if (report.interrupted) return Exit::interrupted;
  for (const SelfCheck& check : report.self_checks) {
    if (!check.failure.empty()) return Exit::cannot_vouch;
  }
  if (!report.findings.empty()) return Exit::violated;
  if (report.lost) return report.lost->hung ? Exit::hung : Exit::crashed;
  return doubts(report).empty() ? Exit::conforms : Exit::cannot_vouch;
}

std::string conclusion(const Report& report) {
  const Exit code = exit_of(report);
  std::size_t hold = 0;
  for (std::size_t p = 0; p < report.properties.size(); ++p) {
    hold += line_of(report, p).standing == Standing::holds;
  }
  const std::size_t all = report.properties.size();
  const std::string properties = counted(all, "property", "properties");
  const std::string cases = counted(cases_in(report), "case");
  std::string said;
  switch (code) {
    case Exit::conforms:
      said = fmt::format("{} conforms: {} held on {}", report.subject, properties, cases);
      break;
    case Exit::violated:
      said = fmt::format("{} does not conform: {} of {} violated", report.subject,
                         report.findings.size(), properties);
      if (report.lost) said += report.lost->hung ? "; and it hung" : "; and it crashed";
      break;
    case Exit::crashed: said = fmt::format("{} crashed", report.subject); break;
    case Exit::hung: said = fmt::format("{} hung", report.subject); break;
    case Exit::cannot_vouch:
      said = fmt::format("the gate cannot vouch for {}: {} of {} held", report.subject, hold,
                         properties);
      break;
    case Exit::interrupted:
      said = fmt::format("interrupted after {}: {} of {} violated so far", cases,
                         report.findings.size(), properties);
      break;
    case Exit::usage: break;
  }
  const auto info = std::ranges::find(exit_infos(), code, &ExitInfo::code);
  return fmt::format("{}  (exit code {}: {})", said, static_cast<int>(code), info->meaning);
}

std::string place_of(const Case& asked, const Witness& witness) {
  const std::string state =
      witness.state == 0 ? "after the build" : fmt::format("in state {}", witness.state);
  if (!witness.key) return state;
  const std::vector<Position>& keys = (witness.derived ? *witness.derived : asked).keys;
  const Position position = keys[*witness.key];
  if (std::ranges::count(keys, position) == 1)
    return fmt::format("for key {}, {}", position, state);
  return fmt::format("for key {}, number {} of the keys, {}", position, *witness.key + 1, state);
}

}  // namespace clockwise::gate
