// Rings that hash by themselves: the properties catch the wrong ones here, and spare the right one.
#include "properties/placement/placement.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "properties/kit/catalog.hpp"

namespace clockwise {
namespace {

// All properties, or the one of this slug.
std::vector<const PlacementProperty*> properties(std::string_view slug = "") {
  std::vector<const PlacementProperty*> all;
  for (const PlacementProperty& property : placement_catalog()) {
    if (slug.empty() || property.about->slug == slug) all.push_back(&property);
  }
  return all;
}

PlacementPlan plan() {
  PlacementPlan plan;
  plan.cases = 12;
  plan.keys = 400;
  plan.engines = {"exhaustive", "random"};
  return plan;
}

PlacementResult judged(std::string_view model, std::string_view property = "") {
  return judge_placement(*make_placement_model(model), properties(property), plan());
}

TEST(Placement, RendezvousHashingHolds) {
  const auto result = judged("rendezvous");
  for (const auto& violation : result.violations) {
    ADD_FAILURE() << violation.property->about->slug << ": "
                  << write_placement_case(violation.smallest) << "\n"
                  << violation.verdict.witness().expected << " / "
                  << violation.verdict.witness().answered;
  }
  EXPECT_NE(result.scores[0].summary.find("from 1 to 130 nodes"), std::string::npos);
  // Each of them has held on some case, but for those that it declares nothing for.
  for (std::size_t p = 0; p < placement_catalog().size(); ++p) {
    std::uint64_t held = 0;
    std::uint64_t excused = 0;
    for (const Score& score : result.scores) {
      held += score.tallies[p].holds;
      excused += score.tallies[p].excused;
    }
    EXPECT_GT(held + excused, 0U) << placement_catalog()[p].about->slug;
    EXPECT_EQ(excused > 0, placement_catalog()[p].about->slug == "shares-follow-the-weights");
  }
}

TEST(Placement, WrongRingsAreCaughtByTheirPropertyOnSmallCases) {
  for (const PlacementModel& model : placement_models()) {
    if (model.caught_by.empty()) continue;
    const auto result = judged(model.slug, model.caught_by);
    const auto caught = std::ranges::find_if(result.violations, [&](const auto& violation) {
      return violation.property->about->slug == model.caught_by;
    });
    ASSERT_NE(caught, result.violations.end()) << model.slug;
    EXPECT_LE(caught->smallest.keys.size(), 4U) << model.slug;
    EXPECT_LE(caught->smallest.steps.size(), 2U) << model.slug;
    EXPECT_LE(caught->smallest.nodes.size(), 7U) << model.slug;
    const auto again = read_placement_case(write_placement_case(caught->smallest));
    ASSERT_TRUE(again.has_value()) << again.error().message();
    EXPECT_EQ(write_placement_case(*again), write_placement_case(caught->smallest));
  }
}

TEST(Placement, SlugsAreThoseOfTheCatalogOrOfThisLevel) {
  std::set<std::string_view> slugs;
  for (const PlacementProperty& property : placement_catalog()) {
    ASSERT_NE(property.about, nullptr);
    EXPECT_TRUE(slugs.insert(property.about->slug).second) << property.about->slug;
    const bool is_shared = find_property(property.about->slug) == property.about;
    const auto only = placement_only();
    EXPECT_NE(is_shared, std::ranges::find(only, property.about) != only.end());
    EXPECT_NE(find_rule(property.about->rule), nullptr);
  }
}

TEST(Placement, CasesAreReadStrictly) {
  const auto read = read_placement_case(
      R"({"nodes": [{"node": "a", "weight": 3}, {"node": "b"}], "steps": [{"join": [{"node": "c"}]},
          {"leave": "a"}, {"weigh": {"node": "b", "weight": 2}}], "keys": ["", "x"], "replicas": 2})");
  ASSERT_TRUE(read.has_value()) << read.error().message();
  EXPECT_EQ(read->nodes[0].weight, 3U);
  EXPECT_EQ(read->states(), 4U);
  EXPECT_EQ(shape_of(*read).states(), 4U);
  const std::pair<const char*, const char*> wrong[] = {
      {R"({"keys": []})", ""},
      {R"({"nodes": [{"node": "a", "weight": 0}]})", "/nodes/0/weight"},
      {R"({"nodes": [{"node": ""}]})", "/nodes/0/node"},
      {R"({"nodes": [], "steps": [{"build": {}}]})", "/steps/0/build"},
      {R"({"nodes": [], "keys": [1]})", "/keys/0"},
      {R"({"nodes": [], "size": "8"})", "/size"},
  };
  for (const auto& [text, path] : wrong) {
    const auto malformed = read_placement_case(text);
    ASSERT_FALSE(malformed.has_value()) << text;
    EXPECT_EQ(malformed.error().path, path) << text;
  }
}

}  // namespace
}  // namespace clockwise
