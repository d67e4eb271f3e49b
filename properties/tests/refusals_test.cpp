// The tables of refusals in SPEC.md, held against both rings.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>

#include "optimized/sorted_ring.hpp"
#include "properties/tests/where.hpp"
#include "reference/naive_ring.hpp"

namespace clockwise {
namespace {

using Kinds = std::vector<std::string>;

std::string spec() {
  std::ifstream in(source("reference/SPEC.md"));
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

Kinds all_matches(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  Kinds found;
  for (std::sregex_iterator it(text.begin(), text.end(), regex), end; it != end; ++it) {
    found.push_back((*it)[1]);
  }
  return found;
}

// The refusals of an operation, in the order in which SPEC.md says they are looked for.
Kinds row_of(const std::string& operation) {
  const Kinds rows =
      all_matches(spec(), "\\| " + operation + " \\| (`[a-z-]+`(?:, `[a-z-]+`)*) \\|");
  return rows.size() == 1 ? all_matches(rows.front(), "`([a-z-]+)`") : Kinds{};
}

template <class T>
std::string told(const Outcome<T>& outcome) {
  return outcome ? "nothing" : std::string(slug(outcome.error()));
}

// A ring of the sixteen positions with A at 1 and B at 8.
constexpr Token kA{TokenId{0}, 1, NodeId{0}};
constexpr Token kB{TokenId{1}, 8, NodeId{1}};

bool has(const Kinds& wrong, const char* kind) {
  return std::ranges::find(wrong, kind) != wrong.end();
}

// Everything that is wrong with a batch is wrong with another of its tokens, the last first.
std::vector<Token> batch(const Kinds& wrong) {
  std::vector<Token> tokens{{TokenId{5}, 5, NodeId{2}}};
  if (has(wrong, "duplicate-token")) tokens.push_back({TokenId{5}, 6, NodeId{2}});
  if (has(wrong, "duplicate-position")) tokens.push_back({TokenId{6}, 5, NodeId{2}});
  if (has(wrong, "position-out-of-range")) tokens.push_back({TokenId{7}, 16, NodeId{2}});
  return tokens;
}

// Asks for what is wrong in all of these ways at once, as far as that can be.
std::string answer(Ring& ring, const std::string& operation, const Kinds& wrong) {
  const bool is_empty = has(wrong, "no-tokens");
  if (operation == "build") {
    if (has(wrong, "ring-too-small")) return told(RingSize::of(1));
    return told(ring.build(*RingSize::of(16), is_empty ? std::vector<Token>{} : batch(wrong)));
  }
  if (!is_empty) {
    std::vector<Token> members{kA};
    if (!has(wrong, "last-node")) members.push_back(kB);
    EXPECT_TRUE(ring.build(*RingSize::of(16), members));
  }
  if (operation == "join") return told(ring.join(batch(wrong)));
  if (operation == "leave") return told(ring.leave(NodeId{has(wrong, "unknown-node") ? 9U : 0U}));
  const Position key = has(wrong, "position-out-of-range") ? 16 : 3;
  if (operation == "owner") return told(ring.owner(key));
  std::vector<NodeId> five(5);
  return told(ring.replicas(key, five));
}

template <class R>
class RefusalTables : public testing::Test {};
using Rings = testing::Types<NaiveRing, SortedRing>;
TYPED_TEST_SUITE(RefusalTables, Rings);

// From any place in a row on, all that can be wrong at once is, and the first of it is told.
TYPED_TEST(RefusalTables, TheFirstOfARowIsTold) {
  for (const char* operation : {"build", "join", "leave", "owner", "replicas"}) {
    Kinds wrong = row_of(operation);
    EXPECT_GE(wrong.size(), 2U) << operation << " has no row";
    for (; !wrong.empty(); wrong.erase(wrong.begin())) {
      TypeParam ring;
      EXPECT_EQ(answer(ring, operation, wrong), wrong.front()) << operation;
    }
  }
}

TYPED_TEST(RefusalTables, AnEmptyBatchIsNoTokens) {
  TypeParam ring;
  ASSERT_TRUE(ring.build(*RingSize::of(16), std::vector{kA, kB}));
  EXPECT_EQ(told(ring.join({})), "no-tokens");
  EXPECT_EQ(told(ring.build(*RingSize::of(16), {})), "no-tokens");
}

TEST(Refusals, EachKindHasARow) {
  Kinds kinds;
  for (int kind = 0; kind <= static_cast<int>(Refusal::too_few_nodes); ++kind) {
    kinds.emplace_back(slug(static_cast<Refusal>(kind)));
  }
  const std::string text = spec();
  const std::size_t table = text.find("| kind | when |");
  ASSERT_NE(table, std::string::npos);
  const std::string rows = text.substr(table, text.find("\n\n", table) - table);
  EXPECT_EQ(all_matches(rows, "\n\\| `([a-z-]+)` \\|"), kinds);
}

}  // namespace
}  // namespace clockwise
