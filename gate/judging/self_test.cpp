// Puts the gate itself to the test.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "gate/base/exit.hpp"
#include "gate/base/progress.hpp"
#include "gate/base/shipped.hpp"
#include "gate/base/verb.hpp"
#include "gate/base/version.hpp"
#include "gate/base/words.hpp"
#include "gate/judging/matrix.hpp"
#include "properties/kit/catalog.hpp"

namespace clockwise::gate {
namespace {

std::vector<std::string_view> slugs(const Properties& properties) {
  std::vector<std::string_view> all;
  for (const Property* property : properties) all.push_back(property->slug);
  return all;
}

Exit exit_of(const Matrix& matrix) {
  return matrix.failures.empty() ? Exit::conforms : Exit::cannot_vouch;
}

std::string conclusion(const Matrix& matrix) {
  const int code = static_cast<int>(exit_of(matrix));
  if (!matrix.failures.empty()) {
    return fmt::format("FAILED: the gate cannot vouch for anyone: {} (exit code {})",
                       counted(matrix.failures.size(), "failure"), code);
  }
  return fmt::format(
      "PASSED: each of {} is caught by every engine that has to, each of {} catches one, and the "
      "right rings pass (exit code {})",
      counted(matrix.rows.size(), "wrong ring"),
      counted(catalog().size(), "property", "properties"), code);
}

std::string recorded(const fuzz::Kill* kill) {
  if (kill == nullptr) return "no record";
  return kill->seconds ? fmt::format("{:.2f} s", *kill->seconds) : "SURVIVES";
}

// What the column of times is.
std::string about_record(const Matrix& matrix) {
  std::vector<double> seconds;
  std::string_view first = "9999";
  std::string_view last = "0000";
  double budget = 0;
  for (const Row& row : matrix.rows) {
    if (row.by_fuzz == nullptr) continue;
    if (row.by_fuzz->seconds) seconds.push_back(*row.by_fuzz->seconds);
    first = std::min(first, row.by_fuzz->date);
    last = std::max(last, row.by_fuzz->date);
    budget = std::max(budget, row.by_fuzz->budget);
  }
  if (seconds.empty()) return "fuzz: nothing is on record";
  std::ranges::sort(seconds);
  return fmt::format(
      "fuzz: seconds to the first finding from an empty corpus, as recorded on {}{} with {} "
      "seconds "
      "each; median {:.2f}, most {:.2f}",
      first, first == last ? "" : fmt::format(" to {}", last), budget, seconds[seconds.size() / 2],
      seconds.back());
}

std::string to_text(const Matrix& matrix) {
  std::string text = left("wrong ring", 38);
  for (const Engine& engine : default_engines()) text += left(engine.slug, 12);
  text += left("fuzz", 10) + "properties that catch it\n";
  for (const Row& row : matrix.rows) {
    text += left(row.fault->slug, 38);
    for (std::size_t e = 0; e < row.by_engine.size(); ++e) {
      const bool is_caught = !row.by_engine[e].empty();
      text += left(is_caught ? "caught" : row.is_excused(e) ? "excused" : "SURVIVES", 12);
    }
    text += left(recorded(row.by_fuzz), 10);
    const auto by = slugs(row.caught_by());
    text += fmt::format("{}\n", by.size());
    if (!by.empty()) text += paragraph("    ", fmt::format("{}", fmt::join(by, ", ")));
  }
  text += "\n" + paragraph("", about_record(matrix)) + "\n";
  for (const std::string& failure : matrix.failures) text += paragraph("- ", failure);
  return text + paragraph("", conclusion(matrix));
}

std::string to_json(const Matrix& matrix) {
  using Json = nlohmann::ordered_json;
  Json rows = Json::array();
  for (const Row& row : matrix.rows) {
    Json by_engine = Json::object();
    for (std::size_t e = 0; e < row.by_engine.size(); ++e) {
      by_engine[std::string(default_engines()[e].slug)] = {{"caught", !row.by_engine[e].empty()},
                                                           {"excused", row.is_excused(e)},
                                                           {"by", slugs(row.by_engine[e])}};
    }
    Json by_fuzz;  // null where there is no record
    if (row.by_fuzz != nullptr) {
      by_fuzz = {{"seconds", row.by_fuzz->seconds ? Json(*row.by_fuzz->seconds) : Json()},
                 {"executions", row.by_fuzz->executions},
                 {"target", row.by_fuzz->target},
                 {"budget", row.by_fuzz->budget},
                 {"date", row.by_fuzz->date}};
    }
    rows.push_back({{"fault", row.fault->slug},
                    {"rule", row.fault->rule},
                    {"engines", std::move(by_engine)},
                    {"recorded-fuzz", std::move(by_fuzz)},
                    {"caught-by", slugs(row.caught_by())}});
  }
  Json properties = Json::array();
  for (const Property* property : catalog()) {
    Json caught = Json::array();
    for (const Row& row : matrix.rows) {
      const Properties by = row.caught_by();
      if (std::ranges::find(by, property) != by.end()) caught.push_back(row.fault->slug);
    }
    properties.push_back({{"property", property->slug}, {"catches", std::move(caught)}});
  }
  const Json json = {
      {"kit", {{"version", kVersion}, {"protocol", kProtocol}, {"catalog", catalog_hash()}}},
      {"exit", static_cast<int>(exit_of(matrix))},
      {"conclusion", conclusion(matrix)},
      {"failures", matrix.failures},
      {"wrong-rings", std::move(rows)},
      {"properties", std::move(properties)}};
  return json.dump(2) + "\n";
}

struct Arguments {
  std::string corpus;
  std::string format = "text";
};

int run(const Arguments& arguments) {
  Progress progress;
  Trials trials = all_trials();
  trials.corpus = find_corpus(arguments.corpus);
  trials.progress = [&](std::string_view ring, double share) { progress.show(ring, share); };
  const Matrix matrix = kill_matrix(trials);
  progress.clear();
  fmt::print("{}", arguments.format == "json" ? to_json(matrix) : to_text(matrix));
  return static_cast<int>(exit_of(matrix));
}

std::function<int()> set_up(Declare declare) {
  auto arguments = std::make_shared<Arguments>();
  declare.one("--corpus", arguments->corpus,
              "the folder with vectors/, regressions/ and placement/");
  declare.one_of("--format", arguments->format, {"text", "json"}, "text (default) or json");
  declare.footer(
      "Runs every engine, quickly, on every wrong ring. A run stops once every property that says\n"
      "it catches the ring has done so: the properties named are some of those that do.\n"
      "Exit codes: 0 the gate catches what it has to, 5 it does not.");
  return [arguments] { return run(*arguments); };
}

}  // namespace

extern const Verb self_test_verb;
const Verb self_test_verb{
    .slug = "self-test",
    .about = "put the gate itself to the test, on rings that are known to be wrong",
    .set_up = set_up,
};

}  // namespace clockwise::gate
