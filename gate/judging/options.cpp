#include "gate/judging/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "gate/base/near_names.hpp"
#include "gate/base/usage_error.hpp"
#include "properties/kit/catalog.hpp"

namespace clockwise::gate {
namespace {

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

BudgetOption parse_budget(std::string_view text) {
  BudgetOption option;
  option.text = text;
  Budget& budget = option.budget;
  if (text == "quick" || text == "full" || text == "deep") {
    budget.depth = text == "quick" ? Depth::quick : text == "full" ? Depth::full : Depth::deep;
    return option;
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
  return option;
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

std::vector<const Engine*> parse_engines(const std::vector<std::string>& names, Level level) {
  std::vector<const Engine*> all;
  for (const Engine& engine : names.empty() ? default_engines() : engines()) all.push_back(&engine);
  const auto find = [&](std::string_view name) {
    const auto found = std::ranges::find(all, name, &Engine::slug);
    return found == all.end() ? nullptr : *found;
  };
  all = pick("engine", names, all, find, [](const Engine& e) { return e.slug; });
  for (const Engine* engine : all) {
    if (!engine->missing.empty()) {
      throw UsageError(fmt::format("--engine: this build has no {} engine, as {}", engine->slug,
                                   engine->missing));
    }
    if (engine->supply(level) == nullptr) {
      throw UsageError(fmt::format("--engine: the {} engine has no cases of {}", engine->slug,
                                   level_name(level)));
    }
  }
  return all;
}

std::vector<const Property*> parse_properties(const std::vector<std::string>& names, Level level) {
  const std::vector<const Property*> all = catalog_at(level);
  for (const std::string& name : names) {
    const Property* property = find_property(name);
    if (property == nullptr || property->check_at(level) != nullptr) continue;
    throw UsageError(
        fmt::format("--property: {} is no property of rings of {}", name, level_name(level)));
  }
  return pick("property", names, all, find_property, [](const Property& p) { return p.slug; });
}

std::string_view level_name(Level level) {
  return level == Level::positions ? "positions" : "names";
}

}  // namespace clockwise::gate
