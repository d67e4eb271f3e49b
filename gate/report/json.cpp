// The report for programs: all that the text says, as one JSON object.
#include "properties/kit/json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "gate/base/exit.hpp"
#include "gate/base/version.hpp"
#include "gate/report/draw.hpp"
#include "gate/report/report.hpp"

namespace clockwise::gate {
namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(std::string_view text) { return text.empty() ? Json() : Json(text); }

Json engine(const Report& report, const Score& score) {
  Json properties = Json::array();
  for (std::size_t p = 0; p < report.properties.size(); ++p) {
    const Tally& tally = score.tallies[p];
    properties.push_back({{"property", report.properties[p]->slug},
                          {"verdict", word(standing_in(score, p))},
                          {"holds", tally.holds},
                          {"vacuous", tally.vacuous},
                          {"unsupported", tally.unsupported},
                          {"excused", tally.excused},
                          {"reason", text_or_null(tally.reason)}});
  }
  return {{"engine", score.engine},
          {"cases", score.cases},
          {"questions", score.questions},
          {"lost", score.lost},
          {"covered", text_or_null(score.summary)},
          {"seconds", score.took.count()},
          {"properties", std::move(properties)}};
}

Json property(const Report& report, std::size_t p) {
  const Line line = line_of(report, p);
  return {{"property", report.properties[p]->slug},
          {"claim", report.properties[p]->claim},
          {"rule", report.properties[p]->rule},
          {"verdict", word(line.standing)},
          {"holds", line.holds},
          {"vacuous", line.vacuous},
          {"reason", text_or_null(line.reason)}};
}

Json class_met(const Report& report, std::size_t c) {
  return {{"class", class_infos()[c].slug},
          {"about", class_infos()[c].about},
          {"cases", cases_of(report, c)},
          {"needed", (required_classes(report) & bit(static_cast<Class>(c))) != 0}};
}

Json diagnosis(const Diagnosis& d) {
  Json faults = Json::array();
  for (const Fault* fault : d.faults) {
    faults.push_back({{"fault", fault->slug},
                      {"story", fault->story},
                      {"reports", std::vector<std::string_view>(fault->reports)}});
  }
  return {{"text", in_words(d)},
          {"faults", std::move(faults)},
          {"questions", d.questions},
          {"wrong", d.wrong}};
}

Json finding(const Report& report, const Finding& f) {
  const Violation& v = f.violation;
  const Shown shown = show(report, f);
  const Witness* witness = v.verdict.is_violated() ? &v.verdict.witness() : nullptr;
  const Case* derived = shown.derived.empty() ? nullptr : &*witness->derived;
  return {{"property", v.property->slug},
          {"claim", v.property->claim},
          {"engine", v.engine},
          {"case", json_of(v.smallest)},
          {"found", json_of(v.found)},
          {"asked-again-as", derived == nullptr ? Json() : json_of(*derived)},
          {"state", witness == nullptr ? Json() : Json(witness->state)},
          {"key", witness != nullptr && witness->key ? Json(*witness->key) : Json()},
          {"place", shown.place},
          {"expected", shown.expected},
          {"answered", shown.answered},
          {"drawn", shown.drawn},
          {"repeats", v.repeats},
          {"diagnosis", report.diagnosis ? text_or_null(in_words(*report.diagnosis)) : Json()},
          {"known", text_or_null(f.known)},
          {"saved", text_or_null(f.saved)},
          {"replay", f.replay},
          {"sent", text_or_null(shown.said.sent)},
          {"received", text_or_null(shown.said.received)}};
}

Json lost(const Lost& l) {
  return {{"verdict", l.hung ? "hung" : "crashed"}, {"how", l.how},
          {"engine", text_or_null(l.engine)},       {"case", json_of(l.asked)},
          {"saved", text_or_null(l.saved)},         {"replay", l.replay}};
}

Json adapter(const Report& report, const AdapterReport& a) {
  static constexpr std::string_view kKinds[] = {"crashed", "broke the protocol", "hung"};
  Json incidents = Json::array();
  for (const Incident& i : a.incidents) {
    incidents.push_back({{"verdict", kKinds[static_cast<std::size_t>(i.kind)]},
                         {"how", i.how},
                         {"case", i.asked ? json_of(*i.asked) : Json()},
                         {"replay", text_or_null(replay_of(report, i))},
                         {"sent", text_or_null(i.sent)},
                         {"received", text_or_null(i.received)},
                         {"errors", text_or_null(i.errors)}});
  }
  return {{"command", a.command},
          {"name", a.hello.name},
          {"version", a.hello.version},
          {"level", a.hello.level == Level::positions ? "ring" : "placement"},
          {"declares", a.hello.departures()},
          {"notes", report.notes},
          {"smoke", text_or_null(a.complaint)},
          {"excused", a.excuses},
          {"incidents", std::move(incidents)},
          {"lines-sent", a.lines_sent},
          {"lines-received", a.lines_received}};
}

}  // namespace

std::string to_json(const Report& report) {
  const Exit code = exit_of(report);
  Json json = {
      {"kit", {{"version", kVersion}, {"protocol", kProtocol}, {"catalog", catalog_hash()}}},
      {"subject", report.subject},
      {"seed", report.seed},
      {"budget", report.budget},
      {"shard", text_or_null(report.shard)},
      {"verdict", std::ranges::find(exit_infos(), code, &ExitInfo::code)->word},
      {"exit", static_cast<int>(code)},
      {"conclusion", conclusion(report)},
      {"partial", report.interrupted || report.lost.has_value()}};
  json["doubts"] = code == Exit::cannot_vouch ? Json(doubts(report)) : Json::array();
  json["missed"] = report.missed;
  json["notes"] = report.notes;
  Json& checks = json["self-check"] = Json::array();
  for (const SelfCheck& check : report.self_checks) {
    checks.push_back({{"engine", check.engine},
                      {"caught", text_or_null(check.wrong_ring)},
                      {"by", text_or_null(check.caught_by)},
                      {"reference-cases", check.reference_cases},
                      {"failure", text_or_null(check.failure)}});
  }
  Json& scores = json["engines"] = Json::array();
  for (const Score& score : report.scores) scores.push_back(engine(report, score));
  Json& properties = json["properties"] = Json::array();
  for (std::size_t p = 0; p < report.properties.size(); ++p) {
    properties.push_back(property(report, p));
  }
  Json& met = json["classes"] = Json::array();
  for (std::size_t c = 0; c < kClasses; ++c) {
    const bool is_of_level = (classes_of(report.level) & bit(static_cast<Class>(c))) != 0;
    if (is_of_level) met.push_back(class_met(report, c));
  }
  Json& violations = json["violations"] = Json::array();
  for (const Finding& f : report.findings) violations.push_back(finding(report, f));
  json["diagnosis"] = report.diagnosis ? diagnosis(*report.diagnosis) : Json();
  json["adapter"] = report.adapter ? adapter(report, *report.adapter) : Json();
  json["lost"] = report.lost ? lost(*report.lost) : Json();
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace clockwise::gate
