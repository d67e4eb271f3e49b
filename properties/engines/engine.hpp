// An Engine supplies cases to a judge, of the level of its subject. Engines know no property by
// name, and no property knows an engine.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "properties/kit/judge.hpp"

namespace clockwise {

enum class Depth : std::uint8_t {
  quick,
  full,
  deep
};

// How much an engine is to do.
struct Budget {
  Depth depth = Depth::quick;
  std::optional<std::uint64_t> cases;  // how many, for an engine that samples; overrides the depth
  std::optional<double> seconds;       // how long each engine may take; overrides the depth
};

// What an engine is to do.
struct RunOptions {
  Budget budget;
  std::uint64_t seed = 1;
  // Of the cases, numbered from 0, those whose number is shard mod shards. Only for engines that
  // enumerate; a sampling one uses it to choose other cases.
  std::uint64_t shard = 0;
  std::uint64_t shards = 1;
  std::filesystem::path corpus;  // the folder with vectors/, regressions/ and placement/
  // Called now and then with the share done, 0 … 1, or below 0 where that is unknown.
  std::function<void(double)> progress;
};

struct Engine {
  // Judges cases until they run out or judge.done(). Returns the engine's account of what it
  // covered. Throws EngineError when it cannot supply any.
  using Supply = std::string (*)(Judge& judge, const RunOptions& options);

  std::string_view slug;
  std::string_view about;
  // At each level; null where it supplies no cases of it.
  Supply supply_positions = nullptr;
  Supply supply_names = nullptr;
  // Whether it goes through all cases within a bound.
  bool is_exhaustive = false;
  // Whether it runs where no engine is named.
  bool is_default = true;
  // A property that asks a remote subject about further cases is judged on one of this many cases
  // of the engine (Judge::sample_one_in): such questions are most of the work, and where cases are
  // many, small and similar, a sample shows as much.
  std::uint64_t one_in = 1;
  // Why this build has no such engine; empty where it has.
  std::string_view missing = {};

  Supply supply(Level level) const {
    return level == Level::positions ? supply_positions : supply_names;
  }
};

// An input of the engine's that cannot be read: names the file, the place and the expectation.
class EngineError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// corpus, exhaustive, random, fuzz: in the order in which the gate runs them, and those that run
// where none is named before the others.
std::span<const Engine> engines();
std::span<const Engine> default_engines();

// For engines that sample: how many cases to make, given the number at each depth (no limit where
// the budget is a time); the seed of their shard, far from those that people choose; and a report
// of how far they are.
std::uint64_t sample_count(const RunOptions& options, std::uint64_t quick, std::uint64_t full,
                           std::uint64_t deep);
std::uint64_t sample_seed(const RunOptions& options);
void report_progress(const RunOptions& options, std::uint64_t made, std::uint64_t count);

// Runs one engine, which supplies cases of the level of the judge's subject: opens its score,
// supplies, closes it.
void run_engine(const Engine& engine, Judge& judge, const RunOptions& options);

}  // namespace clockwise
