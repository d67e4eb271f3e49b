#include "gate/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gate/base/exit.hpp"
#include "gate/base/words.hpp"
#include "gate/report/draw.hpp"
#include "properties/kit/catalog.hpp"
#include "properties/kit/json.hpp"

namespace clockwise::gate {

std::string_view word(Standing standing) {
  switch (standing) {
    case Standing::holds: return "holds";
    case Standing::violated: return "violated";
    case Standing::vacuous: return "vacuous";
    case Standing::unsupported: return "unsupported";
    case Standing::excused: return "excused";
    case Standing::not_judged: return "not judged";
  }
  return "";
}

namespace {

Standing standing_of(const Tally& tally) {
  if (tally.violated > 0) return Standing::violated;
  if (tally.holds > 0) return Standing::holds;
  if (tally.unsupported > 0) return Standing::unsupported;
  if (tally.excused > 0) return Standing::excused;
  return tally.vacuous > 0 ? Standing::vacuous : Standing::not_judged;
}

}  // namespace

Standing standing_in(const Score& score, std::size_t property) {
  return standing_of(score.tallies[property]);
}

namespace {

Classes needs(const Report& report, std::size_t property) {
  return report.properties[property]->needs & classes_of(report.level);
}

}  // namespace

Line line_of(const Report& report, std::size_t property) {
  Tally sum;
  for (const Score& score : report.scores) {
    const Tally& tally = score.tallies[property];
    sum.holds += tally.holds;
    sum.vacuous += tally.vacuous;
    sum.violated += tally.violated;
    sum.unsupported += tally.unsupported;
    sum.excused += tally.excused;
    if (tally.vacuous > 0) sum.reason = tally.reason;
    if (!tally.why.empty()) sum.why = tally.why;
  }
  Line line{standing_of(sum), sum.holds, sum.vacuous, std::string(sum.reason), true};
  if (line.standing == Standing::unsupported || line.standing == Standing::excused) {
    line.reason = sum.why;
  }
  const Classes excused = report.adapter ? report.adapter->excused : 0;
  line.is_required = line.standing == Standing::holds || line.standing == Standing::violated ||
                     (needs(report, property) & excused) == 0;
  return line;
}

std::string_view why(const Line& line) {
  const bool is_settled = line.standing == Standing::holds || line.standing == Standing::violated;
  return is_settled ? std::string_view() : line.reason;
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
  for (std::size_t p = 0; p < report.properties.size(); ++p) {
    if (line_of(report, p).is_required) required |= needs(report, p);
  }
  return report.adapter ? required & ~report.adapter->excused : required;
}

std::vector<std::string> doubts(const Report& report) {
  std::vector<std::string> found;
  for (const SelfCheck& check : report.self_checks) {
    if (!check.failure.empty()) found.push_back(check.failure);
  }
  if (!found.empty()) return found;  // then nothing was graded
  if (cases_in(report) == 0) return {"no case ran"};
  if (report.adapter && !report.adapter->complaint.empty()) {
    found.push_back(report.adapter->complaint);
  }

  bool has_keystone = false;
  for (std::size_t p = 0; p < report.properties.size(); ++p) {
    const Line line = line_of(report, p);
    const Property& property = *report.properties[p];
    has_keystone |= property.is_keystone && line.standing != Standing::not_judged;
    const bool is_idle = line.standing == Standing::vacuous ||
                         line.standing == Standing::unsupported ||
                         (line.standing == Standing::excused && property.is_keystone &&
                          report.level == Level::positions);
    if (!is_idle || !line.is_required) continue;
    found.push_back(fmt::format("{} was never more than {}: {}", property.slug, word(line.standing),
                                line.reason));
  }
  for (std::size_t c = 0; c < kClasses; ++c) {
    const bool required = (required_classes(report) & bit(static_cast<Class>(c))) != 0;
    if (!required || cases_of(report, c) > 0) continue;
    found.push_back(fmt::format("no case was of the class {} ({})", class_infos()[c].slug,
                                class_infos()[c].about));
  }
  if (!has_keystone) {
    for (const Property* property : catalog_at(report.level)) {
      if (!property->is_keystone) continue;
      found.push_back(
          fmt::format("{}, the property that all others lean on, was not judged", property->slug));
    }
  }
  return found;
}

Exit exit_of(const Report& report) {
  if (report.interrupted) return Exit::interrupted;
  for (const SelfCheck& check : report.self_checks) {
    if (!check.failure.empty()) return Exit::cannot_vouch;
  }
  const auto is_news = [](const Finding& finding) { return finding.known.empty(); };
  if (std::ranges::any_of(report.findings, is_news) || !report.missed.empty()) {
    return Exit::violated;
  }
  if (report.lost) return report.lost->hung ? Exit::hung : Exit::crashed;
  if (report.adapter) {
    const auto& incidents = report.adapter->incidents;
    const auto hung = [](const Incident& i) { return i.kind == Incident::Kind::hung; };
    if (report.adapter->answers_nothing || !std::ranges::all_of(incidents, hung)) {
      return Exit::crashed;
    }
    if (!incidents.empty()) return Exit::hung;
  }
  return doubts(report).empty() ? Exit::conforms : Exit::cannot_vouch;
}

namespace {

std::size_t count_of(const Report& report, Standing standing) {
  std::size_t count = 0;
  for (std::size_t p = 0; p < report.properties.size(); ++p) {
    count += line_of(report, p).standing == standing;
  }
  return count;
}

// "; 2 excused, 1 vacuous": those that neither held nor were violated, under their own names.
std::string others(const Report& report) {
  std::string others;
  for (const Standing standing :
       {Standing::excused, Standing::vacuous, Standing::unsupported, Standing::not_judged}) {
    const std::size_t count = count_of(report, standing);
    if (count == 0) continue;
    others += fmt::format("{}{} {}", others.empty() ? "; " : ", ", count, word(standing));
  }
  return others;
}

}  // namespace

std::string conclusion(const Report& report) {
  const Exit code = exit_of(report);
  const std::string properties = counted(report.properties.size(), "property", "properties");
  const std::string cases = counted(cases_in(report), "case");
  std::string said;
  switch (code) {
    case Exit::conforms:
      said = report.findings.empty()
                 ? fmt::format("{} conforms: {} held on {}", report.subject,
                               counted(count_of(report, Standing::holds), "property", "properties"),
                               cases)
                 : fmt::format("{} fails as expected and in nothing else: {} of {} violated",
                               report.subject, report.findings.size(), properties);
      said += others(report);
      break;
    case Exit::violated:
      said = fmt::format("{} does not conform: {} of {} violated", report.subject,
                         report.findings.size(), properties);
      if (!report.missed.empty()) {
        said += fmt::format("; {} did not come", counted(report.missed.size(), "expected failure"));
      }
      if (report.lost) said += report.lost->hung ? "; and it hung" : "; and it crashed";
      if (report.adapter && !report.adapter->incidents.empty()) {
        said += fmt::format("; and it failed to answer: {}",
                            counted(report.adapter->incidents.size(), "time"));
      }
      break;
    case Exit::crashed: {
      const bool broke =
          report.adapter && std::ranges::none_of(report.adapter->incidents, [](const Incident& i) {
            return i.kind == Incident::Kind::crashed;
          });
      said = fmt::format("{} {}", report.subject, broke ? "broke the protocol" : "crashed");
      break;
    }
    case Exit::hung: said = fmt::format("{} hung", report.subject); break;
    case Exit::cannot_vouch:
      said = fmt::format("the gate cannot vouch for {}: {} of {} held", report.subject,
                         count_of(report, Standing::holds), properties);
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
  const Case& c = witness.derived ? *witness.derived : asked;
  const std::string key = key_name(c, *witness.key);
  if (std::ranges::count(c.keys, c.keys[*witness.key]) == 1) {
    return fmt::format("for key {}, {}", key, state);
  }
  return fmt::format("for key {}, number {} of the keys, {}", key, *witness.key + 1, state);
}

Shown show(const Report& report, const Finding& finding) {
  const Violation& v = finding.violation;
  Shown shown;
  shown.smallest = write_case(v.smallest);
  shown.said = v.answered.said;
  if (!v.repeats) {
    shown.remark =
        "Not reproducible: asked again, the subject answered correctly, so its answers "
        "do not depend on the case alone.";
  }
  if (!v.verdict.is_violated()) {
    shown.drawn = draw(v.smallest, v.smallest.steps.size(), std::nullopt, report.conventions);
    shown.expected = "the same answer when it is asked again";
    shown.answered = "another one";
    shown.place = "in the run that found it";
    return shown;
  }
  const Witness& w = v.verdict.witness();
  shown.drawn = draw(w.derived ? *w.derived : v.smallest, w.state, w.key, report.conventions);
  if (w.derived && *w.derived != v.smallest) shown.derived = write_case(*w.derived);
  if (w.derived) shown.said = w.said;
  shown.expected = w.expected;
  shown.answered = w.answered;
  shown.place = place_of(v.smallest, w);
  return shown;
}

std::string replay_of(const Report& report, const Incident& incident) {
  if (!incident.asked) return "";
  return fmt::format("echo {} | clockwise replay - {}", shell_quoted(write_case(*incident.asked)),
                     report.replay_subject);
}

std::string self_check_in_words(const Report& report) {
  std::string shown;
  for (const SelfCheck& check : report.self_checks) {
    if (!check.failure.empty()) continue;
    shown +=
        fmt::format("{}{} caught {}", shown.empty() ? "" : ", ", check.engine, check.wrong_ring);
  }
  if (shown.empty()) return "";
  return fmt::format("{}; {} passed", shown,
                     report.level == Level::positions ? "the reference" : "rendezvous hashing");
}

std::string formatted(const Report& report, std::string_view format, bool in_colour) {
  if (format == "json") return to_json(report);
  if (format == "junit") return to_junit(report);
  if (format == "github") return to_github(report);
  if (format == "html") return to_html(report);
  return to_text(report, in_colour);
}

}  // namespace clockwise::gate
