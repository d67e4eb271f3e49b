// Cases, answer by answer: the subject's, at the level of positions beside the reference's, and the
// verdict of every property.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "gate/base/exit.hpp"
#include "gate/base/files.hpp"
#include "gate/base/usage_error.hpp"
#include "gate/base/verb.hpp"
#include "gate/base/words.hpp"
#include "gate/judging/incidents.hpp"
#include "gate/judging/options.hpp"
#include "gate/judging/subject.hpp"
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
  SubjectOptions subject;
  std::string format = "text";
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

  const Case& asked() const { return vector.asked; }
  bool is_vector() const { return !vector.trace.states.empty(); }
  // At the level of names there is nothing to agree with.
  bool has_reference() const { return asked().level == Level::positions; }
  Comparison with_reference() const {
    return has_reference() ? compare(answered, expected.trace) : Comparison{};
  }
  bool equals_vector(const Trace& trace) const {
    return compare(trace, vector.trace).different == 0;
  }
  std::uint64_t violated() const {
    return static_cast<std::uint64_t>(std::ranges::count_if(
        verdicts, [](const auto& judged) { return judged.second.is_violated(); }));
  }
  bool is_clean() const {
    return with_reference().different == 0 && violated() == 0 &&
           (!is_vector() || (equals_vector(answered) && equals_vector(expected.trace)));
  }
};

Replay replay(const std::string& file, Vector vector, Subject& subject) {
  Replay result{file, std::move(vector), {}, {}, {}, {}};
  const Case& c = result.asked();
  result.answered = subject.run(c);
  result.expected = expect(c, result.answered, subject.conventions());
  const Trial trial{c, result.answered, result.expected, subject};
  for (const Property* property : catalog_at(c.level)) {
    try {
      result.verdicts.emplace_back(property, property->check_at(c.level)(trial));
    } catch (const NoTrace& none) {
      result.unjudged.emplace_back(property, none.what());
    }
  }
  return result;
}

// ---- Text. -------------------------------------------------------------------------------------

// One question of one state: what was asked, and both answers.
struct Question {
  std::string asked;
  std::string answered;
  std::string right;
  bool is_same = true;
};

std::vector<Question> questions_in(const Replay& r, std::size_t i) {
  const Case& c = r.asked();
  const State& state = r.answered.states[i];
  const State* right = r.has_reference() ? &r.expected.trace.states[i] : nullptr;
  const Trace& reference = r.expected.trace;
  std::vector<Question> all;
  const auto add = [&](std::string asked, std::string answered, auto say_right, bool is_same) {
    all.push_back(
        {visible(asked), visible(answered), right == nullptr ? "" : visible(say_right()), is_same});
  };
  add(
      "step", say_step(r.answered, i), [&] { return say_step(reference, i); },
      right == nullptr || agree(state.step, right->step));
  for (std::size_t k = 0; k < c.keys.size(); ++k) {
    add(
        "key " + key_name(c, k), say_owner(c, r.answered, i, k),
        [&] { return say_owner(c, reference, i, k); },
        right == nullptr || same_owner(state, k, *right, k));
    if (!c.replicas) continue;
    add(
        "  replicas", say_replicas(c, r.answered, i, k),
        [&] { return say_replicas(c, reference, i, k); },
        right == nullptr || same_replicas(state, k, *right, k));
  }
  return all;
}

void print_answers(const Replay& r, const std::string& subject) {
  for (std::size_t i = 0; i < r.asked().states(); ++i) {
    fmt::print("{}", paragraph(fmt::format("  state {}  ", i), describe_step(r.asked(), i)));
    const std::vector<Question> questions = questions_in(r, i);
    std::size_t asked = 0;
    std::size_t answered = width(subject);
    for (const Question& question : questions) {
      asked = std::max(asked, width(question.asked));
      answered = std::max(answered, width(question.answered));
    }
    fmt::print("    {}  {}{}\n", left("", asked), left(subject, r.has_reference() ? answered : 0),
               r.has_reference() ? "  reference" : "");
    for (const Question& question : questions) {
      if (!r.has_reference()) {
        fmt::print("    {}  {}\n", left(question.asked, asked), question.answered);
        continue;
      }
      fmt::print("    {}  {}  {}{}\n", left(question.asked, asked),
                 left(question.answered, answered), question.right,
                 question.is_same ? "" : "  ← differs");
    }
  }
}

void print_verdicts(const Replay& r) {
  for (const auto& [property, verdict] : r.verdicts) {
    fmt::print("  {:<38}", property->slug);
    if (verdict.is_violated()) {
      const Witness& w = verdict.witness();
      fmt::print("VIOLATED: {}: expected {}, answered {}\n", visible(place_of(r.asked(), w)),
                 visible(w.expected), visible(w.answered));
      if (w.derived) fmt::print("    asked again as {}\n", write_case(*w.derived));
    } else if (verdict.is_vacuous()) {
      fmt::print("vacuous: {}\n", verdict.reason());
    } else if (verdict.is_excused()) {
      fmt::print("excused: {}\n", verdict.reason());
    } else {
      fmt::print("holds\n");
    }
  }
  for (const auto& [property, why] : r.unjudged) {
    fmt::print("  {:<38}not judged: {}\n", property->slug, visible(why));
  }
}

void print_text(const Replay& r, const std::string& subject) {
  const Case& c = r.asked();
  fmt::print("{}{}\n", input_name(r.file),
             c.name.empty() ? "" : fmt::format(": {}", visible(c.name)));
  if (r.is_vector()) {
    fmt::print("{}", paragraph("  ", fmt::format("{} ({})", visible(r.vector.about),
                                                 visible(r.vector.rule))));
  }
  print_answers(r, subject);
  print_verdicts(r);
  const Exchange& said = r.answered.said;
  if (!said.sent.empty()) {
    fmt::print("  → {}\n  ← {}\n", visible(said.sent), visible(said.received));
  }
  if (r.is_vector()) {
    fmt::print("  the vector's answers are {}'s: {}; the reference's: {}\n", subject,
               r.equals_vector(r.answered) ? "yes" : "NO",
               r.equals_vector(r.expected.trace) ? "yes" : "NO");
  }
  std::string differ;
  if (r.has_reference()) {
    const Comparison comparison = r.with_reference();
    differ = fmt::format("{} of {} differ, ", comparison.different,
                         counted(comparison.questions, "answer"));
  }
  fmt::print("  {}: {}{} violated\n", r.is_clean() ? "agrees" : "DISAGREES", differ,
             counted(r.violated(), "property is", "properties are"));
}

// ---- JSON. -------------------------------------------------------------------------------------

using Json = nlohmann::ordered_json;

Json to_json(const Replay& r) {
  const Case& c = r.asked();
  const Comparison comparison = r.with_reference();
  Json verdicts = Json::array();
  for (const auto& [property, verdict] : r.verdicts) {
    Json row = {{"property", property->slug},
                {"verdict", verdict.is_violated()  ? "violated"
                            : verdict.is_vacuous() ? "vacuous"
                            : verdict.is_excused() ? "excused"
                                                   : "holds"}};
    if (!verdict.reason().empty()) row["reason"] = verdict.reason();
    if (verdict.is_violated()) {
      const Witness& w = verdict.witness();
      row["state"] = w.state;
      row["key"] = w.key ? Json(*w.key) : Json();
      row["expected"] = w.expected;
      row["answered"] = w.answered;
      row["asked-again-as"] = w.derived ? json_of(*w.derived) : Json();
    }
    verdicts.push_back(std::move(row));
  }
  Json json = {{"file", r.file},
               {"case", json_of(c)},
               {"answered", json_of(c, r.answered)},
               {"reference", r.has_reference() ? json_of(c, r.expected.trace) : Json()},
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
  const Case& c = r.asked();
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

// The files, all of them read before the first is run: nothing is printed when one cannot be.
std::vector<std::pair<std::string, Vector>> read_all(const Arguments& arguments,
                                                     const Subject& subject) {
  std::vector<std::pair<std::string, Vector>> all;
  for (const std::string& file : arguments.files) {
    all.emplace_back(file, read_vector_file(file));
    const Level level = all.back().second.asked.level;
    if (level == subject.level()) continue;
    throw UsageError(fmt::format("{}: a case of {}, and {} is a ring of {}", input_name(file),
                                 level_name(level), subject.name(), level_name(subject.level())));
  }
  if (arguments.svg.empty()) return all;
  if (all.size() != 1)
    throw UsageError(fmt::format("--svg: expected one case, found {}", all.size()));
  if (subject.level() == Level::names) {
    throw UsageError("--svg: a case of names has no positions to be drawn at");
  }
  return all;
}

int run(const Arguments& arguments) {
  OpenSubject opened(arguments.subject, false);
  if (opened.has_given_up()) {
    return static_cast<int>(tell_incidents("replay", opened.adapter()->adapter()));
  }
  auto read = read_all(arguments, opened.subject());
  std::optional<OutputFile> svg;
  if (!arguments.svg.empty()) svg.emplace(arguments.svg);

  std::string now;
  opened.watch([&](Ending ending, const std::string& how, const Case& c) {
    std::fflush(stdout);
    fmt::print(stderr, "clockwise replay: {}: {} {}, {}, on the case\n{}\n", input_name(now),
               opened.title(), ending == Ending::hung ? "hung" : "crashed", how, write_case(c));
    return static_cast<int>(ending == Ending::hung ? Exit::hung : Exit::crashed);
  });
  std::size_t agreeing = 0;
  Json all = Json::array();
  for (auto& [file, vector] : read) {
    now = file;
    try {
      const Replay result = replay(file, std::move(vector), opened.subject());
      if (svg) svg->commit(to_svg(picture_of(result)));
      agreeing += result.is_clean() ? 1 : 0;
      if (arguments.format == "json") {
        all.push_back(to_json(result));
      } else {
        if (file != read.front().first) fmt::print("\n");
        print_text(result, opened.title());
      }
    } catch (const NoTrace& none) {
      fmt::print(stderr, "clockwise replay: {}: {}\n", input_name(file), visible(none.what()));
    }
  }
  if (opened.adapter() != nullptr && !opened.adapter()->adapter().incidents().empty()) {
    return static_cast<int>(tell_incidents("replay", opened.adapter()->adapter()));
  }
  const Exit code = agreeing == read.size() ? Exit::conforms : Exit::violated;
  if (arguments.format == "json") {
    const Json json = {
        {"subject", opened.title()}, {"exit", static_cast<int>(code)}, {"replays", std::move(all)}};
    fmt::print("{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
  } else if (read.size() > 1) {
    fmt::print("\n{} of {} agree\n", agreeing, counted(read.size(), "file"));
  }
  return static_cast<int>(code);
}

std::function<int()> set_up(Declare declare) {
  auto arguments = std::make_shared<Arguments>();
  declare.several("cases", arguments->files, "files with a case or a vector; - is standard input");
  declare_subject(declare, arguments->subject);
  declare.one_of("--format", arguments->format, {"text", "json"}, "text (default) or json");
  declare.one("--svg", arguments->svg,
              "draw the ring in the last state, its keys and what moved last, to this file");
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
