#include "properties/engines/engine.hpp"

namespace clockwise {

extern const Engine corpus_engine;
extern const Engine exhaustive_engine;
extern const Engine random_engine;

std::span<const Engine> engines() {
  static const Engine kAll[] = {corpus_engine, exhaustive_engine, random_engine};
  return kAll;
}

void run_engine(const Engine& engine, Judge& judge, const Plan& plan) {
  judge.begin(engine.slug);
  judge.end(engine.supply(judge, plan));
}

}  // namespace clockwise
