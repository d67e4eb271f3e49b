// An Engine supplies cases to a judge. Engines know no property by name, and no property knows an
// engine.
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

// What an engine is to do.
struct Plan {
  Depth depth = Depth::quick;
  std::optional<std::uint64_t> cases;  // how many, for an engine that samples; overrides the depth
  std::optional<double> seconds;       // how long each engine may take; overrides the depth
  std::uint64_t seed = 1;
  // Of the cases, numbered from 0, those whose number is shard mod shards. Only for engines that
  // enumerate; a sampling one uses it to choose other cases.
  std::uint64_t shard = 0;
  std::uint64_t shards = 1;
  std::filesystem::path corpus;  // the folder with vectors/ and regressions/
  // Called now and then with the share done, 0 … 1, or below 0 where that is unknown.
  std::function<void(double)> progress;
};

struct Engine {
  std::string_view slug;
  std::string_view about;
  // Judges cases until they run out or judge.done(). Returns the engine's account of what it
  // covered. Throws EngineError when it cannot supply any. Null where this build lacks the engine:
  // fuzz takes libFuzzer (CMake: CLOCKWISE_FUZZ).
  std::string (*supply)(Judge& judge, const Plan& plan) = nullptr;
  // Whether it runs where no engine is named.
  bool is_default = true;
  // A property that asks about further cases is judged on one of this engine's cases in so many
  // (Judge::thin_out): what it asks is most of the work, and where cases are many, small and much
  // like one another, a part of them shows as much.
  std::uint64_t one_in = 1;
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

// For engines that sample: how many cases the plan asks for, without end where it gives a time,
// given the number at each depth; and the seed of its shard, far from those that people choose.
std::uint64_t sample_count(const Plan& plan, std::uint64_t quick, std::uint64_t full,
                           std::uint64_t deep);
std::uint64_t sample_seed(const Plan& plan);

// Runs one engine: opens its score, supplies, closes it.
void run_engine(const Engine& engine, Judge& judge, const Plan& plan);

}  // namespace clockwise
