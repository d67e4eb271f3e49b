// Every property on every ring by every engine, each as a test of its own.
#include "properties/kit/catalog.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "properties/engines/engine.hpp"
#include "properties/kit/json.hpp"
#include "properties/tests/where.hpp"
#include "rings/rings.hpp"

namespace clockwise {
namespace {

struct Pairing {
  std::string name;
  std::vector<const Property*> properties;
  const Engine* engine;
  std::string ring;
};

// The name of a test, of the words in it.
std::string name_of(std::string_view properties, std::string_view ring, const Engine& engine) {
  std::string name = fmt::format("{}_{}_{}", properties, ring, engine.slug);
  std::ranges::replace(name, '-', '_');
  return name;
}

// Those of plans together: to run a case costs more than to judge the plans in it.
std::vector<Pairing> pairings() {
  std::vector<Pairing> all;
  std::vector<const Property*> of_plans;
  for (const Property* property : catalog()) {
    if (property->of_plans) of_plans.push_back(property);
  }
  for (const Engine& engine : default_engines()) {
    for (const char* ring : {"optimized", "reference", "rendezvous"}) {
      const bool is_of_names = ring == std::string_view("rendezvous");
      for (const Property* property : catalog_at(is_of_names ? Level::names : Level::positions)) {
        if (property->of_plans) continue;
        all.push_back({name_of(property->slug, ring, engine), {property}, &engine, ring});
      }
      if (!is_of_names) all.push_back({name_of("plans", ring, engine), of_plans, &engine, ring});
    }
  }
  return all;
}

// Counts the questions of a ring.
class Counting final : public Subject {
 public:
  explicit Counting(std::unique_ptr<Subject> ring) : ring_(std::move(ring)) {}

  const std::string& name() const override { return ring_->name(); }
  Level level() const override { return ring_->level(); }
  const Conventions& conventions() const override { return ring_->conventions(); }
  Trace run_asking(const Case& c, const AskIn& ask_in) override {
    ++runs;
    return ring_->run_asking(c, ask_in);
  }
  std::optional<Trace> run_afresh(const Case& c) override {
    ++runs;
    return ring_->run_afresh(c);
  }
  std::uint64_t runs = 0;

 private:
  std::unique_ptr<Subject> ring_;
};

TEST(AsksFurther, IsTrueOfThePropertiesThatDo) {
  for (const char* ring : {"optimized", "rendezvous"}) {
    Counting counting(find_ring(ring)->subject());
    for (const Property* property : catalog_at(counting.level())) {
      if (property->of_plans) continue;
      Judge judge(counting, {property});
      counting.runs = 0;
      RunOptions options;
      options.corpus = source("corpus");
      options.budget.cases = 30;
      run_engine(engines()[2], judge, options);
      EXPECT_EQ(counting.runs > judge.scores()[0].cases, property->asks_further)
          << property->slug << " of " << ring;
    }
  }
}

class Catalog : public testing::TestWithParam<Pairing> {};

TEST_P(Catalog, Holds) {
  const Pairing& pairing = GetParam();
  const auto subject = find_ring(pairing.ring)->subject();
  Judge judge(*subject, pairing.properties);
  RunOptions options;
  options.corpus = source("corpus");
  run_engine(*pairing.engine, judge, options);

  for (const Violation& violation : judge.violations()) {
    ADD_FAILURE() << violation.property->claim << "\n"
                  << write_case(violation.smallest) << "\nexpected "
                  << violation.verdict.witness().expected << ", answered "
                  << violation.verdict.witness().answered;
  }
  const Score& score = judge.scores().back();
  for (std::size_t p = 0; p < pairing.properties.size(); ++p) {
    EXPECT_GT(score.tallies[p].holds, 0U)
        << pairing.properties[p]->slug << " is only ever vacuous: " << score.tallies[p].reason;
    const Classes needed_here = pairing.properties[p]->needs & classes_of(subject->level());
    for (Classes needs = needed_here; needs != 0; needs &= needs - 1) {
      const auto needed = static_cast<std::size_t>(std::countr_zero(needs));
      EXPECT_GT(score.classes[needed], 0U) << "never met: " << class_infos()[needed].slug;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Catalog, testing::ValuesIn(pairings()),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace clockwise
