// The report as one page: no script, no font and no picture from elsewhere.
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

constexpr std::string_view kStyle = R"(
body { font: 15px/1.5 system-ui, sans-serif; max-width: 66rem; margin: 2rem auto; padding: 0 1rem;
  color: #1c2024; background: #fff; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #d8dde2;
  vertical-align: top; }
td, p, h1, h2 { overflow-wrap: anywhere; }
td.n, th.n { text-align: right; }
pre { background: #f4f6f8; padding: .75rem; overflow-x: auto; font: 13px/1.4 ui-monospace, monospace; }
.holds { color: #17693a; } .violated { color: #b3261e; font-weight: 600; } .other { color: #66707a; }
.verdict { padding: .75rem 1rem; border-left: .35rem solid; background: #f4f6f8; }
@media (prefers-color-scheme: dark) {
  body { color: #e3e6e9; background: #16191c; } pre, .verdict { background: #22272b; }
  th, td { border-color: #3a4147; } .holds { color: #6fd695; } .violated { color: #ff8a80; }
  .other { color: #a2abb3; }
}
)";

std::string shown(std::string_view text) { return xml_escaped(visible(text)); }

std::string_view css(Standing standing) {
  if (standing == Standing::holds) return "holds";
  return standing == Standing::violated ? "violated" : "other";
}

std::string pre(const std::vector<std::string>& lines) {
  std::string html = "<pre>";
  for (const std::string& line : lines) html += shown(line) + "\n";
  return html + "</pre>\n";
}

std::string finding_html(const Report& report, const Finding& finding) {
  const Violation& v = finding.violation;
  std::string html = fmt::format(
      "<section id=\"{0}\"><h2>{1} {0}</h2>\n<p>{2}</p>\n", v.property->slug,
      finding.known.empty() ? "Violated:" : "Known failure:", xml_escaped(v.property->claim));
  if (!finding.known.empty()) html += fmt::format("<p>{}</p>\n", shown(finding.known));
  const Shown what = show(report, finding);
  html += pre(what.drawn) + pre({what.smallest});
  if (!what.derived.empty()) html += "<p>asked again as</p>\n" + pre({what.derived});
  html += fmt::format("<p>expected <b>{}</b>, answered <b>{}</b> ({})</p>\n", shown(what.expected),
                      shown(what.answered), shown(what.place));
  if (!what.remark.empty()) html += fmt::format("<p>{}</p>\n", shown(what.remark));
  const std::string diagnosis = report.diagnosis ? in_words(*report.diagnosis) : "";
  if (!diagnosis.empty()) html += fmt::format("<p>{}</p>\n", shown(diagnosis));
  if (!what.said.sent.empty()) html += pre({"→ " + what.said.sent, "← " + what.said.received});
  return html + pre({finding.replay}) + "</section>\n";
}

}  // namespace

std::string to_html(const Report& report) {
  const Exit code = exit_of(report);
  std::string html = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>clockwise: {0}</title>\n"
      "<style>{1}</style></head><body>\n<h1>clockwise {2} checks {0}</h1>\n"
      "<p class=\"verdict {3}\" id=\"verdict\" data-exit=\"{4}\">{5}</p>\n",
      shown(report.subject), kStyle, kVersion, code == Exit::conforms ? "holds" : "violated",
      static_cast<int>(code), shown(conclusion(report)));
  html += fmt::format("<p>seed {}, budget {}{}; protocol {}, catalog {}</p>\n", report.seed,
                      shown(report.budget),
                      report.shard.empty() ? "" : ", shard " + xml_escaped(report.shard), kProtocol,
                      catalog_hash());
  const std::string checked = self_check_in_words(report);
  if (!checked.empty()) {
    html += fmt::format("<p>the gate can fail, and can pass: {}</p>\n", shown(checked));
  }
  for (const std::string& note : report.notes) html += fmt::format("<p>{}</p>\n", shown(note));
  if (report.adapter) {
    const AdapterReport& a = *report.adapter;
    html += fmt::format("<p>adapter <code>{}</code></p>\n", shown(a.command));
    for (const std::string& what : a.hello.departures()) {
      html += fmt::format("<p>declares {}</p>\n", shown(what));
    }
    for (const auto& [what, times] : a.excuses) {
      html += fmt::format("<p>excused: {} ({})</p>\n", shown(what), counted(times, "time"));
    }
    if (!a.complaint.empty())
      html += fmt::format("<p class=\"violated\">{}</p>\n", shown(a.complaint));
    for (const Incident& incident : a.incidents) {
      html += fmt::format("<h2>The adapter failed to answer</h2><p>{}</p>\n", shown(incident.how));
      html += pre({"→ " + incident.sent, "← " + incident.received, incident.errors});
      const std::string replay = replay_of(report, incident);
      if (!replay.empty()) html += pre({replay});
    }
  }
  if (report.lost) {
    html += fmt::format("<h2>The ring was lost</h2><p>{}</p>\n", shown(report.lost->how)) +
            pre({write_case(report.lost->asked), report.lost->replay});
  }
  for (const std::string& missed : report.missed) {
    html += fmt::format("<p class=\"violated\">{}</p>\n", shown(missed));
  }
  if (code == Exit::cannot_vouch) {
    for (const std::string& doubt : doubts(report)) {
      html += fmt::format("<p class=\"violated\">{}</p>\n", shown(doubt));
    }
  }
  html +=
      "<h2>Properties</h2>\n<table id=\"properties\"><tr><th>property</th><th>verdict</th>"
      "<th class=\"n\">holds</th><th class=\"n\">vacuous</th><th>why</th></tr>\n";
  for (std::size_t p = 0; p < report.properties.size(); ++p) {
    const Line line = line_of(report, p);
    const std::string_view slug = report.properties[p]->slug;
    html += fmt::format(
        "<tr><td>{}</td><td class=\"{}\">{}</td><td class=\"n\">{}</td><td "
        "class=\"n\">{}</td><td>{}</td></tr>\n",
        line.standing == Standing::violated ? fmt::format("<a href=\"#{0}\">{0}</a>", slug)
                                            : std::string(slug),
        css(line.standing), word(line.standing), line.holds, line.vacuous, shown(why(line)));
  }
  html +=
      "</table>\n<h2>Engines</h2>\n<table><tr><th>engine</th><th class=\"n\">cases</th>"
      "<th>covered</th></tr>\n";
  for (const Score& score : report.scores) {
    html += fmt::format("<tr><td>{}</td><td class=\"n\">{}</td><td>{}</td></tr>\n", score.engine,
                        score.cases, shown(score.summary));
  }
  html += "</table>\n";
  if (!report.scores.empty()) {
    html +=
        "<h2>Classes met</h2>\n<table><tr><th>class</th><th class=\"n\">cases</th><th></th></tr>\n";
    for (std::size_t c = 0; c < kClasses; ++c) {
      if ((classes_of(report.level) & bit(static_cast<Class>(c))) == 0) continue;
      html += fmt::format("<tr><td>{}</td><td class=\"n\">{}</td><td>{}</td></tr>\n",
                          class_infos()[c].slug, cases_of(report, c), class_infos()[c].about);
    }
    html += "</table>\n";
  }
  for (const Finding& finding : report.findings) html += finding_html(report, finding);
  return html + "</body></html>\n";
}

}  // namespace clockwise::gate
