// Cases, answer by answer: the subject's beside the reference's, and the verdict of every property.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "gate/base/exit.hpp"
#include "gate/base/files.hpp"
#include "gate/base/usage_error.hpp"
#include "gate/base/verb.hpp"
#include "gate/base/words.hpp"
#include "gate/judging/guard.hpp"
#include "gate/judging/incidents.hpp"
#include "gate/judging/subject.hpp"
#include "gate/plugin/plugin.hpp"
#include "gate/protocol/placement_adapter.hpp"
#include "gate/protocol/ring_adapter.hpp"
#include "gate/report/diagnosis.hpp"
#include "gate/report/draw.hpp"
#include "gate/report/picture_of.hpp"
#include "gate/report/report.hpp"
#include "optimized/plan.hpp"
#include "properties/kit/catalog.hpp"
#include "properties/kit/expected.hpp"

namespace clockwise::gate {
namespace {

struct Arguments {
  std::vector<std::string> files;
  std::string ring = default_ring();
  std::string adapter;
  std::string plugin;
  std::string format = "text";
  std::string timeout = "5";
  std::string svg;
};

// One file, run.
struct Replay {
  std::string file;
  Vector vector;
  Trace answered;
  Expected expected;
  std::vector<std::pair<const Property*, Verdict>> verdicts;
  std::vector<std::pair<const Property*, std::string>> unjudged;  // and why
  Exchange said;  // the raw lines, where an adapter answered

  bool is_vector() const { return !vector.trace.states.empty(); }
  bool agrees() const { return compare(answered, expected.trace).different == 0; }
  bool equals_vector(const Trace& trace) const {
    return compare(trace, vector.trace).different == 0;
  }
  bool is_clean() const {
    return agrees() &&
           (!is_vector() || (equals_vector(answered) && equals_vector(expected.trace))) &&
           std::ranges::none_of(verdicts, [](const auto& v) { return v.second.is_violated(); });
  }
};

Replay replay(const std::string& file, Vector vector, Subject& subject) {
  Replay result{file, std::move(vector), {}, {}, {}, {}, {}};
  const Case& c = result.vector.asked;
  result.answered = subject.run(c);
  result.expected = expect(c);
  const Trial trial{c, result.answered, result.expected, subject};
  for (const Property* property : catalog()) {
    try {
      result.verdicts.emplace_back(property, property->check(trial));
    } catch (const NoTrace& none) {
      result.unjudged.emplace_back(property, none.what());
    }
  }
  return result;
}

// ---- Text. -------------------------------------------------------------------------------------

// One question of one state: what was asked and both answers.
struct Row {
  std::string asked;
  std::string answered;
  std::string right;
  bool same;
};

std::vector<Row> rows_of(const Replay& r, std::size_t i) {
  const Case& c = r.vector.asked;
  const Trace& right = r.expected.trace;
  const State& a = r.answered.states[i];
  const State& b = right.states[i];
  std::vector<Row> rows{
      {"step", say_step(r.answered, i), say_step(right, i), agree(a.step, b.step)}};
  for (std::size_t k = 0; k < c.keys.size(); ++k) {
    rows.push_back({fmt::format("key {}", c.keys[k]), say_owner(c, r.answered, i, k),
                    say_owner(c, right, i, k), same_owner(a, k, b, k)});
    if (!c.replicas) continue;
    rows.push_back({"  replicas", say_replicas(c, r.answered, i, k), say_replicas(c, right, i, k),
                    same_replicas(a, k, b, k)});
  }
  for (Row& row : rows) {
    row.answered = visible(row.answered);
    row.right = visible(row.right);
  }
  return rows;
}

void print_text(const Replay& r, const std::string& subject) {
  const Case& c = r.vector.asked;
  fmt::print("{}{}\n", input_name(r.file),
             c.name.empty() ? "" : fmt::format(": {}", visible(c.name)));
  if (r.is_vector()) {
    fmt::print("{}", paragraph("  ", fmt::format("{} ({})", visible(r.vector.about),
                                                 visible(r.vector.rule))));
  }
  for (std::size_t i = 0; i < c.states(); ++i) {
    fmt::print("{}", paragraph(fmt::format("  state {}  ", i), describe_step(c, i)));
    const std::vector<Row> rows = rows_of(r, i);
    std::size_t asked = 0;
    std::size_t answered = width(subject);
    for (const Row& row : rows) {
      asked = std::max(asked, width(row.asked));
      answered = std::max(answered, width(row.answered));
    }
    fmt::print("    {}  {}  reference\n", left("", asked), left(subject, answered));
    for (const Row& row : rows) {
      fmt::print("    {}  {}  {}{}\n", left(row.asked, asked), left(row.answered, answered),
                 row.right, row.same ? "" : "  ← differs");
    }
  }
  for (const auto& [property, verdict] : r.verdicts) {
    fmt::print("  {:<38}", property->slug);
    if (verdict.is_violated()) {
      const Witness& w = verdict.witness();
      fmt::print("VIOLATED: {}: expected {}, answered {}\n", place_of(c, w), visible(w.expected),
                 visible(w.answered));
      if (w.derived) fmt::print("    asked again as {}\n", write_case(*w.derived));
    } else if (verdict.is_vacuous()) {
      fmt::print("vacuous: {}\n", verdict.reason());
    } else {
      fmt::print("holds\n");
    }
  }
  for (const auto& [property, why] : r.unjudged) {
    fmt::print("  {:<38}not judged: {}\n", property->slug, visible(why));
  }
  if (!r.said.sent.empty()) {
    fmt::print("  → {}\n  ← {}\n", r.said.sent, visible(r.said.received));
  }
  if (r.is_vector()) {
    fmt::print("  the vector's answers are {}'s: {}; the reference's: {}\n", subject,
               r.equals_vector(r.answered) ? "yes" : "NO",
               r.equals_vector(r.expected.trace) ? "yes" : "NO");
  }
  const auto violated = static_cast<std::uint64_t>(
      std::ranges::count_if(r.verdicts, [](const auto& v) { return v.second.is_violated(); }));
  const Comparison comparison = compare(r.answered, r.expected.trace);
  fmt::print("  {}: {} of {} differ, {} violated\n", r.is_clean() ? "agrees" : "DISAGREES",
             comparison.different, counted(comparison.questions, "answer"),
             counted(violated, "property is", "properties are"));
}

// ---- JSON. -------------------------------------------------------------------------------------

using Json = nlohmann::ordered_json;

Json to_json(const Replay& r) {
  const Case& c = r.vector.asked;
  const Comparison comparison = compare(r.answered, r.expected.trace);
  Json verdicts = Json::array();
  for (const auto& [property, verdict] : r.verdicts) {
    Json row = {{"property", property->slug},
                {"verdict", verdict.is_violated()  ? "violated"
                            : verdict.is_vacuous() ? "vacuous"
                                                   : "holds"}};
    if (verdict.is_vacuous()) row["reason"] = verdict.reason();
    if (verdict.is_violated()) {
      const Witness& w = verdict.witness();
      row["state"] = w.state;
      row["key"] = w.key ? Json(*w.key) : Json();
      row["expected"] = w.expected;
      row["answered"] = w.answered;
      row["asked-again-as"] = w.derived ? Json::parse(write_case(*w.derived)) : Json();
    }
    verdicts.push_back(std::move(row));
  }
  Json json = {{"file", r.file},
               {"case", Json::parse(write_case(c))},
               {"answered", Json::parse(write_trace(c, r.answered))},
               {"reference", Json::parse(write_trace(c, r.expected.trace))},
               {"questions", comparison.questions},
               {"different", comparison.different},
               {"properties", std::move(verdicts)},
               {"agrees", r.is_clean()}};
  if (r.is_vector()) {
    json["vector"] = {{"rule", r.vector.rule},
                      {"about", r.vector.about},
                      {"equals-answered", r.equals_vector(r.answered)},
                      {"equals-reference", r.equals_vector(r.expected.trace)}};
  }
  return json;
}

// ------------------------------------------------------------------------------------------------

// The ring in the last state, the keys, and what the last step moved.
Picture picture_of(const Replay& r) {
  const Case& c = r.vector.asked;
  const std::size_t last = c.steps.size();
  const Members& members = r.expected.members[last];
  if (!members.size) {
    throw UsageError(fmt::format("{}: there is no ring to draw: nothing is built", r.file));
  }
  Moves moves;
  if (last > 0 && r.expected.accepted(last) && r.expected.members[last - 1].size == members.size) {
    moves = sorted_plan(*members.size, r.expected.members[last - 1].tokens, members.tokens);
  }
  std::vector<Picture::Point> keys;
  for (std::size_t k = 0; k < c.keys.size(); ++k) {
    if (!members.size->contains(c.keys[k])) continue;
    keys.push_back(
        {c.keys[k], fmt::format("{} → {}", c.keys[k], say_owner(c, r.expected.trace, last, k))});
  }
  return picture_of(c, *members.size, members.tokens, std::move(moves), std::move(keys));
}

// There is no reference to compare with: the answers, and what the properties say to them.
int replay_placement(const Arguments& arguments, const std::shared_ptr<Adapter>& adapter) {
  std::vector<PlacementCase> cases;
  for (const std::string& file : arguments.files) {
    auto read = read_placement_case(read_input(file));
    if (!read) throw UsageError(fmt::format("{}: {}", input_name(file), read.error().message()));
    cases.push_back(*std::move(read));
  }
  PlacementAdapter subject(adapter);
  Exit code = Exit::conforms;
  for (const PlacementCase& c : cases) {
    try {
      const Trace answered = subject.run(c);
      const Exchange said = adapter->last();
      fmt::print("→ {}\n← {}\n", said.sent, visible(said.received));
      const PlacementTrial trial{c, answered, members_of(c, answered), subject};
      for (const PlacementProperty& property : placement_catalog()) {
        const PlacementVerdict verdict = property.check(trial);
        fmt::print("  {:<38}", property.about->slug);
        if (verdict.is_violated()) {
          code = Exit::violated;
          const PlacementWitness& w = verdict.witness();
          fmt::print("VIOLATED: expected {}, answered {}, in state {}\n", visible(w.expected),
                     visible(w.answered), w.state);
          if (w.derived) fmt::print("    asked again as {}\n", write_placement_case(*w.derived));
        } else {
          fmt::print("{}\n", verdict.reason().empty() ? "holds" : verdict.reason());
        }
      }
    } catch (const NoTrace& none) {
      fmt::print(stderr, "clockwise replay: {}\n", visible(none.what()));
    }
  }
  return adapter->incidents().empty() ? static_cast<int>(code) : tell_incidents("replay", *adapter);
}

int run_adapter(const Arguments& arguments) {
  Adapter::Limits limits;
  limits.each = parse_timeout(arguments.timeout);
  limits.interrupted = [] { return interrupted().load(); };
  const auto adapter = std::make_shared<Adapter>(arguments.adapter, limits);
  if (adapter->hello().level == Level::placement) return replay_placement(arguments, adapter);
  std::vector<std::pair<std::string, Vector>> read;
  for (const std::string& file : arguments.files) read.emplace_back(file, read_vector_file(file));
  if (adapter->has_given_up()) return tell_incidents("replay", *adapter);
  RingAdapter subject(adapter);
  std::size_t agreeing = 0;
  Json all = Json::array();
  for (auto& [file, vector] : read) {
    try {
      Replay result = replay(file, std::move(vector), subject);
      static_cast<void>(subject.run(result.vector.asked));
      result.said = subject.last();
      agreeing += result.is_clean() ? 1 : 0;
      if (arguments.format == "json") {
        all.push_back(to_json(result));
      } else {
        print_text(result, subject.name());
      }
    } catch (const NoTrace& none) {
      fmt::print(stderr, "clockwise replay: {}: {}\n", input_name(file), none.what());
    }
  }
  if (!adapter->incidents().empty()) return tell_incidents("replay", *adapter);
  const Exit code = agreeing == read.size() ? Exit::conforms : Exit::violated;
  if (arguments.format == "json") {
    const Json json = {
        {"subject", subject.name()}, {"exit", static_cast<int>(code)}, {"replays", std::move(all)}};
    fmt::print("{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
  }
  return static_cast<int>(code);
}

int run(const Arguments& arguments) {
  if (!arguments.adapter.empty()) return run_adapter(arguments);
  const auto subject =
      arguments.plugin.empty() ? make_subject(arguments.ring) : load_plugin(arguments.plugin);
  const Seconds timeout = parse_timeout(arguments.timeout);
  // All of them are read before the first is run: nothing is printed when one cannot be.
  std::vector<std::pair<std::string, Vector>> read;
  for (const std::string& file : arguments.files) read.emplace_back(file, read_vector_file(file));

  if (!arguments.svg.empty() && read.size() != 1) {
    throw UsageError(fmt::format("--svg: expected one case, found {}", read.size()));
  }
  std::optional<OutputFile> svg;
  if (!arguments.svg.empty()) svg.emplace(arguments.svg);

  std::string now;
  Guard guard(*subject, timeout, [&](Ending ending, const std::string& how, const Case& c) {
    std::fflush(stdout);
    fmt::print(stderr, "clockwise replay: {}: {} {}, {}, on the case\n{}\n", input_name(now),
               subject->name(), ending == Ending::hung ? "hung" : "crashed", how, write_case(c));
    return static_cast<int>(ending == Ending::hung ? Exit::hung : Exit::crashed);
  });
  std::size_t agreeing = 0;
  Json all = Json::array();
  for (auto& [file, vector] : read) {
    now = file;
    const Replay result = replay(file, std::move(vector), guard);
    if (svg) svg->commit(to_svg(picture_of(result)));
    agreeing += result.is_clean() ? 1 : 0;
    if (arguments.format == "json") {
      all.push_back(to_json(result));
    } else {
      if (file != read.front().first) fmt::print("\n");
      print_text(result, subject->name());
    }
  }
  const Exit code = agreeing == read.size() ? Exit::conforms : Exit::violated;
  if (arguments.format == "json") {
    const Json json = {{"subject", subject->name()},
                       {"exit", static_cast<int>(code)},
                       {"replays", std::move(all)}};
    fmt::print("{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
  } else if (read.size() > 1) {
    fmt::print("\n{} of {} agree\n", agreeing, counted(read.size(), "file"));
  }
  return static_cast<int>(code);
}

std::function<int()> set_up(Declare declare) {
  auto arguments = std::make_shared<Arguments>();
  declare.several("cases", arguments->files, "files with a case or a vector; - is standard input");
  declare.one("--ring", arguments->ring, "optimized (default), reference, proved or fault:NAME");
  declare.one("--adapter", arguments->adapter,
              "a command that speaks the adapter protocol, in place of --ring");
  declare.one("--plugin", arguments->plugin,
              "a shared object with the interface of clockwise_plugin.h, in place of --ring");
  declare.one_of("--format", arguments->format, {"text", "json"}, "text (default) or json");
  declare.one("--svg", arguments->svg,
              "draw the ring in the last state, its keys and what moved last, to this file");
  declare.one("--timeout", arguments->timeout,
              "seconds that the ring may take for one case (default 5)");
  declare.footer(
      "Exit codes: 0 the answers agree and nothing is violated, 1 otherwise, 2 unreadable input,\n"
      "3 the ring crashed, 4 it hung.\n"
      "Example: clockwise replay corpus/vectors/examples/*.json --ring reference");
  return [arguments] { return run(*arguments); };
}

}  // namespace

extern const Verb replay_verb;
const Verb replay_verb{
    .slug = "replay",
    .about = "run cases: a ring's answers beside the right ones, and every verdict",
    .set_up = set_up,
};

}  // namespace clockwise::gate
