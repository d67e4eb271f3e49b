#include "properties/engines/engine.hpp"

#include <algorithm>

namespace clockwise {

extern const Engine corpus_engine;
extern const Engine exhaustive_engine;
extern const Engine random_engine;
extern const Engine fuzz_engine;

std::span<const Engine> engines() {
  static const Engine kAll[] = {corpus_engine, exhaustive_engine, random_engine, fuzz_engine};
  return kAll;
}

std::span<const Engine> default_engines() {
  const auto other = std::ranges::find(engines(), false, &Engine::is_default);
  return {engines().begin(), other};
}

std::uint64_t sample_count(const RunOptions& options, std::uint64_t quick, std::uint64_t full,
                           std::uint64_t deep) {
  if (options.budget.seconds) return ~std::uint64_t{0};
  if (options.budget.cases) return *options.budget.cases;
  switch (options.budget.depth) {
    case Depth::quick: return quick;
    case Depth::full: return full;
    case Depth::deep: return deep;
  }
  return quick;
}

std::uint64_t sample_seed(const RunOptions& options) {
  return options.seed ^ (options.shard * 0x9E3779B97F4A7C15U);
}

void report_progress(const RunOptions& options, std::uint64_t made, std::uint64_t count) {
  if (!options.progress) return;
  options.progress(options.budget.seconds ? -1
                                          : static_cast<double>(made) / static_cast<double>(count));
}

void run_engine(const Engine& engine, Judge& judge, const RunOptions& options) {
  judge.begin(engine.slug);
  judge.end(engine.supply(judge.subject().level())(judge, options));
}

}  // namespace clockwise
