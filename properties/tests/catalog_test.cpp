// Every property on every ring by every engine, each as a test of its own.
#include "properties/kit/catalog.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "optimized/sorted_ring.hpp"
#include "properties/engines/engine.hpp"
#include "properties/kit/json.hpp"
#include "properties/tests/where.hpp"
#include "reference/naive_ring.hpp"

namespace clockwise {
namespace {

struct Pairing {
  const Property* property;
  const Engine* engine;
  std::string ring;
};

MakeRing maker(const std::string& ring) {
  if (ring == "reference") return [] { return std::make_unique<NaiveRing>(); };
  return [] { return std::make_unique<SortedRing>(); };
}

std::vector<Pairing> pairings() {
  std::vector<Pairing> all;
  for (const Property* property : catalog()) {
    for (const Engine& engine : engines()) {
      for (const char* ring : {"optimized", "reference"}) {
        all.push_back({property, &engine, ring});
      }
    }
  }
  return all;
}

std::string name_of(const testing::TestParamInfo<Pairing>& info) {
  std::string name{info.param.property->slug};
  name.append("_").append(info.param.ring).append("_").append(info.param.engine->slug);
  std::ranges::replace(name, '-', '_');
  return name;
}

class Catalog : public testing::TestWithParam<Pairing> {};

TEST_P(Catalog, Holds) {
  const Pairing& pairing = GetParam();
  RingSubject subject(pairing.ring, maker(pairing.ring));
  Judge judge(subject, {pairing.property});
  Plan plan;
  plan.corpus = source("corpus");
  run_engine(*pairing.engine, judge, plan);

  for (const Violation& violation : judge.violations()) {
    ADD_FAILURE() << pairing.property->claim << "\n"
                  << write_case(violation.smallest) << "\nexpected "
                  << violation.verdict.witness().expected << ", answered "
                  << violation.verdict.witness().answered;
  }
  const Score& score = judge.scores().back();
  EXPECT_GT(score.tallies[0].holds, 0U) << "only ever vacuous: " << score.tallies[0].reason;
  for (Classes needs = pairing.property->needs; needs != 0; needs &= needs - 1) {
    const auto needed = static_cast<std::size_t>(std::countr_zero(needs));
    EXPECT_GT(score.classes[needed], 0U) << "never met: " << class_infos()[needed].slug;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Catalog, testing::ValuesIn(pairings()), name_of);

}  // namespace
}  // namespace clockwise
