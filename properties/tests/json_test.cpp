#include "properties/kit/json.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>

#include "properties/engines/corpus.hpp"
#include "properties/kit/expected.hpp"
#include "properties/tests/where.hpp"

namespace clockwise {
namespace {

namespace fs = std::filesystem;

constexpr Count kMostPositions = Count{1} << 64;
constexpr Position kLast = ~Position{0};

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

std::string file_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// What a text that must be read is read as.
template <class T>
T value_of(Read<T> result) {
  if (result) return *std::move(result);
  ADD_FAILURE() << result.error().message();
  return {};
}

// A text that must not be read, and where and why not.
struct Bad {
  std::string text;
  std::string path;
  std::string expected;
  std::string found;
};

template <class T>
void expect_malformed(const Bad& bad, const Read<T>& result) {
  SCOPED_TRACE(bad.text);
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().path, bad.path);
  EXPECT_EQ(result.error().byte, std::nullopt);
  EXPECT_EQ(result.error().expected, bad.expected);
  EXPECT_EQ(result.error().found, bad.found);
}

constexpr std::string_view kPosition =
    R"(a position as a decimal string, "0" to "18446744073709551615")";
constexpr std::string_view kCount =
    R"(a number of positions as a decimal string, "0" to "18446744073709551616")";
constexpr std::string_view kName = "a name of 1 to 255 bytes";

// ---- Decimals. ---------------------------------------------------------------------------------

TEST(Decimal, CountsUpTo2To64AreWrittenAndRead) {
  for (const Count count : {Count{0}, Count{7}, Count{10}, Count{kLast}, kMostPositions}) {
    EXPECT_EQ(parse_count(to_decimal(count)), count);
  }
  EXPECT_EQ(to_decimal(0), "0");
  EXPECT_EQ(to_decimal(kMostPositions), "18446744073709551616");
  EXPECT_EQ(parse_count("18446744073709551616"), kMostPositions);
  EXPECT_EQ(parse_position("18446744073709551615"), kLast);
}

TEST(Decimal, NothingElseIsOne) {
  for (const char* text : {"", "01", "00", "+1", "-1", " 1", "1 ", "1.", "1e3", "0x1", "a", "1,000",
                           "18446744073709551617", "99999999999999999999", "٣"}) {
    EXPECT_EQ(parse_count(text), std::nullopt) << text;
    EXPECT_EQ(parse_position(text), std::nullopt) << text;
  }
  EXPECT_EQ(parse_count(std::string(1000, '9')), std::nullopt);
  EXPECT_EQ(parse_count(std::string_view("1\0", 2)), std::nullopt);
  EXPECT_EQ(parse_position("18446744073709551616"), std::nullopt);
}

// ---- Reading a case. ---------------------------------------------------------------------------

TEST(ReadCase, ReadsEveryMember) {
  const Case c = value_of(read_case(R"({"name": "all", "size": "18446744073709551616",
      "tokens": [{"id": "x", "node": "A", "at": "18446744073709551615"}, {"node": "B", "at": "8"}],
      "steps": [{"join": [{"node": "C", "at": "12"}]}, {"leave": "B"},
                {"build": {"size": "0", "tokens": []}}],
      "keys": ["9", "0", "9"], "replicas": 18446744073709551615})"));
  EXPECT_EQ(c.name, "all");
  EXPECT_EQ(c.start.size, kMostPositions);
  const std::vector<Token> start{{TokenId{0}, kLast, NodeId{0}}, {TokenId{1}, 8, NodeId{1}}};
  EXPECT_EQ(c.start.tokens, start);
  const std::vector<Step> steps{Join{{{TokenId{2}, 12, NodeId{2}}}}, Leave{NodeId{1}},
                                Build{0, {}}};
  EXPECT_EQ(c.steps, steps);
  EXPECT_EQ(c.keys, (std::vector<Position>{9, 0, 9}));
  EXPECT_EQ(c.replicas, ~std::uint64_t{0});
  EXPECT_EQ(c.node_names, (std::vector<std::string>{"A", "B", "C"}));
  EXPECT_EQ(c.token_names, (std::vector<std::string>{"x", "B@8", "C@12"}));
}

TEST(ReadCase, SizeAndTokensAreEnough) {
  const Case c = value_of(read_case(R"({"tokens": [], "size": "1"})"));
  Case bare;
  bare.start.size = 1;
  EXPECT_EQ(c, bare);
}

TEST(ReadCase, NoReplicasAreSomethingElseThanNoneAsked) {
  EXPECT_EQ(value_of(read_case(R"({"size": "4", "tokens": [], "replicas": 0})")).replicas, 0);
}

TEST(ReadCase, NodesAreNumberedAsTheyAppearInTheHistory) {
  // Members of the text in another order; the second leaver never has a token.
  const Case c = value_of(read_case(R"({"steps": [{"leave": "B"}, {"leave": "ghost"},
      {"build": {"tokens": [{"at": "1", "node": "C"}], "size": "4"}}, {"leave": "A"}],
      "size": "4", "tokens": [{"node": "A", "at": "0"}, {"node": "B", "at": "1"}]})"));
  EXPECT_EQ(c.node_names, (std::vector<std::string>{"A", "B", "ghost", "C"}));
  EXPECT_EQ(std::get<Leave>(c.steps[1]).node, NodeId{2});
  EXPECT_EQ(std::get<Leave>(c.steps[3]).node, NodeId{0});
}

TEST(ReadCase, TokensOfOneNameHaveOneId) {
  const Case c = value_of(read_case(R"({"size": "9", "tokens": [{"node": "A", "at": "3"},
      {"node": "A", "at": "3"}, {"node": "B", "at": "4", "id": "A@3"},
      {"node": "A@3", "at": "5", "id": "A@5"}, {"node": "A", "at": "5"}]})"));
  std::vector<TokenId> ids;
  for (const Token& token : c.start.tokens) ids.push_back(token.id);
  EXPECT_EQ(ids, (std::vector{TokenId{0}, TokenId{0}, TokenId{0}, TokenId{1}, TokenId{1}}));
}

TEST(ReadCase, NamesAreBytes) {
  const std::string longest(255, 'n');
  const Case c =
      value_of(read_case(fmt::format(R"({{"size": "9", "tokens": [{{"node": "é", "at": "3"}},
          {{"node": "e\u0301", "at": "4"}}, {{"node": "\u00e9", "at": "5"}},
          {{"node": "\u0000", "at": "6"}}, {{"node": "{}", "at": "7"}}]}})",
                                     longest)));
  EXPECT_EQ(c.node_names,
            (std::vector<std::string>{"é", "e\xCC\x81", std::string(1, '\0'), longest}));
  EXPECT_EQ(c.token_names.back(), longest + "@7");
}

std::string with_token(std::string_view token) {
  return fmt::format(R"({{"size": "32", "tokens": [{{"node": "A", "at": "1"}}, {}]}})", token);
}
std::string with_at(std::string_view at) {
  return with_token(fmt::format(R"({{"node": "B", "at": {}}})", at));
}
std::string with_member(std::string_view member) {
  return fmt::format(R"({{"size": "32", "tokens": [], {}}})", member);
}
std::string with_size(std::string_view size) {
  return fmt::format(R"({{"size": {}, "tokens": []}})", size);
}

TEST(ReadCase, PositionsAreDecimalStrings) {
  const std::pair<std::string, std::string> wrong[] = {
      {"1", "1"},
      {"true", "true"},
      {"null", "null"},
      {"1.5", "1.5"},
      {"1e3", "1e3"},
      {"-1", "-1"},
      {"-0", "-0"},
      {"99999999999999999999", "99999999999999999999"},
      {"-99999999999999999999", "-99999999999999999999"},
      {"18446744073709551615", "18446744073709551615"},
      {R"([ "1","2"])", R"(["1", "2"])"},
      {R"({ "b":"1","a":[]})", R"({"a": [], "b": "1"})"},
      {R"("")", R"("")"},
      {R"(" 1")", R"(" 1")"},
      {R"("01")", R"("01")"},
      {R"("+1")", R"("+1")"},
      {R"("-1")", R"("-1")"},
      {R"("1\n")", R"("1\x0A")"},
      {R"("1\u0000")", R"("1\x00")"},
      {R"("1.0")", R"("1.0")"},
      {R"("18446744073709551616")", R"("18446744073709551616")"},
  };
  for (const auto& [text, found] : wrong) {
    const Bad at{with_at(text), "/tokens/1/at", std::string(kPosition), found};
    expect_malformed(at, read_case(at.text));
    const Bad key{with_member(fmt::format(R"("keys": ["4", {}])", text)), "/keys/1",
                  std::string(kPosition), found};
    expect_malformed(key, read_case(key.text));
  }
}

TEST(ReadCase, SizesAreDecimalStringsUpTo2To64) {
  for (const char* text : {"32", "true", "1.5", R"("")", R"("032")", R"("-1")", R"("0x20")",
                           R"("18446744073709551617")", R"("99999999999999999999")"}) {
    const Bad bad{with_size(text), "/size", std::string(kCount), text};
    expect_malformed(bad, read_case(bad.text));
  }
  for (const char* text : {R"("0")", R"("1")", R"("18446744073709551616")"}) {
    EXPECT_TRUE(read_case(with_size(text))) << text;
  }
}

TEST(ReadCase, NamesAreOneTo255Bytes) {
  const std::string too_long = repeated("é", 128);
  const std::string shortened = fmt::format("\"{}…", repeated("é", 20));
  const std::pair<std::string, std::string> wrong[] = {
      {R"("")", R"("")"},
      {"7", "7"},
      {"null", "null"},
      {fmt::format("\"{}\"", too_long), shortened},
  };
  for (const auto& [text, found] : wrong) {
    const Bad node{with_token(fmt::format(R"({{"node": {}, "at": "3"}})", text)), "/tokens/1/node",
                   std::string(kName), found};
    expect_malformed(node, read_case(node.text));
    const Bad id{with_token(fmt::format(R"({{"node": "B", "at": "3", "id": {}}})", text)),
                 "/tokens/1/id", std::string(kName), found};
    expect_malformed(id, read_case(id.text));
    const Bad leave{with_member(fmt::format(R"("steps": [{{"leave": {}}}])", text)),
                    "/steps/0/leave", std::string(kName), found};
    expect_malformed(leave, read_case(leave.text));
  }
}

TEST(ReadCase, MembersAreKnownPresentAndOfTheirType) {
  const std::string case_members =
      R"(no member but "name", "size", "tokens", "steps", "keys", "replicas")";
  const std::string one_step = R"(one member of "build", "join", "leave")";
  const std::string a_number = "a whole number, 0 to 18446744073709551615";
  const Bad wrong[] = {
      {"7", "", "an object", "7"},
      {"[]", "", "an object", "[]"},
      {"null", "", "an object", "null"},
      {R"("size")", "", "an object", R"("size")"},
      {"{}", "", R"(a member "size")", "{}"},
      {R"({"size": "4"})", "", R"(a member "tokens")", R"({"size": "4"})"},
      {R"({"tokens": []})", "", R"(a member "size")", R"({"tokens": []})"},
      {with_member(R"("key": [])"), "/key", case_members, R"("key")"},
      {with_member(R"("nodes": [])"), "/nodes", case_members, R"("nodes")"},
      {with_member(R"("a/b~c\n": 1)"), "/a~1b~0c\n", case_members, R"("a/b~c\x0A")"},
      {with_member(R"("": 1)"), "/", case_members, R"("")"},
      {with_member(R"("name": 1)"), "/name", "a string", "1"},
      {with_member(R"("keys": null)"), "/keys", "a list of keys", "null"},
      {with_member(R"("keys": {"0": "1"})"), "/keys", "a list of keys", R"({"0": "1"})"},
      {with_member(R"("steps": "none")"), "/steps", "a list of steps", R"("none")"},
      {with_member(R"("steps": [[]])"), "/steps/0", "an object", "[]"},
      {with_member(R"("steps": [{}])"), "/steps/0", one_step, "{}"},
      {with_member(R"("steps": [{"leave": "A", "join": []}])"), "/steps/0", one_step,
       R"({"join": [], "leave": "A"})"},
      {with_member(R"("steps": [{"weigh": {}}])"), "/steps/0/weigh",
       R"(no member but "build", "join", "leave")", R"("weigh")"},
      {with_member(R"("steps": [{"leave": ["A"]}])"), "/steps/0/leave", std::string(kName),
       R"(["A"])"},
      {with_member(R"("steps": [{"join": {}}])"), "/steps/0/join", "a list of tokens", "{}"},
      {with_member(R"("steps": [{"join": []}, {"join": [{"node": "A"}]}])"), "/steps/1/join/0",
       R"(a member "at")", R"({"node": "A"})"},
      {with_member(R"("steps": [{"build": []}])"), "/steps/0/build", "an object", "[]"},
      {with_member(R"("steps": [{"build": {"size": "4"}}])"), "/steps/0/build",
       R"(a member "tokens")", R"({"size": "4"})"},
      {with_member(R"("steps": [{"build": {"size": "4", "tokens": [], "keys": []}}])"),
       "/steps/0/build/keys", R"(no member but "size", "tokens")", R"("keys")"},
      {with_member(R"("replicas": "2")"), "/replicas", a_number, R"("2")"},
      {with_member(R"("replicas": null)"), "/replicas", a_number, "null"},
      {with_member(R"("replicas": true)"), "/replicas", a_number, "true"},
      {with_member(R"("replicas": -1)"), "/replicas", a_number, "-1"},
      {with_member(R"("replicas": -0)"), "/replicas", a_number, "-0"},
      {with_member(R"("replicas": 2.0)"), "/replicas", a_number, "2.0"},
      {with_member(R"("replicas": 2e0)"), "/replicas", a_number, "2e0"},
      {with_member(R"("replicas": 18446744073709551616)"), "/replicas", a_number,
       "18446744073709551616"},
      {R"({"size": "4", "tokens": {}})", "/tokens", "a list of tokens", "{}"},
      {with_token("[]"), "/tokens/1", "an object", "[]"},
      {with_token(R"("B@3")"), "/tokens/1", "an object", R"("B@3")"},
      {with_token(R"({"at": "3"})"), "/tokens/1", R"(a member "node")", R"({"at": "3"})"},
      {with_token(R"({"node": "B"})"), "/tokens/1", R"(a member "at")", R"({"node": "B"})"},
      {with_token(R"({"node": "B", "at": "3", "weight": 1})"), "/tokens/1/weight",
       R"(no member but "id", "node", "at")", R"("weight")"},
  };
  for (const Bad& bad : wrong) expect_malformed(bad, read_case(bad.text));
}

TEST(ReadCase, MembersOccurOnce) {
  const std::string once = "each member once";
  const Bad wrong[] = {
      {R"({"size": "4", "tokens": [], "size": "4"})", "/size", once, R"("size" a second time)"},
      {with_token(R"({"node": "B", "at": "3", "\u0061t": "3"})"), "/tokens/1/at", once,
       R"("at" a second time)"},
      {with_member(R"("steps": [{"leave": "A"}, {"leave": "A", "leave": "A"}])"), "/steps/1/leave",
       once, R"("leave" a second time)"},
      {with_member(R"("steps": [[7, [8, {"x": {}, "y/z": [], "x": 1, "x": 2}]], 9])"),
       "/steps/0/1/1/x", once, R"("x" a second time)"},
      {R"({"": 1, "": 1})", "/", once, R"("" a second time)"},
      {R"([{"a": {"b": 1, "b": 1}, "a": 1}])", "/0/a/b", once, R"("b" a second time)"},
  };
  for (const Bad& bad : wrong) expect_malformed(bad, read_case(bad.text));
}

TEST(ReadCase, ANumberBeyondTheRangeOfADoubleHasAPath) {
  const std::string expected = "a number within the range of a double";
  const Bad wrong[] = {
      {with_member(R"("replicas": 1e400)"), "/replicas", expected, "1e400"},
      {with_member(R"("keys": [[0, -1e999]])"), "/keys/0/1", expected, "-1e999"},
      {"1e400", "", expected, "1e400"},
  };
  for (const Bad& bad : wrong) expect_malformed(bad, read_case(bad.text));
}

// ---- Texts that are not JSON. ------------------------------------------------------------------

TEST(NotJson, IsSeenAtTheFirstByteThatCannotBe) {
  struct NotJson {
    std::string text;
    std::size_t byte;
    std::string found;
  };
  using namespace std::string_literals;
  const NotJson wrong[] = {
      {"", 0, "the end"},
      {"  \n", 3, "the end"},
      {"\0"s, 0, R"(\x00)"},
      {"{}\0"s, 2, R"(\x00)"},
      {"{\"size\": \0"s, 9, R"(\x00)"},
      {"{]\0"s, 1, R"(]\x00)"},
      {"{} x", 3, "x"},
      {"{}{}", 2, "{}"},
      {"{\"a\": 12 34}", 9, "34}"},
      {"{\"a\": \"b\" \"cd\"}", 10, "\"cd\"}"},
      {"{123: 1}", 1, "123: 1}"},
      {"{\"a\": 1,}", 8, "}"},
      {"[1, 2,]", 6, "]"},
      {"[1 true]", 3, "true]"},
      {"{\"a\" 1}", 5, "1}"},
      {"{'a': 1}", 1, "'a': 1}"},
      {"{\"a\": tru}", 9, "}"},
      {"{\"a\": True}", 6, "True}"},
      {"nul", 3, "the end"},
      {"[012]", 2, "12]"},
      {"[+1]", 1, "+1]"},
      {"[.5]", 1, ".5]"},
      {"[1.]", 3, "]"},
      {"[1e]", 3, "]"},
      {"[-]", 2, "]"},
      {"[NaN]", 1, "NaN]"},
      {"// no\n{}", 0, "// no\\x0A{}"},
      {"{\"a\": \"b", 8, "the end"},
      {"[[[", 3, "the end"},
      {"[\"a\nb\"]", 3, "\\x0Ab\"]"},
      {"[\"\\x\"]", 3, "x\"]"},
      {"[\"\\u12G4\"]", 6, "G4\"]"},
      {"[\"a\xFF\"]", 3, "\\xFF\"]"},
      {"[\"a\xC3(\"]", 4, "(\"]"},
      {"[\"\xC0\x80\"]", 2, "\\xC0\\x80\"]"},
      {"[\"\xED\xA0\x80\"]", 3, "\\xA0\\x80\"]"},
      {"[\"\\ud800x\"]", 8, "x\"]"},
      {"[\"\\uD800\\u0041\"]", 13, "1\"]"},  // half a pair is seen at its end
      {"[\"\\uDBFF\\uDBFF\"]", 13, "F\"]"},
      {"[\"\\udc00\"]", 7, "0\"]"},
      {"[\"\xE0\x9F\xBF\"]", 3, "\\x9F\\xBF\"]"},
      {"[\"\xF0\x8F\xBF\xBF\"]", 3, "\\x8F\\xBF\\xBF\"]"},
      {"[\"\xF4\x90\x80\x80\"]", 3, "\\x90\\x80\\x80\"]"},
      {"[\"\xF0\x9F\x90(\"]", 5, "(\"]"},
      {"[\"\xE2\x82\xC3\"]", 4, "\\xC3\"]"},
      {"[\f1]", 1, "\\x0C1]"},
      {"[\"\xF5\"]", 2, "\\xF5\"]"},
      {"[\"\xE2\x82", 4, "the end"},
      {"\xEF\xBB\xBF{}", 0, "\xEF\xBB\xBF{}"},
      {"\xEF\xBB", 2, "the end"},
      {"\xFE\xFF", 0, "\\xFE\\xFF"},
      {"{\"a\": 1e400, \"b\": 1}\0"s, 20, R"(\x00)"},
      {"[" + std::string(300, '1') + "x", 301, "x"},
      {"[" + std::string(100, ' ') + "x" + std::string(100, 'y'), 101,
       "x" + std::string(39, 'y') + "…"},
  };
  for (const auto& [text, byte, found] : wrong) {
    SCOPED_TRACE(text);
    const auto result = read_case(text);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().path, "");
    EXPECT_EQ(result.error().byte, byte);
    EXPECT_EQ(result.error().expected.substr(0, 4), "JSON");
    EXPECT_EQ(result.error().found, found);
  }
}

TEST(NotJson, GoesBeforeWhatItsBeginningHasWrong) {
  const auto result = read_case(R"({"size": 4, "size": "4"]})");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().byte, 23);
  EXPECT_EQ(result.error().path, "");
}

TEST(Reading, DeepNestingIsFine) {
  constexpr std::size_t kDepth = 100'000;
  const std::string lists = repeated("[", kDepth) + repeated("]", kDepth);
  const std::string objects = repeated("{\"a\":", kDepth) + "1" + repeated("}", kDepth);
  const auto list = read_case(lists);
  ASSERT_FALSE(list);
  EXPECT_EQ(list.error().path, "");
  EXPECT_EQ(list.error().found, repeated("[", 40) + "…");
  const auto object = read_case(with_at(objects));
  ASSERT_FALSE(object);
  EXPECT_EQ(object.error().path, "/tokens/1/at");
  const auto open = read_case(repeated("[", kDepth));
  ASSERT_FALSE(open);
  EXPECT_EQ(open.error().byte, kDepth);
  const auto twice =
      read_case(repeated("[{\"a\":", kDepth) + "{\"b\":1,\"b\":2}" + repeated("}]", kDepth));
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().path, repeated("/0/a", kDepth) + "/b");
  EXPECT_LT(twice.error().message().size(), 400);
}

TEST(Malformed, IsOneLine) {
  EXPECT_EQ((Malformed{"/a/0", {}, "x", "y"}.message()), "at /a/0: expected x, found y");
  EXPECT_EQ((Malformed{"", {}, "x", "y"}.message()), "expected x, found y");
  EXPECT_EQ((Malformed{"", 0, "x", "y"}.message()), "at byte 0: expected x, found y");
  EXPECT_EQ((Malformed{"/a\n\x1B[2J\x7F\xC2\x9B", {}, "x", "y"}.message()),
            R"(at /a\x0A\x1B[2J\x7F\xC2\x9B: expected x, found y)");
}

// ---- Writing a case. ---------------------------------------------------------------------------

TEST(WriteCase, LeavesOutDefaults) {
  for (
      const char* text : {
          R"({"size": "0", "tokens": []})",
          R"({"size": "32", "tokens": [{"node": "A", "at": "1"}, {"id": "x", "node": "B", "at": "8"}]})",
          R"({"name": "n", "size": "18446744073709551616", "tokens": [{"node": "A", "at": "1"}], )"
          R"("steps": [{"join": []}, {"leave": "B"}, {"build": {"size": "1", "tokens": []}}], )"
          R"("keys": ["9", "9"], "replicas": 0})",
          R"({"name": "\n\"\\\u0000é", "size": "4", "tokens": [{"node": "\"", "at": "1"}]})",
      }) {
    EXPECT_EQ(write_case(value_of(read_case(text))), text);
  }
}

TEST(WriteCase, AnIdThatIsTheDefaultIsLeftOut) {
  EXPECT_EQ(write_case(value_of(read_case(
                R"({"size": "9", "tokens": [{"id": "A@3", "node": "A", "at": "3"},
                    {"id": "A@3", "node": "A", "at": "4"}]})"))),
            R"({"size": "9", "tokens": [{"node": "A", "at": "3"}, )"
            R"({"id": "A@3", "node": "A", "at": "4"}]})");
}

Case unnamed(std::vector<Token> tokens) {
  Case c;
  c.start = {9, std::move(tokens)};
  return c;
}

TEST(WriteCase, NamesNodesAndTokensThatHaveNoName) {
  Case c = unnamed({{TokenId{0}, 3, NodeId{0}}, {TokenId{9}, 4, NodeId{40}}});
  c.steps.emplace_back(Leave{NodeId{7}});
  EXPECT_EQ(write_case(c),
            R"({"size": "9", "tokens": [{"node": "A", "at": "3"}, {"node": "N40", "at": "4"}], )"
            R"("steps": [{"leave": "H"}]})");
}

TEST(WriteCase, ANumberTellsTokensApartThatTheDefaultNameDoesNot) {
  // One id at two places, two ids at one place, one id twice at one place.
  EXPECT_EQ(write_case(unnamed({{TokenId{4}, 1, NodeId{0}},
                                {TokenId{4}, 2, NodeId{0}},
                                {TokenId{5}, 3, NodeId{0}},
                                {TokenId{6}, 3, NodeId{0}},
                                {TokenId{7}, 4, NodeId{0}},
                                {TokenId{7}, 4, NodeId{0}},
                                {TokenId{8}, 5, NodeId{0}},
                                {TokenId{8}, 5, NodeId{1}}})),
            R"({"size": "9", "tokens": [{"id": "t4", "node": "A", "at": "1"}, )"
            R"({"id": "t4", "node": "A", "at": "2"}, {"id": "t5", "node": "A", "at": "3"}, )"
            R"({"id": "t6", "node": "A", "at": "3"}, {"node": "A", "at": "4"}, )"
            R"({"node": "A", "at": "4"}, {"id": "t8", "node": "A", "at": "5"}, )"
            R"({"id": "t8", "node": "B", "at": "5"}]})");
}

TEST(WriteCase, NumbersAndDefaultsKeepClearOfGivenNames) {
  Case c = unnamed({{TokenId{0}, 1, NodeId{0}},
                    {TokenId{1}, 2, NodeId{0}},
                    {TokenId{2}, 3, NodeId{0}},
                    {TokenId{3}, 4, NodeId{0}},
                    {TokenId{3}, 5, NodeId{0}}});
  // Token 2 is at what token 0 is called, and so is token 3 at what it and token 1 are called.
  c.token_names = {"A@3", "t3"};
  EXPECT_EQ(write_case(c),
            R"({"size": "9", "tokens": [{"id": "A@3", "node": "A", "at": "1"}, )"
            R"({"id": "t3", "node": "A", "at": "2"}, {"id": "t2", "node": "A", "at": "3"}, )"
            R"({"id": "t3-2", "node": "A", "at": "4"}, {"id": "t3-2", "node": "A", "at": "5"}]})");
}

TEST(WriteCase, GivenNamesThatCannotBeReadBackAreReplaced) {
  Case c = unnamed({{TokenId{0}, 1, NodeId{0}},
                    {TokenId{1}, 2, NodeId{0}},
                    {TokenId{2}, 3, NodeId{0}},
                    {TokenId{3}, 4, NodeId{0}},
                    {TokenId{4}, 5, NodeId{0}}});
  c.token_names = {"x", "x", "", std::string(256, 'x'), "\xFF"};
  EXPECT_EQ(write_case(c),
            R"({"size": "9", "tokens": [{"id": "x", "node": "A", "at": "1"}, )"
            R"({"node": "A", "at": "2"}, {"node": "A", "at": "3"}, {"node": "A", "at": "4"}, )"
            R"({"node": "A", "at": "5"}]})");
}

TEST(WriteCase, ADefaultNameMayBeLongerThanAName) {
  const std::string text = fmt::format(
      R"({{"size": "9", "tokens": [{{"node": "{}", "at": "3"}}]}})", std::string(255, 'n'));
  Case c = value_of(read_case(text));
  EXPECT_EQ(write_case(c), text);
  // Moved, the token has another default name; the old one is too long to be given as its id.
  c.start.tokens[0].position = 4;
  EXPECT_EQ(value_of(read_case(write_case(c))).start, c.start);
}

TEST(WriteCase, PrettyIsOneMemberAndOneStepALine) {
  const Case c = value_of(read_case(
      R"({"name": "n", "size": "32", "tokens": [{"node": "A", "at": "1"}, {"node": "B", "at": "8"}],
          "steps": [{"join": [{"node": "C", "at": "12"}]}, {"leave": "B"}],
          "keys": ["9", "10"], "replicas": 2})"));
  EXPECT_EQ(write_case_pretty(c), R"({"name": "n",
 "size": "32",
 "tokens": [{"node": "A", "at": "1"}, {"node": "B", "at": "8"}],
 "steps": [
   {"join": [{"node": "C", "at": "12"}]},
   {"leave": "B"}],
 "keys": ["9", "10"],
 "replicas": 2})");
  EXPECT_EQ(value_of(read_case(write_case_pretty(c))), c);
}

// ---- Traces. -----------------------------------------------------------------------------------

const std::string kAsked = R"({"size": "32", "tokens": [{"node": "A", "at": "1"}],
    "steps": [{"leave": "Z"}], "keys": ["1", "2"], "replicas": 2})";
const std::string kAskedOwners = R"({"size": "32", "tokens": [{"node": "A", "at": "1"}],
    "keys": ["1", "2"]})";

std::string two_states(std::string_view second) {
  return fmt::format(R"({{"states": [{{"owners": ["A", "A"], "replicas": [[], []]}}, {}]}})",
                     second);
}

TEST(Trace, EveryAnswerIsReadAndWritten) {
  const Case c = value_of(read_case(kAsked));
  const std::string text =
      R"({"states": [{"refused": "no-tokens", "owners": ["A", null], )"
      R"("replicas": [["A", "Z"], {"refused": "too-few-nodes"}]}, )"
      R"({"refused": null, "owners": [{"refused": "last-node"}, {"error": "it\nfell"}], )"
      R"("replicas": [[], null]}]})";
  const Trace trace = value_of(read_trace(text, c));
  ASSERT_EQ(trace.states.size(), 2);
  const State& first = trace.states[0];
  EXPECT_EQ(first.step.kind(), Answer::Kind::refused);
  EXPECT_EQ(first.step.refusal(), Refusal::no_tokens);
  EXPECT_TRUE(first.owners[0].is(NodeId{0}));
  EXPECT_EQ(first.owners[1].kind(), Answer::Kind::untold);
  EXPECT_TRUE(std::ranges::equal(first.list(0), std::vector{NodeId{0}, NodeId{1}}));
  EXPECT_EQ(first.replicas[1].refusal(), Refusal::too_few_nodes);
  const State& second = trace.states[1];
  EXPECT_EQ(second.step.kind(), Answer::Kind::untold);
  EXPECT_EQ(second.owners[0].refusal(), Refusal::last_node);
  ASSERT_EQ(second.owners[1].kind(), Answer::Kind::failed);
  EXPECT_EQ(trace.failures[second.owners[1].failure()], "it\nfell");
  EXPECT_EQ(second.replicas[0].kind(), Answer::Kind::list);
  EXPECT_TRUE(second.list(0).empty());
  EXPECT_EQ(second.replicas[1].kind(), Answer::Kind::untold);
  EXPECT_EQ(write_trace(c, trace), text);
}

TEST(Trace, AStepThatIsDoneOrFailed) {
  const Case c = value_of(read_case(kAskedOwners));
  for (const char* text : {R"({"states": [{"owners": ["A", "A"]}]})",
                           R"({"states": [{"error": "no", "owners": ["A", "A"]}]})"}) {
    EXPECT_EQ(write_trace(c, value_of(read_trace(text, c))), text);
  }
  const Trace done = value_of(read_trace(R"({"states": [{"owners": ["A", "A"]}]})", c));
  EXPECT_EQ(done.states[0].step.kind(), Answer::Kind::done);
}

TEST(Trace, EveryRefusalIsReadAndWritten) {
  const Case c = value_of(read_case(kAskedOwners));
  for (int i = 0; i <= static_cast<int>(Refusal::too_few_nodes); ++i) {
    const auto refusal = static_cast<Refusal>(i);
    const auto text = fmt::format(
        R"({{"states": [{{"refused": "{0}", "owners": [{{"refused": "{0}"}}, "A"]}}]}})",
        slug(refusal));
    const Trace trace = value_of(read_trace(text, c));
    ASSERT_EQ(trace.states.size(), 1);
    EXPECT_EQ(trace.states[0].step.refusal(), refusal);
    EXPECT_EQ(trace.states[0].owners[0].refusal(), refusal);
    EXPECT_EQ(write_trace(c, trace), text);
  }
}

TEST(Trace, UnknownNamesAreStrangers) {
  const Case c = value_of(read_case(kAsked));
  const auto text = two_states(R"({"owners": ["who", "A"], "replicas": [["what", "who"], ["Z"]]})");
  const Trace trace = value_of(read_trace(text, c));
  EXPECT_EQ(trace.strangers, (std::vector<std::string>{"who", "what"}));
  ASSERT_EQ(trace.states.size(), 2);
  const NodeId who{next_node(c)};
  EXPECT_TRUE(trace.states[1].owners[0].is(who));
  EXPECT_EQ(trace.states[1].list(0)[1], who);
  EXPECT_EQ(trace.states[1].list(1)[0], NodeId{1});
  EXPECT_EQ(node_name(c, trace, who), "who");
  EXPECT_EQ(node_name(c, trace, NodeId{1}), "Z");
  EXPECT_EQ(write_trace(c, trace), text);
}

TEST(Trace, AFailureThatIsNotUtf8IsWrittenAllTheSame) {
  const Case c = value_of(read_case(kAskedOwners));
  Trace trace = value_of(read_trace(R"({"states": [{"owners": ["A", {"error": ""}]}]})", c));
  trace.failures = {"a\xFF"};
  EXPECT_EQ(write_trace(c, trace),
            "{\"states\": [{\"owners\": [\"A\", {\"error\": \"a\uFFFD\"}]}]}");
  EXPECT_EQ(value_of(read_trace(write_trace(c, trace), c)).failures.front(), "a\uFFFD");
}

TEST(Trace, ANodeThatNobodyNamedHasAName) {
  const Case c = value_of(read_case(kAskedOwners));
  Trace trace = value_of(read_trace(R"({"states": [{"owners": ["A", "A"]}]})", c));
  EXPECT_EQ(node_name(c, trace, NodeId{30}), "N30");
  EXPECT_EQ(node_name(c, trace, NodeId{~std::uint32_t{0}}), "N4294967295");
}

TEST(Trace, NamesOfACaseWithoutNamesAreItsDefaultNames) {
  Case c = unnamed({{TokenId{0}, 3, NodeId{0}}, {TokenId{1}, 4, NodeId{~std::uint32_t{1}}}});
  c.keys = {3, 4};
  const auto text = R"({"states": [{"owners": ["A", "N4294967294"]}]})";
  const Trace trace = value_of(read_trace(text, c));
  ASSERT_EQ(trace.states.size(), 1);
  EXPECT_TRUE(trace.states[0].owners[0].is(NodeId{0}));
  EXPECT_TRUE(trace.states[0].owners[1].is(NodeId{~std::uint32_t{1}}));
  EXPECT_TRUE(trace.strangers.empty());
}

TEST(Trace, TheShapeIsThatOfTheCase) {
  const Case c = value_of(read_case(kAsked));
  const std::string states = "a list of states, one for the build and one for each step";
  const std::string owners = "a list of owners, one for each key";
  const std::string lists = "a list of lists of replicas, one for each key";
  const std::string an_owner = R"(the name of a node, {"refused": kind}, null or {"error": text})";
  const std::string a_list = R"(a list of nodes, {"refused": kind}, null or {"error": text})";
  const std::string either = R"(one member of "refused", "error")";
  const std::string kinds =
      R"(one of the refusals "ring-too-small", "no-tokens", "position-out-of-range", )"
      R"("duplicate-position", "duplicate-token", "unknown-node", "last-node", "too-few-nodes")";
  const auto with_owner = [](std::string_view answer) {
    return two_states(fmt::format(R"({{"owners": ["A", {}], "replicas": [[], []]}})", answer));
  };
  const auto with_list = [](std::string_view answer) {
    return two_states(fmt::format(R"({{"owners": ["A", "A"], "replicas": [[], {}]}})", answer));
  };
  const auto with_step = [](std::string_view step) {
    return two_states(fmt::format(R"({{{}, "owners": ["A", "A"], "replicas": [[], []]}})", step));
  };
  const Bad wrong[] = {
      {"[]", "", "an object", "[]"},
      {"{}", "", R"(a member "states")", "{}"},
      {R"({"states": [], "owners": []})", "/owners", R"(no member but "states")", R"("owners")"},
      {R"({"states": null})", "/states", states, "null"},
      {R"({"states": [{}]})", "/states", states + ": 2 in all", "1"},
      {R"({"states": [7, 8, 9]})", "/states", states + ": 2 in all", "3"},
      {two_states("7"), "/states/1", "an object", "7"},
      {two_states("{}"), "/states/1", R"(a member "owners")", "{}"},
      {two_states(R"({"owner": []})"), "/states/1/owner",
       R"(no member but "refused", "error", "owners", "replicas")", R"("owner")"},
      {two_states(R"({"owners": "A"})"), "/states/1/owners", owners, R"("A")"},
      {two_states(R"({"owners": ["A"]})"), "/states/1/owners", owners + ": 2 in all", "1"},
      {two_states(R"({"owners": ["A", "A"]})"), "/states/1", R"(a member "replicas")",
       R"({"owners": ["A", "A"]})"},
      {two_states(R"({"owners": ["A", "A"], "replicas": [[]]})"), "/states/1/replicas",
       lists + ": 2 in all", "1"},
      {two_states(R"({"owners": ["A", "A"], "replicas": null})"), "/states/1/replicas", lists,
       "null"},
      {with_owner("7"), "/states/1/owners/1", an_owner, "7"},
      {with_owner("false"), "/states/1/owners/1", an_owner, "false"},
      {with_owner(R"(["A"])"), "/states/1/owners/1", an_owner, R"(["A"])"},
      {with_owner(R"("")"), "/states/1/owners/1", std::string(kName), R"("")"},
      {with_owner("{}"), "/states/1/owners/1", either, "{}"},
      {with_owner(R"({"refused": "no-tokens", "error": ""})"), "/states/1/owners/1", either,
       R"({"error": "", "refused": "no-tokens"})"},
      {with_owner(R"({"failed": "x"})"), "/states/1/owners/1/failed",
       R"(no member but "refused", "error")", R"("failed")"},
      {with_owner(R"({"refused": "no"})"), "/states/1/owners/1/refused", kinds, R"("no")"},
      {with_owner(R"({"refused": null})"), "/states/1/owners/1/refused", kinds, "null"},
      {with_owner(R"({"error": null})"), "/states/1/owners/1/error", "a string", "null"},
      {with_list(R"("A")"), "/states/1/replicas/1", a_list, R"("A")"},
      {with_list("[null]"), "/states/1/replicas/1/0", std::string(kName), "null"},
      {with_list(R"({"refused": 7})"), "/states/1/replicas/1/refused", kinds, "7"},
      {with_step(R"("refused": "gone")"), "/states/1/refused", kinds, R"("gone")"},
      {with_step(R"("error": 7)"), "/states/1/error", "a string", "7"},
      {with_step(R"("error": "x", "refused": null)"), "/states/1",
       R"(at most one of the members "refused" and "error")",
       R"({"error": "x", "owners": ["A", "A"], "re…)"},
  };
  for (const Bad& bad : wrong) expect_malformed(bad, read_trace(bad.text, c));

  const Bad unasked{R"({"states": [{"owners": ["A", "A"], "replicas": [[], []]}]})",
                    "/states/0/replicas", "no replicas, as the case asks for none", "[[], []]"};
  expect_malformed(unasked, read_trace(unasked.text, value_of(read_case(kAskedOwners))));
  EXPECT_EQ(read_trace("{\"states\": [", c).error().byte, 12);
}

// ---- Vectors. ----------------------------------------------------------------------------------

std::string vector_with(std::string_view more, std::string_view trace =
                                                   R"({"states": [{"owners": ["A", "A"]},
                                                                  {"owners": ["A", "A"]}]})") {
  return fmt::format(R"({{"rule": "leave", "about": "One leaves.",
      "case": {{"size": "16", "tokens": [{{"node": "A", "at": "3"}}, {{"node": "B", "at": "9"}}],
                "steps": [{{"leave": "B"}}], "keys": ["3", "4"]}},
      "trace": {}{}}})",
                     trace, more);
}

TEST(ReadVector, ReadsEveryMember) {
  const Vector v = value_of(read_vector(vector_with(R"(, "source": ["predis/predis#2", ""],
      "loads": [{"A": "10", "B": "6"}, {"A": "18446744073709551616"}], "moved": [["4", "9"]])")));
  EXPECT_EQ(v.rule, "leave");
  EXPECT_EQ(v.about, "One leaves.");
  EXPECT_EQ(v.source, (std::vector<std::string>{"predis/predis#2", ""}));
  EXPECT_EQ(v.asked.steps.size(), 1);
  ASSERT_EQ(v.trace.states.size(), 2);
  EXPECT_TRUE(v.trace.states[1].owners[1].is(NodeId{0}));
  const std::vector<Vector::Loads> loads{{{"A", 10}, {"B", 6}}, {{"A", kMostPositions}}};
  EXPECT_EQ(v.loads, loads);
  EXPECT_EQ(v.moved, (std::vector<std::vector<Position>>{{4, 9}}));
}

TEST(ReadVector, SourceLoadsAndMovedMayBeLeftOut) {
  const Vector v = value_of(read_vector(vector_with("")));
  EXPECT_EQ(v.trace.states.size(), 2);
  EXPECT_TRUE(v.source.empty());
  EXPECT_TRUE(v.loads.empty());
  EXPECT_TRUE(v.moved.empty());
}

TEST(ReadVector, ErrorsHaveThePathInTheVector) {
  const std::string members =
      R"(no member but "rule", "about", "source", "case", "trace", "loads", "moved", "plans", "reads")";
  const Bad wrong[] = {
      {"[]", "", "an object", "[]"},
      {R"({"rule": "join"})", "", R"(a member "about")", R"({"rule": "join"})"},
      {R"({"case": {}})", "", R"(a member "rule")", R"({"case": {}})"},
      {R"({"rule": "join", "about": ""})", "", R"(a member "case")",
       R"({"about": "", "rule": "join"})"},
      {R"({"rule": "", "about": "", "case": {}})", "/rule", std::string(kName), R"("")"},
      {R"({"rule": "join", "about": 1, "case": {}})", "/about", "a string", "1"},
      {R"({"rule": "join", "about": "", "case": {}})", "/case", R"(a member "size")", "{}"},
      {R"({"rule": "join", "about": "", "case": {"size": 1}})", "/case/size", std::string(kCount),
       "1"},
      {vector_with("", "[]"), "/trace", "an object", "[]"},
      {vector_with("", R"({"states": [{"owners": ["A", 7]}, 8]})"), "/trace/states/0/owners/1",
       R"(the name of a node, {"refused": kind}, null or {"error": text})", "7"},
      {vector_with(R"(, "tests": 1)"), "/tests", members, R"("tests")"},
      {vector_with(R"(, "source": "x")"), "/source", "a list of sources", R"("x")"},
      {vector_with(R"(, "source": [1])"), "/source/0", "a string", "1"},
      {vector_with(R"(, "loads": [{}])"), "/loads",
       "a list of objects, one for each state: 2 in all", "1"},
      {vector_with(R"(, "loads": [{}, []])"), "/loads/1", "an object", "[]"},
      {vector_with(R"(, "loads": [{}, {"A": 10}])"), "/loads/1/A", std::string(kCount), "10"},
      {vector_with(R"(, "loads": [{}, {"": "1"}])"), "/loads/1/", "a node of 1 to 255 bytes",
       R"("")"},
      {vector_with(R"(, "loads": [{}, {"A": "1", "A": "1"}])"), "/loads/1/A", "each member once",
       R"("A" a second time)"},
      {vector_with(R"(, "moved": [])"), "/moved",
       "a list of lists of positions, one for each step: 1 in all", "0"},
      {vector_with(R"(, "moved": [{}])"), "/moved/0", "a list of positions", "{}"},
      {vector_with(R"(, "moved": [["1", 2]])"), "/moved/0/1", std::string(kPosition), "2"},
      {vector_with(R"(, "moved": [["1", "1"]])"), "/moved/0/1",
       "a position above the one before it", R"("1")"},
      {vector_with(R"(, "moved": [["10", "9"]])"), "/moved/0/1",
       "a position above the one before it", R"("9")"},
      {vector_with(R"(, "plans": [])"), "/plans",
       "a list of lists of arcs, one for each step: 1 in all", "0"},
      {vector_with(R"(, "plans": [{}])"), "/plans/0", "a list of arcs", "{}"},
      {vector_with(R"(, "plans": [[{"from": "3"}]])"), "/plans/0/0", R"(a member "to")",
       R"({"from": "3"})"},
      {vector_with(R"(, "plans": [[{"from": "3", "to": "9", "giver": "B", "taker": "Z"}]])"),
       "/plans/0/0/taker", "a node of the case", R"("Z")"},
      {vector_with(R"(, "reads": [[true]])"), "/reads/0",
       "a list of true or false, one for each key: 2 in all", "1"},
      {vector_with(R"(, "reads": [[true, "no"]])"), "/reads/0/1", "true or false", R"("no")"},
  };
  for (const Bad& bad : wrong) {
    expect_malformed(bad, read_vector(bad.text));
    expect_malformed(bad, read_vector_or_case(bad.text));
  }
  const Bad bare{kAsked, "/keys", members, R"("keys")"};
  expect_malformed(bare, read_vector(bare.text));
}

TEST(ReadVector, ABareCaseIsReadToo) {
  const Vector v = value_of(read_vector_or_case(kAsked));
  EXPECT_EQ(v.asked, value_of(read_case(kAsked)));
  EXPECT_TRUE(v.trace.states.empty());
  EXPECT_EQ(value_of(read_vector_or_case(vector_with(""))).rule, "leave");
  const Bad bad{with_at("1"), "/tokens/1/at", std::string(kPosition), "1"};
  expect_malformed(bad, read_vector_or_case(bad.text));
}

// ---- The corpus. -------------------------------------------------------------------------------

const fs::path kCorpus = fs::path(kSourceFolder) / "corpus";

TEST(Corpus, EveryVectorIsReadAndWrittenBack) {
  int read = 0;
  for (const fs::path& path : case_files(kCorpus)) {
    SCOPED_TRACE(path.string());
    const auto vector = read_vector_or_case(file_text(path));
    ASSERT_TRUE(vector) << vector.error().message();
    EXPECT_EQ(value_of(read_case(write_case(vector->asked))), vector->asked);
    ++read;
  }
  EXPECT_GT(read, 0);
}

TEST(Corpus, NoMalformedTextIsRead) {
  const auto all = nlohmann::json::parse(file_text(kCorpus / "vectors/malformed/expected.json"));
  EXPECT_GT(all.size(), 0);
  for (const auto& [file, expected] : all.items()) {
    SCOPED_TRACE(file);
    const auto result = read_vector_or_case(file_text(kCorpus / "vectors/malformed" / file));
    ASSERT_FALSE(result);
    const Malformed& malformed = result.error();
    EXPECT_EQ(malformed.path, expected.at("path").get<std::string>());
    EXPECT_EQ(malformed.byte.has_value(), expected.contains("byte"));
    if (malformed.byte && expected.contains("byte")) {
      EXPECT_EQ(*malformed.byte, expected.at("byte").get<std::size_t>());
    }
    EXPECT_TRUE(malformed.expected.starts_with(expected.at("expected").get<std::string>()))
        << malformed.expected;
    EXPECT_FALSE(malformed.found.empty());
  }
}

TEST(Corpus, EveryMalformedTextIsExpected) {
  const fs::path folder = kCorpus / "vectors/malformed";
  const auto all = nlohmann::json::parse(file_text(folder / "expected.json"));
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string file = entry.path().filename().string();
    EXPECT_TRUE(file == "expected.json" || all.contains(file)) << file;
  }
}

// ---- Random cases. -----------------------------------------------------------------------------

class RandomCases {
 public:
  explicit RandomCases(std::uint64_t seed) : random_(seed) {}

  Case next() {
    Case c;
    size_ = one_of<Count>({0, 1, 2, 5, 16, Count{1} << 63, kMostPositions});
    ids_ = one_of<std::uint32_t>({2, 6, 20});
    if (chance(2)) c.name = one_of<std::string>({"n", "\"\n", "é", std::string(300, 'x')});
    c.start = {size_, tokens()};
    for (auto n = below(5); n > 0; --n) c.steps.push_back(step());
    for (auto n = below(5); n > 0; --n) c.keys.push_back(position());
    if (chance(2)) c.replicas = one_of<std::uint64_t>({0, 1, 2, 3, kLast});
    c.node_names = node_names();
    c.token_names = token_names(c);
    return c;
  }

  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
  bool chance(std::uint64_t one_in) { return below(one_in) == 0; }
  template <class T>
  T one_of(std::vector<T> choices) {
    return choices[below(choices.size())];
  }

 private:
  Position position() {
    return one_of<Position>({below(4), below(8), static_cast<Position>(size_) - 1, size_ > 9});
  }
  NodeId node() { return NodeId{static_cast<std::uint32_t>(below(chance(4) ? 30 : 4))}; }
  std::vector<Token> tokens() {
    std::vector<Token> tokens;
    for (auto n = below(6); n > 0; --n) {
      tokens.push_back({TokenId{static_cast<std::uint32_t>(below(ids_))}, position(), node()});
      if (chance(8)) tokens.push_back(tokens[below(tokens.size())]);
    }
    return tokens;
  }
  Step step() {
    if (chance(3)) return Leave{node()};
    if (chance(4)) return Build{one_of<Count>({size_, size_, 0, 7}), tokens()};
    return Join{tokens()};
  }
  std::vector<std::string> node_names() {
    std::vector<std::string> names{"A",    "B'",  "A@1", "é", "\"", "\\",  "t1",
                                   "t1@2", "N26", "B",   "0", "@",  "C",   "A@1@2",
                                   "/",    "~",   "\n",  " ", "C'", "null"};
    names.push_back(std::string(255, 'L'));
    names.push_back(std::string(1, '\0'));
    std::ranges::shuffle(names, random_);
    names.resize(one_of<std::size_t>({0, 0, 2, names.size()}));
    return names;
  }
  std::vector<std::string> token_names(const Case& c) {
    std::vector<std::string> names;
    for (auto n = one_of<std::uint64_t>({0, 0, 2, 6, 20}); n > 0; --n) {
      const std::string node = node_name(c, this->node());
      names.push_back(one_of<std::string>(
          {"", "x", "t0", "t1", "t1-2", "t2", fmt::format("{}@{}", node, position()),
           fmt::format("{}@{}", node, below(3)), "\xFF", std::string(256, 'y'), "\"é"}));
    }
    return names;
  }

  std::mt19937_64 random_;
  Count size_ = 0;
  std::uint32_t ids_ = 0;
};

// The case with its nodes and tokens numbered as reading numbers them, and without their names.
Case renumbered(Case c) {
  std::map<NodeId, std::uint32_t> nodes;
  std::map<TokenId, std::uint32_t> tokens;
  const auto number = [](auto& numbers, auto& id) {
    const auto next = static_cast<std::uint32_t>(numbers.size());
    id = std::remove_reference_t<decltype(id)>{numbers.try_emplace(id, next).first->second};
  };
  const auto number_all = [&](std::vector<Token>& batch) {
    for (Token& token : batch) {
      number(tokens, token.id);
      number(nodes, token.node);
    }
  };
  number_all(c.start.tokens);
  for (Step& step : c.steps) {
    if (auto* build = std::get_if<Build>(&step)) number_all(build->tokens);
    if (auto* join = std::get_if<Join>(&step)) number_all(join->tokens);
    if (auto* leave = std::get_if<Leave>(&step)) number(nodes, leave->node);
  }
  c.node_names.clear();
  c.token_names.clear();
  return c;
}

TEST(RandomCases, SurviveWritingAndReading) {
  RandomCases cases(1);
  for (int i = 0; i < 5'000; ++i) {
    const Case c = cases.next();
    const std::string text = write_case(c);
    SCOPED_TRACE(text);
    const auto read = read_case(text);
    ASSERT_TRUE(read) << read.error().message();
    ASSERT_EQ(renumbered(*read), renumbered(c));
    ASSERT_EQ(write_case(*read), text);
    const auto pretty = read_case(write_case_pretty(c));
    ASSERT_TRUE(pretty) << pretty.error().message();
    ASSERT_EQ(*pretty, *read);

    const Trace trace = expect(c).trace;
    const std::string answers = write_trace(c, trace);
    ASSERT_EQ(write_trace(*read, expect(*read).trace), answers);
    const auto again = read_trace(answers, c);
    ASSERT_TRUE(again) << again.error().message();
    ASSERT_TRUE(again->strangers.empty());
    ASSERT_EQ(write_trace(c, *again), answers);
    for (std::size_t s = 0; s < c.states(); ++s) {
      ASSERT_TRUE(agree(again->states[s].step, trace.states[s].step));
      ASSERT_EQ(first_difference(again->states[s], trace.states[s]), c.keys.size());
    }
  }
}

// Texts near to being right: a few bytes of them cut, doubled, replaced or put elsewhere.
std::string damaged(std::string text, RandomCases& random) {
  using namespace std::string_view_literals;
  constexpr auto kBytes = "{}[]\",:\\u0129-.e \n\0\xC3\xA9\xFFtfnA@"sv;
  for (auto n = 1 + random.below(4); n > 0; --n) {
    const auto at = random.below(text.size() + 1);
    const auto length = random.below(std::min<std::size_t>(text.size() - at, 12) + 1);
    const auto to = random.below(text.size() + 1);
    switch (random.below(5)) {
      case 0: text.erase(at, length); break;
      case 1: text.insert(to, text.substr(at, length)); break;
      case 2: text.insert(at, 1, kBytes[random.below(kBytes.size())]); break;
      case 3: text.resize(at); break;
      default:
        if (at < text.size()) text[at] = static_cast<char>(random.below(256));
    }
  }
  return text;
}

TEST(DamagedTexts, AreReadOrSaidToBeMalformed) {
  RandomCases random(2);
  int read = 0;
  int not_json = 0;
  int not_in_the_form = 0;
  for (int i = 0; i < 5'000; ++i) {
    const Case c = random.next();
    const std::string text = damaged(write_case(c), random);
    SCOPED_TRACE(text);
    const auto result = read_case(text);
    ASSERT_EQ(result.has_value(), read_vector_or_case(text).has_value());
    if (result) {
      ++read;
      ASSERT_EQ(write_case(*read_case(write_case(*result))), write_case(*result));
    } else if (result.error().byte) {
      ++not_json;
      ASSERT_LE(*result.error().byte, text.size());
      // The library takes a zero byte for the end of the text.
      ASSERT_FALSE(nlohmann::json::accept(text) && !text.contains('\0'));
    } else {
      ++not_in_the_form;
      ASSERT_TRUE(nlohmann::json::accept(text) ||
                  result.error().expected == "a number within the range of a double");
    }
    const auto answers = read_trace(damaged(write_trace(c, expect(c).trace), random), c);
    if (answers) {
      ASSERT_EQ(answers->states.size(), c.states());
    }
  }
  EXPECT_GT(read, 50);
  EXPECT_GT(not_json, 500);
  EXPECT_GT(not_in_the_form, 50);
}

}  // namespace
}  // namespace clockwise
