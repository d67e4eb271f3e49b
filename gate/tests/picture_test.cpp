// The pictures of the documents are what the command draws.
#include <gtest/gtest.h>

#include <cstdint>

#include "gate/tests/command.hpp"

namespace clockwise::gate {
namespace {

constexpr const char* kR32 =
    R"({"size": "32", "tokens": [{"node": "A", "at": "1"}, {"node": "B", "at": "8"}, )"
    R"({"node": "C", "at": "16"}, {"node": "D", "at": "24"}]})";
constexpr const char* kV32 =
    R"({"size": "32", "tokens": [{"node": "A", "at": "1"}, {"node": "A", "at": "17"}, )"
    R"({"node": "C", "at": "5"}, {"node": "C", "at": "21"}, {"node": "B", "at": "9"}, )"
    R"({"node": "B", "at": "25"}, {"node": "D", "at": "13"}, {"node": "D", "at": "29"}]})";

Ran on_ring(const std::string& ring, const std::string& arguments) {
  return shell("printf %s " + shell_quoted(ring) + " | clockwise " + arguments);
}

TEST(Pictures, OfTheDocumentsAreTheCommands) {
  const Folder folder;
  const std::string file = shell_quoted((folder / "picture.svg").string());
  const std::string vector =
      shell_quoted(source("corpus/vectors/examples/ring-32-e-joins-b-leaves.json"));
  const auto expect_picture = [&](const std::string& name, const Ran& ran) {
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(slurp(folder / "picture.svg"), slurp(source("reference/pictures/" + name + ".svg")))
        << name;
    std::filesystem::remove(folder / "picture.svg");
  };
  expect_picture("owner", on_ring(kR32, "owner - 10 25 --svg " + file));
  expect_picture("plan", on_ring(kR32, "plan - --join E@12,28 --svg " + file));
  expect_picture("load", on_ring(kV32, "load - --svg " + file));
  expect_picture("replay", clockwise("replay " + vector + " --svg " + file));
}

TEST(Pictures, NamesAreTextAndNothingElse) {
  const Folder folder;
  const std::string file = shell_quoted((folder / "picture.svg").string());
  on_ring(R"({"size": "8", "tokens": [{"node": "<b>&\"", "at": "1"}]})", "load - --svg " + file);
  const std::string svg = slurp(folder / "picture.svg");
  EXPECT_TRUE(has(svg, "&lt;b&gt;&amp;"));
  EXPECT_EQ(svg.find("<b>"), std::string::npos);
}

TEST(Pictures, OfLargeRingsAreSlices) {
  const Folder folder;
  std::string ring = R"({"size": "18446744073709551616", "tokens": [)";
  for (std::uint64_t i = 0; i < 1000; ++i) {
    ring += std::string(i == 0 ? "" : ", ") + R"({"node": "N)" + std::to_string(i % 30) +
            R"(", "at": ")" + std::to_string(i * 18446744073709551U) + "\"}";
  }
  spill(folder / "ring.json", ring + "]}");
  const Ran ran = clockwise("load " + shell_quoted((folder / "ring.json").string()) + " --svg " +
                            shell_quoted((folder / "picture.svg").string()));
  EXPECT_EQ(ran.code, 0) << ran.err;
  const std::string svg = slurp(folder / "picture.svg");
  EXPECT_TRUE(has(svg, "1000 tokens,"));
  EXPECT_TRUE(has(svg, "drawn as 720 slices"));
  EXPECT_LT(svg.size(), 200'000U);
}

TEST(Pictures, AreWrittenWholeOrNotAtAll) {
  const Folder folder;
  const std::string file = shell_quoted((folder / "picture.svg").string());
  EXPECT_EQ(on_ring(kR32, "owner - 99 --svg " + file).code, 2);
  EXPECT_EQ(on_ring(kR32, "plan - --join E@12 --keys nowhere --svg " + file).code, 2);
  EXPECT_EQ(on_ring(kR32, "load - --keys nowhere --svg " + file).code, 2);
  EXPECT_TRUE(has(on_ring(R"({"size": "8", "tokens": []})", "replay - --svg " + file).err,
                  "there is no ring to draw"));
  EXPECT_EQ(folder.entries(), 0U);
  const std::string vector =
      shell_quoted(source("corpus/vectors/examples/ring-32-e-joins-b-leaves.json"));
  const std::string both = vector + " " + vector;
  EXPECT_TRUE(has(on_ring(kR32, "load - --svg /").err, "/: cannot be written: it is a folder"));
  EXPECT_TRUE(has(clockwise("replay " + both + " --svg " + file).err, "--svg: expected one case"));
}

}  // namespace
}  // namespace clockwise::gate
