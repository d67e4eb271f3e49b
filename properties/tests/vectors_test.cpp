// Every vector, number for number: answers, loads and moved keys, by all three rings.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "optimized/plan.hpp"
#include "optimized/sorted_ring.hpp"
#include "properties/engines/corpus.hpp"
#include "properties/kit/catalog.hpp"
#include "properties/kit/expected.hpp"
#include "properties/kit/json.hpp"
#include "properties/kit/property.hpp"
#include "properties/kit/run.hpp"
#include "properties/tests/where.hpp"
#include "reference/naive_plan.hpp"
#include "reference/store.hpp"
#include "reference/walking_ring.hpp"

namespace clockwise {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string name_of(const testing::TestParamInfo<fs::path>& info) {
  std::string name =
      info.param.parent_path().filename().string() + "_" + info.param.stem().string();
  std::ranges::replace(name, '-', '_');
  return name;
}

// How many positions each node owns, counted from the arcs.
Vector::Loads loads_of(const Case& c, const Members& members) {
  Vector::Loads loads;
  for (const Token& token : members.tokens) {
    const Position before = predecessor(members.tokens, token.position);
    const Count to = token.position;
    loads[node_name(c, token.node)] +=
        to > before ? to - before : to + members.size->positions() - before;
  }
  return loads;
}

std::vector<Position> moved_by(const Vector& vector, std::size_t step) {
  std::set<Position> moved;
  const State& before = vector.trace.states[step];
  const State& after = vector.trace.states[step + 1];
  for (std::size_t k = 0; k < vector.asked.keys.size(); ++k) {
    if (before.owners[k].kind() == Answer::Kind::node && !same_owner(before, k, after, k)) {
      moved.insert(vector.asked.keys[k]);
    }
  }
  return {moved.begin(), moved.end()};
}

// What a read finds straight after a step, of the records written before it.
std::vector<bool> reads_after(const Vector& vector, std::size_t step) {
  const auto owners = [](const State& state) {
    std::vector<NodeId> nodes;
    for (const Answer answer : state.owners) nodes.push_back(answer.node());
    return nodes;
  };
  Store store;
  store.open(vector.asked.keys);
  store.publish(owners(vector.trace.states[step]));
  for (std::size_t k = 0; k < vector.asked.keys.size(); ++k) store.write(k, k);
  store.publish(owners(vector.trace.states[step + 1]));
  std::vector<bool> found;
  for (std::size_t k = 0; k < vector.asked.keys.size(); ++k) found.push_back(store.read(k) == k);
  return found;
}

bool is_walkable(const Case& c) {
  for (const Step& step : c.steps) {
    const auto* build = std::get_if<Build>(&step);
    if (build != nullptr && build->size > 4096) return false;
  }
  return c.start.size <= 4096;
}

class Vectors : public testing::TestWithParam<fs::path> {};

TEST_P(Vectors, Hold) {
  const auto read = read_vector(text_of(GetParam()));
  ASSERT_TRUE(read) << read.error().message();
  const Vector& vector = *read;
  EXPECT_NE(find_rule(vector.rule), nullptr) << vector.rule;
  EXPECT_FALSE(vector.about.empty());

  const std::string right = write_trace(vector.asked, vector.trace);
  const Expected expected = expect(vector.asked);
  EXPECT_EQ(write_trace(vector.asked, expected.trace), right);
  SortedRing sorted;
  EXPECT_EQ(write_trace(vector.asked, run(sorted, vector.asked)), right);
  if (is_walkable(vector.asked)) {
    WalkingRing walking;
    EXPECT_EQ(write_trace(vector.asked, run(walking, vector.asked)), right);
  }

  if (!vector.loads.empty()) {
    ASSERT_EQ(vector.loads.size(), vector.asked.states());
  }
  for (std::size_t i = 0; i < vector.loads.size(); ++i) {
    EXPECT_TRUE(vector.loads[i] == loads_of(vector.asked, expected.members[i])) << "state " << i;
  }
  if (!vector.moved.empty()) {
    ASSERT_EQ(vector.moved.size(), vector.asked.steps.size());
  }
  for (std::size_t i = 0; i < vector.moved.size(); ++i) {
    EXPECT_EQ(vector.moved[i], moved_by(vector, i)) << "step " << i;
  }
  for (std::size_t i = 0; i < vector.plans.size(); ++i) {
    const Members& before = expected.members[i];
    const Members& after = expected.members[i + 1];
    ASSERT_TRUE(before.size && before.size == after.size) << "step " << i;
    EXPECT_EQ(vector.plans[i], naive_plan(*after.size, before.tokens, after.tokens)) << i;
    EXPECT_EQ(vector.plans[i], sorted_plan(*after.size, before.tokens, after.tokens)) << i;
  }
  for (std::size_t i = 0; i < vector.reads.size(); ++i) {
    EXPECT_EQ(vector.reads[i], reads_after(vector, i)) << "step " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Vectors, testing::ValuesIn(case_files(source("corpus"), {"vectors"})),
                         name_of);

TEST(Corpus, EveryRuleHasAVectorOrSaysWhyNot) {
  std::set<std::string, std::less<>> shown;
  for (const fs::path& file : case_files(source("corpus"), {"vectors"})) {
    const auto read = read_vector(text_of(file));
    if (read) shown.insert(read->rule);
  }
  for (const Rule& rule : rules()) {
    EXPECT_EQ(shown.contains(rule.slug), rule.no_vector.empty()) << rule.slug;
  }
}

TEST(Corpus, ConformsToItsSchemas) {
  EXPECT_EQ(std::system(("/usr/bin/python3 " + source("corpus/check_schema.py")).c_str()), 0);
}

}  // namespace
}  // namespace clockwise
