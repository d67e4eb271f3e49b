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

std::uint64_t sample_count(const Plan& plan, std::uint64_t quick, std::uint64_t full,
                           std::uint64_t deep) {
  if (plan.seconds) return ~std::uint64_t{0};
  if (plan.cases) return *plan.cases;
  switch (plan.depth) {
    case Depth::quick: return quick;
    case Depth::full: return full;
    case Depth::deep: return deep;
  }
  return quick;
}

std::uint64_t sample_seed(const Plan& plan) {
  return plan.seed ^ (plan.shard * 0x9E3779B97F4A7C15U);
}

void run_engine(const Engine& engine, Judge& judge, const Plan& plan) {
  judge.begin(engine.slug);
  judge.end(engine.supply(judge, plan));
}

}  // namespace clockwise
