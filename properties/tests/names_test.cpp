// Rings that hash by themselves: the properties catch the wrong ones of the gallery on small cases,
// and spare the right one.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "properties/engines/engine.hpp"
#include "properties/kit/catalog.hpp"
#include "properties/kit/json.hpp"
#include "properties/tests/where.hpp"
#include "rings/rings.hpp"

namespace clockwise {
namespace {

NamedRing rendezvous() { return *find_ring("rendezvous"); }

const Engine& engine(std::string_view slug) {
  return *std::ranges::find(engines(), slug, &Engine::slug);
}

RunOptions options() {
  RunOptions options;
  options.corpus = source("corpus");
  return options;
}

TEST(Names, RendezvousHashingHoldsAndEachPropertySpeaks) {
  const auto subject = rendezvous().subject();
  Judge judge(*subject, catalog_at(Level::names));
  for (const Engine& each : default_engines()) run_engine(each, judge, options());
  for (const Violation& violation : judge.violations()) {
    ADD_FAILURE() << violation.property->slug << ": " << write_case(violation.smallest) << "\n"
                  << violation.verdict.witness().expected << " / "
                  << violation.verdict.witness().answered;
  }
  EXPECT_NE(judge.scores()[1].summary.find("from 1 to 130 nodes"), std::string::npos);
  for (std::size_t p = 0; p < judge.properties().size(); ++p) {
    std::uint64_t held = 0;
    for (const Score& score : judge.scores()) held += score.tallies[p].holds;
    EXPECT_GT(held, 0U) << judge.properties()[p]->slug;
  }
}

TEST(Names, WrongRingsAreCaughtByTheirPropertiesOnSmallCases) {
  for (const Fault* fault : gallery()) {
    if (!fault->is_of_names()) continue;
    const auto subject = wrong_ring(*fault).subject();
    for (const Property* property : catalog_at(Level::names)) {
      if (std::ranges::find(property->catches, fault->slug) == property->catches.end()) continue;
      Judge judge(*subject, {property});
      for (const char* slug : {"exhaustive", "random", "corpus"}) {
        if (!judge.done()) run_engine(engine(slug), judge, options());
      }
      ASSERT_EQ(judge.violations().size(), 1U) << fault->slug << " " << property->slug;
      const Case& smallest = judge.violations()[0].smallest;
      EXPECT_LE(smallest.steps.size(), 2U) << fault->slug << " " << property->slug;
      EXPECT_LE(smallest.start.nodes.size(), 7U) << fault->slug << " " << property->slug;
      const bool is_counted = property->slug == std::string_view("shares-follow-the-weights");
      if (!is_counted) {
        EXPECT_LE(smallest.keys.size(), 50U) << fault->slug << " " << property->slug;
      }
      EXPECT_EQ(smallest.name, "");
      const auto again = read_case(write_case(smallest));
      ASSERT_TRUE(again.has_value()) << again.error().message();
      EXPECT_EQ(*again, smallest) << write_case(smallest);
      EXPECT_TRUE(judge.violates(*property, *again));
    }
  }
}

TEST(Names, ShardsAreDifferentPartsOfTheWhole) {
  const auto subject = rendezvous().subject();
  for (const char* slug : {"corpus", "exhaustive"}) {
    std::uint64_t whole = 0;
    std::uint64_t parts = 0;
    for (const std::uint64_t shards : {1U, 3U}) {
      for (std::uint64_t shard = 0; shard < shards; ++shard) {
        Judge judge(*subject, {find_property("growth-moves-only-to-the-newcomer")});
        RunOptions part = options();
        part.shard = shard;
        part.shards = shards;
        run_engine(engine(slug), judge, part);
        const std::uint64_t cases = judge.scores()[0].cases;
        EXPECT_GT(cases, 0U) << slug << " " << shard;
        (shards == 1 ? whole : parts) += cases;
      }
    }
    EXPECT_EQ(parts, whole) << slug;
  }
}

TEST(Names, WhatADeclarationRulesOutIsNotAsked) {
  NamedRing ring = rendezvous();
  Conventions& conventions = ring.conventions;
  conventions.membership = Conventions::Membership::append;
  const auto subject = ring.subject();
  const auto read = [](const char* text) { return *read_case(text); };
  const Case first_leaves = read(
      R"({"nodes": [{"node": "a"}, {"node": "b"}], "steps": [{"leave": "a"}], "keys": ["x"]})");
  const Case last_leaves = read(
      R"({"nodes": [{"node": "a"}, {"node": "b"}], "steps": [{"leave": "b"}], "keys": ["x"]})");
  EXPECT_EQ(ruled_out(first_leaves, conventions), "membership: append");
  EXPECT_FALSE(subject->narrowed(first_leaves).has_value());
  EXPECT_EQ(subject->narrowed(last_leaves), last_leaves);
  conventions.most_nodes = 1;
  EXPECT_EQ(ruled_out(last_leaves, conventions), "limits: at most 1 node");
  conventions = {};
  conventions.least_key_bytes = 1;
  conventions.leaves = false;
  Case narrow = narrowed_names(
      read(R"({"nodes": [{"node": "a", "weight": 3}, {"node": "b"}], "steps": [{"leave": "b"}],
               "keys": ["", "x"]})"),
      conventions);
  EXPECT_EQ(write_case(narrow), R"({"nodes": [{"node": "a"}, {"node": "b"}], "keys": ["x"]})");
}

// Two newcomers never have one name, however long the names of the case are.
TEST(Names, NewcomersAreCalledLikeNobody) {
  for (const std::string& first : {std::string("node"), std::string(100, 'n')}) {
    Case c;
    c.level = Level::names;
    c.node_names = {first, first + "0"};
    const NodeId one = newcomer(c);
    const NodeId two = newcomer(c);
    std::set<std::string> names(c.node_names.begin(), c.node_names.end());
    EXPECT_EQ(names.size(), 4U);
    EXPECT_NE(one, two);
  }
}

TEST(Names, CasesAreReadStrictly) {
  const auto read = read_case(
      R"({"nodes": [{"node": "a", "weight": 3}, {"node": "b"}], "steps": [{"join": [{"node": "c"}]},
          {"leave": "a"}, {"weigh": {"node": "b", "weight": 2}}], "keys": ["", "x", ""],
          "replicas": 2})");
  ASSERT_TRUE(read.has_value()) << read.error().message();
  EXPECT_EQ(read->level, Level::names);
  EXPECT_EQ(read->start.nodes[0].weight, 3U);
  EXPECT_EQ(read->states(), 4U);
  EXPECT_EQ(read->keys, (std::vector<Position>{0, 1, 0}));
  EXPECT_EQ(key_name(*read, 1), "\"x\"");
  const std::pair<const char*, const char*> wrong[] = {
      {R"({"keys": []})", ""},
      {R"({"nodes": [{"node": "a", "weight": 0}]})", "/nodes/0/weight"},
      {R"({"nodes": [{"node": ""}]})", "/nodes/0/node"},
      {R"({"nodes": [], "steps": [{"build": {}}]})", "/steps/0/build"},
      {R"({"nodes": [], "keys": [1]})", "/keys/0"},
      {R"({"nodes": [], "size": "8"})", "/nodes"},
  };
  for (const auto& [text, path] : wrong) {
    const auto malformed = read_case(text);
    ASSERT_FALSE(malformed.has_value()) << text;
    EXPECT_EQ(malformed.error().path, path) << text;
  }
  // A vector has right answers, and these are of positions.
  const auto vector = read_vector(
      R"({"rule": "join", "about": "x", "case": {"nodes": [{"node": "a"}]}, "trace": {"states": []}})");
  ASSERT_FALSE(vector.has_value());
  EXPECT_EQ(vector.error().path, "/case/nodes");
}

}  // namespace
}  // namespace clockwise
