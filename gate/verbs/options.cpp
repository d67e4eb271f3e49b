#include "gate/verbs/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <utility>

#include "fuzz/engine.hpp"
#include "gate/verbs/verb.hpp"
#include "properties/kit/catalog.hpp"

namespace clockwise::gate {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(std::string_view option, std::string_view expected, std::string_view found) {
  throw UsageError(fmt::format("{}: expected {}, found \"{}\"", option, expected, found));
}

// A whole number in decimal and nothing else.
std::optional<std::uint64_t> parse_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// How many single-letter changes lead from one text to the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j + 1] + 1, row[j] + 1, changed});
    }
  }
  return row.back();
}

template <class Item, class Find, class SlugOf>
std::vector<const Item*> pick(std::string_view kind, const std::vector<std::string>& names,
                              const std::vector<const Item*>& all, Find find, SlugOf slug_of) {
  if (names.empty()) return all;
  std::vector<std::string> known;
  for (const Item* item : all) known.emplace_back(slug_of(*item));
  for (const std::string& name : names) {
    if (find(name) != nullptr) continue;
    const std::string list = kind == "property" ? "properties" : fmt::format("{}s", kind);
    throw UsageError(fmt::format("--{}: there is no {} \"{}\"{}", kind, kind, name,
                                 near_hint(name, known, list)));
  }
  std::vector<const Item*> picked;
  for (const Item* item : all) {
    if (std::ranges::find(names, slug_of(*item)) != names.end()) picked.push_back(item);
  }
  return picked;
}

}  // namespace

Budget parse_budget(std::string_view text) {
  Budget budget;
  budget.text = text;
  if (text == "quick" || text == "full" || text == "deep") {
    budget.depth = text == "quick" ? Depth::quick : text == "full" ? Depth::full : Depth::deep;
    return budget;
  }
  const bool is_time = text.ends_with('s') || text.ends_with('m');
  const auto number = parse_number(is_time ? text.substr(0, text.size() - 1) : text);
  // A week: enough for anyone, and far from what the clock overflows at.
  constexpr std::uint64_t kLongest = 7 * 24 * 60 * 60;
  if (!number || *number == 0 || (is_time && *number > kLongest)) {
    fail("--budget",
         "quick, full, deep, a time for each engine like 60s or 5m, or a number of cases like 500",
         text);
  }
  if (!is_time) {
    budget.cases = *number;
  } else {
    budget.seconds = static_cast<double>(*number) * (text.ends_with('m') ? 60 : 1);
  }
  return budget;
}

Shard parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto index = parse_number(text.substr(0, slash));
  const auto count =
      slash == std::string_view::npos ? std::nullopt : parse_number(text.substr(slash + 1));
  constexpr std::uint64_t kMost = 1'000'000;
  if (!index || !count || *index < 1 || *index > *count || *count > kMost) {
    fail("--shard", fmt::format("I/N, like 2/8, with 1 ≤ I ≤ N ≤ {}", kMost), text);
  }
  return {*index - 1, *count};
}

std::uint64_t parse_seed(std::string_view text) {
  const auto seed = parse_number(text);
  if (!seed) fail("--seed", "a whole number from 0 to 18446744073709551615", text);
  return *seed;
}

Seconds parse_timeout(std::string_view text) {
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  constexpr double kMost = 86'400;
  const bool read = error == std::errc() && end == text.data() + text.size();
  if (!read || !std::isfinite(seconds) || seconds < 0.001 || seconds > kMost) {
    fail("--timeout", "seconds, from 0.001 to 86400", text);
  }
  return Seconds(seconds);
}

std::vector<const Engine*> known_engines() {
  std::vector<const Engine*> all;
  for (const Engine& engine : engines()) all.push_back(&engine);
  all.push_back(&fuzz::kEngine);
  return all;
}

std::vector<const Engine*> parse_engines(const std::vector<std::string>& names) {
  std::vector<const Engine*> all = known_engines();
  if (names.empty()) all.pop_back();
  const auto find = [&](std::string_view name) {
    const auto found = std::ranges::find(all, name, &Engine::slug);
    return found == all.end() ? nullptr : *found;
  };
  all = pick("engine", names, all, find, [](const Engine& e) { return e.slug; });
  for (const Engine* engine : all) {
    if (engine->supply != nullptr) continue;
    throw UsageError(fmt::format(
        "--engine: this build has no {} engine, as it takes clang 19 and libFuzzer; `./run build "
        "fuzz` makes build/fuzz/clockwise, which has it",
        engine->slug));
  }
  return all;
}

std::vector<const Property*> parse_properties(const std::vector<std::string>& names) {
  const std::vector<const Property*> all(catalog().begin(), catalog().end());
  return pick("property", names, all, find_property, [](const Property& p) { return p.slug; });
}

fs::path find_corpus(const std::string& given) {
  std::error_code none;
  if (!given.empty()) {
    if (!fs::is_directory(given, none)) {
      fail("--corpus", "a folder with vectors/ or regressions/ in it",
           fs::exists(given, none) ? given + " (no folder)" : given + " (not there)");
    }
    return given;
  }
  const fs::path folder = fs::read_symlink("/proc/self/exe", none).parent_path();
  const fs::path installed = folder.parent_path() / "share" / "clockwise" / "corpus";
  if (fs::is_directory(installed, none)) return installed;
  for (fs::path up = folder; up.has_relative_path(); up = up.parent_path()) {
    if (fs::is_directory(up / "corpus" / "vectors", none)) return up / "corpus";
  }
  return {};
}

std::vector<std::string> near_names(std::string_view name, const std::vector<std::string>& known) {
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const std::string& each : known) {
    // As it is misspelt; as its beginning is; or as a part of it.
    std::size_t distance = edit_distance(name, each);
    for (std::size_t length = name.size(); name.size() >= 4 && length <= name.size() + 1;
         ++length) {
      if (length >= each.size()) break;
      distance = std::min(distance, 1 + edit_distance(name, each.substr(0, length)));
    }
    if (name.size() >= 3 && name != each && each.find(name) != std::string::npos) distance = 1;
    if (distance <= std::max<std::size_t>(2, name.size() / 4)) near.emplace_back(distance, each);
  }
  std::ranges::sort(near);
  std::vector<std::string> names;
  for (auto& [distance, each] : near) {
    if (names.size() < 5) names.push_back(std::move(each));
  }
  return names;
}

std::string near_hint(std::string_view name, const std::vector<std::string>& known,
                      std::string_view list) {
  const std::vector<std::string> near = near_names(name, known);
  const std::string all =
      fmt::format("`clockwise list{}{}` shows all", list.empty() ? "" : " ", list);
  if (near.empty()) return fmt::format("; {}", all);
  return fmt::format("; near it: {}; {}", fmt::join(near, ", "), all);
}

}  // namespace clockwise::gate
