// The report for people.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gate/base/exit.hpp"
#include "gate/base/version.hpp"
#include "gate/base/words.hpp"
#include "gate/report/draw.hpp"
#include "gate/report/report.hpp"
#include "properties/kit/json.hpp"

namespace clockwise::gate {
namespace {

class Writer {
 public:
  Writer(const Report& report, bool in_colour) : report_(report), in_colour_(in_colour) {}

  std::string write() {
    header();
    if (!report_.scores.empty()) {
      engines();
      properties();
      classes();
    }
    for (const Finding& finding : report_.findings) violation(finding);
    if (report_.lost) lost(*report_.lost);
    if (report_.adapter) {
      excuses(*report_.adapter);
      for (const Incident& each : report_.adapter->incidents) incident(each);
      if (report_.adapter->linted && report_.adapter->incidents.empty()) {
        line();
        line(fmt::format("lint: {} lines sent and {} received, every one as the protocol has it",
                         report_.adapter->lines_sent, report_.adapter->lines_received));
      }
    }
    end();
    return std::move(out_);
  }

 private:
  std::string paint(std::string_view colour, std::string text) const {
    if (!in_colour_) return text;
    return fmt::format("\033[{}m{}\033[0m", colour, text);
  }
  std::string red(std::string text) const { return paint("1;31", std::move(text)); }
  std::string green(std::string text) const { return paint("32", std::move(text)); }
  std::string bold(std::string text) const { return paint("1", std::move(text)); }

  void line(std::string_view text = {}) { out_.append(text).push_back('\n'); }
  void block(std::string_view first, std::string_view text) { out_ += paragraph(first, text); }

  void header() {
    line(bold(fmt::format("clockwise {} checks {}", kVersion, report_.subject)));
    line(fmt::format("seed {}, budget {}{}; protocol {}, catalog {}", report_.seed, report_.budget,
                     report_.shard.empty() ? "" : ", shard " + report_.shard, kProtocol,
                     catalog_hash()));
    if (report_.adapter) adapter(*report_.adapter);
    line();
    const std::string shown = self_check_in_words(report_);
    if (!shown.empty()) {
      line("the gate can fail, and can pass:");
      block("    ", shown);
    }
    for (const std::string& note : report_.notes) block("", visible(note));
  }

  void adapter(const AdapterReport& a) {
    block("adapter  ", visible(a.command));
    const auto departures = a.hello.departures();
    if (!departures.empty()) {
      block("declares ", fmt::format("{}", fmt::join(departures, ", ")));
    }
    if (!a.complaint.empty()) block(red("smoke    "), visible(a.complaint));
  }

  // Every verdict says by what declarations the gate was narrowed.
  void excuses(const AdapterReport& a) {
    if (a.excuses.empty()) return;
    line();
    line(bold("excused, as the adapter declares or does not support it"));
    for (const auto& [what, times] : a.excuses) {
      block("    ", fmt::format("{}: {}", what, counted(times, "time")));
    }
  }

  void engines() {
    line();
    line(bold("engine          cases   questions       time"));
    for (const Score& score : report_.scores) {
      line(fmt::format("{:<12}{:>9}{:>12}{:>9.2f} s", score.engine, score.cases, score.questions,
                       score.took.count()));
      block("    ", score.summary.empty() ? "cut short" : score.summary);
    }
  }

  void properties() {
    line();
    line(bold(fmt::format("{:<38}{:<12}{:>9}{:>9}", "property", "verdict", "holds", "vacuous")));
    for (std::size_t p = 0; p < report_.properties.size(); ++p) {
      const Line at = line_of(report_, p);
      std::string verdict = left(word(at.standing), 12);
      if (at.standing == Standing::violated) verdict = red(left("VIOLATED", 12));
      if (at.standing == Standing::holds) verdict = green(verdict);
      line(fmt::format("{:<38}{}{:>9}{:>9}", report_.properties[p]->slug, verdict, at.holds,
                       at.vacuous));
      if (!why(at).empty()) block("    ", visible(why(at)));
    }
  }

  void classes() {
    line();
    line(bold("class                 cases"));
    const Classes required = required_classes(report_);
    for (std::size_t c = 0; c < kClasses; ++c) {
      if ((classes_of(report_.level) & bit(static_cast<Class>(c))) == 0) continue;
      const std::uint64_t cases = cases_of(report_, c);
      const bool needed = (required & bit(static_cast<Class>(c))) != 0;
      std::string row =
          fmt::format("{:<18}{:>9}  {}", class_infos()[c].slug, cases, class_infos()[c].about);
      if (cases == 0) row += needed ? red("  ← never met") : "  ← never met, nor needed";
      line(row);
    }
  }

  void violation(const Finding& finding) {
    const Violation& v = finding.violation;
    line();
    line((finding.known.empty() ? red("VIOLATED ") : std::string("EXPECTED ")) +
         bold(std::string(v.property->slug)) +
         fmt::format("  (by a case of the {} engine)", v.engine));
    block("  ", v.property->claim);
    if (!finding.known.empty()) block("  known: ", visible(finding.known));
    line();
    const Shown shown = show(report_, finding);
    line("  the smallest case:");
    if (shown.derived.empty()) drawing(shown.drawn);
    if (!shown.derived.empty()) {
      drawing(draw(v.smallest, v.smallest.steps.size(), std::nullopt, report_.conventions));
    }
    line();
    line("    " + shown.smallest);
    if (!shown.derived.empty()) {
      line();
      line("  asked again as:");
      drawing(shown.drawn);
      line();
      line("    " + shown.derived);
    }
    line();
    block("  expected   ", visible(shown.expected));
    block("  answered   ", fmt::format("{}  ({})", visible(shown.answered), visible(shown.place)));
    if (!shown.remark.empty()) block("  ", shown.remark);
    line();
    const std::string diagnosis = report_.diagnosis ? in_words(*report_.diagnosis) : "";
    if (!diagnosis.empty()) block("  diagnosis  ", diagnosis);
    line("  replay     " + finding.replay);
    if (shown.said.sent.empty()) return;
    line("  → " + visible(shown.said.sent));
    line("  ← " + visible(shown.said.received));
  }

  void drawing(const std::vector<std::string>& rows) {
    for (const std::string& row : rows) line(row.empty() ? row : "    " + row);
  }

  void lost(const Lost& lost) {
    line();
    line(red(lost.hung ? "HUNG     " : "CRASHED  ") + bold(lost.how) +
         (lost.engine.empty() ? "" : fmt::format("  (in a case of the {} engine)", lost.engine)));
    line("  the case that was being run, not made smaller:");
    line("    " + write_case(lost.asked));
    line("  replay     " + lost.replay);
  }

  void incident(const Incident& incident) {
    static constexpr std::string_view kWords[] = {"CRASHED  ", "BROKE THE PROTOCOL  ", "HUNG     "};
    line();
    block(red(std::string(kWords[static_cast<std::size_t>(incident.kind)])), visible(incident.how));
    if (!incident.sent.empty()) line("  → " + incident.sent);
    if (!incident.received.empty()) line("  ← " + visible(incident.received));
    std::string_view errors = incident.errors;
    if (!errors.empty()) line("  it said on standard error:");
    while (!errors.empty()) {
      const std::string_view row = errors.substr(0, errors.find('\n'));
      line("    " + visible(row));
      errors.remove_prefix(std::min(row.size() + 1, errors.size()));
    }
    constexpr std::size_t kTooLong = 16'000;
    const std::string replay = replay_of(report_, incident);
    if (replay.size() > kTooLong) {
      block("  ", "the case is too long to be shown: it is in the report as JSON (--format json)");
    } else if (!replay.empty()) {
      line("  replay     " + replay);
    }
  }

  void end() {
    line();
    for (const std::string& missed : report_.missed) block("- ", missed);
    const Exit code = exit_of(report_);
    if (code == Exit::cannot_vouch) {
      for (const std::string& doubt : doubts(report_)) block("- ", doubt);
    }
    const std::string said = conclusion(report_);
    line(code == Exit::conforms ? paint("1;32", said) : red(said));
  }

  const Report& report_;
  bool in_colour_;
  std::string out_;
};

}  // namespace

std::string to_text(const Report& report, bool in_colour) {
  return Writer(report, in_colour).write();
}

}  // namespace clockwise::gate
