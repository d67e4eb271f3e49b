// Arguments as text, and what they say. Each parser throws UsageError, naming the option, what it
// expects and what it found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gate/judging/seconds.hpp"
#include "properties/engines/engine.hpp"
#include "properties/kit/property.hpp"

namespace clockwise::gate {

// How much to run: quick, full or deep; a time for each engine that can go on (60s, 5m); or a
// number of cases for each engine that samples (500).
struct BudgetOption {
  Budget budget;
  std::string text;
};
BudgetOption parse_budget(std::string_view text);

// One of N equal parts of what the enumerating engines do; counted from 0.
struct Shard {
  std::uint64_t index = 0;
  std::uint64_t count = 1;
};
Shard parse_shard(std::string_view text);  // "2/8" is index 1 of 8

std::uint64_t parse_seed(std::string_view text);
Seconds parse_timeout(std::string_view text);

// The engines and properties of these names that there are at a level, in the order of the catalogs
// and each once. No names are all properties, and the default engines.
std::vector<const Engine*> parse_engines(const std::vector<std::string>& names, Level level);
std::vector<const Property*> parse_properties(const std::vector<std::string>& names, Level level);

// What a level is called in messages: "positions", "names".
std::string_view level_name(Level level);

}  // namespace clockwise::gate
