// The house rules: who may include whom, and that tables and catalogs say the same everywhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "properties/faults/fault.hpp"
#include "properties/kit/catalog.hpp"
#include "properties/tests/where.hpp"

namespace clockwise {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = kSourceFolder;

std::string text_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// The sources of a folder and all below it, but for its tests, relative to the root.
std::vector<fs::path> sources(const fs::path& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
    const fs::path path = fs::relative(entry.path(), kRoot);
    const std::string extension = path.extension();
    const bool is_source = extension == ".cpp" || extension == ".hpp" || extension == ".h";
    if (is_source && path.parent_path().filename() != "tests") found.push_back(path);
  }
  return found;
}

std::vector<std::string> includes(const std::string& text) {
  static const std::regex kInclude("\n#include ([\"<])([^\">]+)[\">]");
  std::vector<std::string> found;
  const std::string lines = "\n" + text;
  for (std::sregex_iterator it(lines.begin(), lines.end(), kInclude), end; it != end; ++it) {
    found.push_back((*it)[1].str() + (*it)[2].str());
  }
  return found;
}

// Expects every include of every source in the folder that names one of ours or a library to match
// one of the allowed patterns.
void expect_includes(const std::vector<fs::path>& files, const std::string& allowed) {
  const std::regex pattern(allowed);
  const std::regex standard("<[a-z_0-9]+(\\.h)?");
  EXPECT_FALSE(files.empty());
  for (const fs::path& file : files) {
    for (const std::string& include : includes(text_of(kRoot / file))) {
      if (std::regex_match(include, standard)) continue;
      EXPECT_TRUE(std::regex_match(include, pattern)) << file << " includes " << include.substr(1);
    }
  }
}

std::vector<fs::path> property_files() {
  auto files = sources("properties");
  std::erase_if(files, [](const fs::path& file) { return file.parent_path() != "properties"; });
  return files;
}

TEST(Includes, TheReferenceSeesNothingElse) {
  expect_includes(sources("reference"),
                  "\"reference/"
                  "((ring|name_ring|naive_ring|walking_ring|plan|naive_plan|store)\\.hpp|(nearest_"
                  "kernel|token)\\.h)");
}

TEST(Includes, TheOptimizedRingSeesTheVocabularyOnly) {
  auto files = sources("optimized");
  std::erase_if(files, [](const fs::path& file) { return file.parent_path() != "optimized"; });
  expect_includes(files,
                  "\"(reference/(ring|plan)\\.hpp|reference/token\\.h|optimized/.*\\.hpp|"
                  "optimized/(either_way|(search|remove|walk)_kernel)\\.h)");
}

TEST(Includes, TheBenchmarkSeesTheOptimizedRingAndItsPeers) {
  expect_includes(sources("optimized/bench"),
                  "\"(reference/ring|optimized/.*)\\.hpp|<(fmt|absl|boost|libmemcached-1\\.0)/.*");
}

TEST(Includes, PropertiesSeeTheKitThroughOneHeader) {
  expect_includes(property_files(), "\"properties/kit/(property|plans|names)\\.hpp");
  for (const fs::path& file : property_files()) {
    const std::string text = text_of(kRoot / file);
    const bool is_of_plans = text.find(".of_plans = true") != std::string::npos;
    EXPECT_EQ(text.find("kit/plans.hpp") != std::string::npos, is_of_plans) << file;
  }
}

TEST(Includes, TheKitSeesNoEngineNoFaultAndNoOptimizedRing) {
  expect_includes(sources("properties/kit"),
                  "\"(reference/(ring|name_ring|naive_ring|plan|store)|properties/kit/"
                  ".*)\\.hpp|<(fmt|nlohmann)/.*");
}

TEST(Includes, WrongRingsSeeTheVocabularyOnly) {
  expect_includes(sources("properties/faults"),
                  "\"(reference/(ring|name_ring|store)|properties/faults/.*)\\.hpp");
}

TEST(Includes, EnginesSeeNoRingAndNoFault) {
  expect_includes(sources("properties/engines"),
                  "\"properties/(kit|engines)/.*\\.hpp|<(fmt|rapidcheck)/.*|<rapidcheck\\.h|<sys/"
                  "(mman|prctl|wait)\\.h");
}

TEST(Includes, RingsByNameSeeTheRingsAndTheKit) {
  expect_includes(sources("rings"),
                  "\"(reference|optimized|properties/(kit|faults)|rings)/[^/]*\\.hpp");
}

TEST(Includes, TheFuzzTargetsSeeAllButTheGate) {
  expect_includes(sources("fuzz"),
                  "\"(reference|optimized|properties/kit|rings|fuzz)/[^/]*\\.hpp|"
                  "\"properties/engines/bytes\\.hpp|<fmt/.*");
}

// From the ground floor up: no room sees one that comes after it, and the two that have verbs do
// not see each other.
TEST(Includes, TheRoomsOfTheGateSeeThoseBelowThem) {
  struct Room {
    const char* folder;
    const char* sees;  // beside itself
  };
  const Room rooms[] = {
      {"gate/base", "properties/kit"},
      {"gate/protocol", "gate/base|properties/kit"},
      {"gate/plugin", "gate/base|properties/kit"},
      // A report holds what an adapter said of itself, and what was said to it.
      {"gate/report", "gate/(base|protocol)|properties/(kit|engines|faults)|reference|optimized"},
      {"gate/judging",
       "gate/(base|protocol|plugin|report)|rings|properties/(kit|engines|faults)|optimized"},
      {"gate/planning/keys", "gate/base|properties/kit|reference"},
      {"gate/planning", "gate/(base|report|planning/keys)|properties/kit|reference|optimized"},
      {"gate/verbs", "gate/base|properties/(kit|engines|faults)"},
      {"gate", "gate/(base|judging|verbs)|properties/(kit|engines)"},  // the command itself
      // Programs of users.
      {"gate/adapters", "gate/plugin"},
      {"gate/package/example", "gate|fuzz|reference"},
  };
  std::set<fs::path> seen;
  for (const auto& [folder, sees] : rooms) {
    auto files = sources(folder);
    std::erase_if(files, [&](const fs::path& file) { return file.parent_path() != folder; });
    expect_includes(files, "\"(" + std::string(folder) + "|" + sees +
                               ")/[^/]*\\.hp*|<(fmt|nlohmann|sys|CLI)/.*|<simdjson\\.h|\"[^/]*");
    seen.insert(files.begin(), files.end());
  }
  for (const fs::path& file : sources("gate")) EXPECT_TRUE(seen.contains(file)) << file;
}

// The folder of the room that a file is in: the nearest one with a CMakeLists.txt.
fs::path room_of(const fs::path& file) {
  fs::path folder = file.parent_path();
  while (!fs::exists(kRoot / folder / "CMakeLists.txt")) folder = folder.parent_path();
  return folder;
}

// The libraries that a room makes, and those that it links: clockwise_room(NAME … SEES LIBRARY …).
struct Libraries {
  std::set<std::string> made;
  std::set<std::string> linked;
};
Libraries libraries_of(const fs::path& room) {
  static const std::regex kMade("clockwise_room\\((\\w+)([^)]*)\\)");
  static const std::regex kLinked("[\\w:]+");
  Libraries libraries;
  const std::string text = text_of(kRoot / room / "CMakeLists.txt");
  for (std::sregex_iterator it(text.begin(), text.end(), kMade), end; it != end; ++it) {
    libraries.made.insert((*it)[1]);
    const std::string arguments = (*it)[2];
    const std::size_t sees = arguments.find("SEES");
    if (sees == std::string::npos) continue;
    const std::string linked = arguments.substr(sees + 4);
    for (std::sregex_iterator l(linked.begin(), linked.end(), kLinked); l != end; ++l) {
      libraries.linked.insert(l->str());
    }
  }
  return libraries;
}

// What a room includes it links, and it links nothing else.
TEST(Includes, AreOfWhatTheRoomLinks) {
  std::map<fs::path, std::set<std::string>> included;  // the libraries, by room
  std::map<fs::path, Libraries> rooms;
  for (const char* folder : {"reference", "optimized", "properties", "rings", "gate", "fuzz"}) {
    for (const fs::path& file : sources(folder)) {
      if (file.parent_path() == "gate/adapters") continue;  // for programs of users
      const fs::path room = room_of(file);
      const Libraries& own = rooms.try_emplace(room, libraries_of(room)).first->second;
      if (own.made.empty()) continue;  // programs
      for (const std::string& include : includes(text_of(kRoot / file))) {
        const fs::path what = include.substr(1);
        std::set<std::string> makers;
        if (include.starts_with("<fmt/")) makers = {"fmt::fmt"};
        if (include.starts_with("<nlohmann/")) makers = {"nlohmann_json::nlohmann_json"};
        if (include.starts_with("<CLI/")) makers = {"CLI11::CLI11"};
        if (include.starts_with("<simdjson")) makers = {"simdjson::simdjson"};
        if (include.starts_with("\"") && room_of(what) != room) {
          makers = libraries_of(room_of(what)).made;
        }
        if (makers.empty()) continue;
        EXPECT_TRUE(std::ranges::any_of(
            makers, [&](const std::string& maker) { return own.linked.contains(maker); }))
            << file << " includes " << what << ", which " << room << " does not link";
        included[room].insert(makers.begin(), makers.end());
      }
    }
  }
  // It lists the verbs of both, which no header declares.
  included["gate/verbs"].insert({"clockwise_gate_judging", "clockwise_gate_planning"});
  for (const auto& [room, own] : rooms) {
    for (const std::string& library : own.linked) {
      if (own.made.contains(library) || library == "RAPIDCHECK") continue;
      EXPECT_TRUE(included[room].contains(library))
          << room << " links " << library << " for nothing";
    }
  }
}

// What the package ships is what its users include, and what that includes in turn.
TEST(Package, ShipsTheHeadersThatAreIncluded) {
  std::vector<std::string> todo = {"gate/command.hpp",
                                   "fuzz/target.hpp",
                                   "reference/ring.hpp",
                                   "reference/name_ring.hpp",
                                   "reference/plan.hpp",
                                   "reference/store.hpp",
                                   "gate/plugin/clockwise_plugin.h"};
  std::set<std::string> needed;
  while (!todo.empty()) {
    const std::string header = todo.back();
    todo.pop_back();
    if (!needed.insert(header).second) continue;
    for (const std::string& include : includes(text_of(kRoot / header))) {
      if (include.starts_with("\"")) todo.push_back(include.substr(1));
    }
  }
  std::istringstream lines(text_of(kRoot / "gate/package/headers.txt"));
  std::set<std::string> shipped;
  for (std::string line; std::getline(lines, line);) shipped.insert(line);
  EXPECT_EQ(shipped, needed);
}

TEST(Includes, CommandLinesAreParsedInTwoFiles) {
  for (const fs::path& file : sources("gate")) {
    const bool parses = text_of(kRoot / file).find("#include <CLI/") != std::string::npos;
    EXPECT_EQ(parses, file == "gate/base/arguments.cpp" || file == "gate/command.cpp") << file;
  }
}

TEST(Includes, RapidCheckStaysInOneFile) {
  std::size_t seen = 0;
  for (const char* room : {"reference", "optimized", "properties", "rings", "gate", "fuzz"}) {
    for (const fs::path& file : sources(room)) {
      const bool uses = text_of(kRoot / file).find("#include <rapidcheck") != std::string::npos;
      EXPECT_EQ(uses, file == "properties/engines/random.cpp") << file;
      seen += uses;
    }
  }
  EXPECT_EQ(seen, 1U);
}

TEST(Includes, GoogleTestStaysInTests) {
  for (const char* room : {"reference", "optimized", "properties", "rings", "gate", "fuzz"}) {
    for (const fs::path& file : sources(room)) {
      EXPECT_EQ(text_of(kRoot / file).find("#include <gtest"), std::string::npos) << file;
    }
  }
}

TEST(Includes, TheTwoRingsShareNoHelper) {
  for (const fs::path& file : sources("optimized")) {
    EXPECT_EQ(text_of(kRoot / file).find("clockwise_distance"), std::string::npos) << file;
  }
}

// The proof is about the headers that the rings are compiled from.
TEST(Includes, EachRingCallsItsProvedKernels) {
  struct Use {
    const char* file;
    const char* kernel;
    const char* call;
  };
  for (const auto& [file, kernel, call] : {
           Use{"reference/naive_ring.cpp", "reference/nearest_kernel.h", "nearest_index("},
           Use{"optimized/blocks.cpp", "optimized/search_kernel.h", "successor_index("},
           Use{"optimized/blocks.hpp", "optimized/remove_kernel.h", "= drop_node("},
           Use{"optimized/line_index.hpp", "optimized/walk_kernel.h", " meet_nodes("},
       }) {
    const std::string text = text_of(kRoot / file);
    EXPECT_NE(text.find("#include \"" + std::string(kernel) + '"'), std::string::npos) << file;
    EXPECT_NE(text.find(call), std::string::npos) << file;
  }
}

// A line per table row of the form | [`slug`](…) | statement |.
TEST(Spec, StatesTheRulesOfTheCatalogInItsWords) {
  const std::string spec = text_of(kRoot / "reference/SPEC.md");
  static const std::regex kRow("\\| \\[`([a-z-]+)`\\]\\(#[a-z-]+\\) \\| (.*) \\|\n");
  std::vector<std::pair<std::string, std::string>> rows;
  for (std::sregex_iterator it(spec.begin(), spec.end(), kRow), end; it != end; ++it) {
    rows.emplace_back((*it)[1], (*it)[2]);
  }
  ASSERT_EQ(rows.size(), rules().size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].first, rules()[i].slug);
    EXPECT_EQ(rows[i].second, rules()[i].statement);
    const std::string section = "### " + rows[i].first + "\n\n> " + rows[i].second + "\n";
    EXPECT_NE(spec.find(section), std::string::npos) << rows[i].first << " has no section";
    EXPECT_NE(spec.find("`" + std::string(rules()[i].formula) + "`"), std::string::npos)
        << rows[i].first << ": another formula";
  }
}

TEST(Spec, LinksToFilesThatExist) {
  static const std::regex kLink("\\]\\(([^)#: ]+)(#[^)]*)?\\)");
  for (const char* document :
       {"reference/SPEC.md", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md",
        "corpus/README.md", "docs/architecture.md", "optimized/README.md", "reference/README.md"}) {
    const std::string text = text_of(kRoot / document);
    ASSERT_FALSE(text.empty()) << document;
    for (std::sregex_iterator it(text.begin(), text.end(), kLink), end; it != end; ++it) {
      const fs::path target = (kRoot / document).parent_path() / (*it)[1].str();
      EXPECT_TRUE(fs::exists(target)) << document << " links to " << (*it)[1];
    }
  }
}

TEST(Spec, NamesEveryProperty) {
  const std::string spec = text_of(kRoot / "reference/SPEC.md");
  for (const Property* property : catalog()) {
    const std::string link = "[" + std::string(property->slug) + "](../properties/";
    EXPECT_NE(spec.find(link), std::string::npos) << property->slug;
  }
}

TEST(Catalog, HasOneFileAProperty) {
  std::set<std::string> files;
  for (const fs::path& file : property_files()) files.insert(file.stem());
  std::set<std::string> slugs;
  for (const Property* property : catalog()) {
    std::string name{property->slug};
    std::ranges::replace(name, '-', '_');
    slugs.insert(name);
  }
  EXPECT_EQ(files, slugs);
}

TEST(Catalog, EveryPropertyIsWhole) {
  for (const Property* property : catalog()) {
    EXPECT_FALSE(property->claim.empty()) << property->slug;
    EXPECT_FALSE(property->formula.empty()) << property->slug;
    EXPECT_NE(find_rule(property->rule), nullptr) << property->slug;
    EXPECT_GT(property->catches.size(), 0U) << property->slug << " catches nothing";
    for (const std::string_view fault : property->catches) {
      EXPECT_NE(find_fault(fault), nullptr) << property->slug << " catches an unknown " << fault;
    }
    EXPECT_EQ(find_property(property->slug), property);
  }
}

TEST(Catalog, SomePropertyNeedsEveryClass) {
  Classes needed = 0;
  for (const Property* property : catalog()) needed |= property->needs;
  for (std::size_t i = 0; i < kClasses; ++i) {
    EXPECT_NE(needed & bit(static_cast<Class>(i)), 0U) << class_infos()[i].slug;
  }
}

TEST(Catalog, EveryRuleHasAPropertyAndAWrongRingOrSaysWhyNot) {
  for (const Rule& rule : rules()) {
    const bool served = std::ranges::any_of(
        catalog(), [&](const Property* property) { return property->rule == rule.slug; });
    const bool broken = std::ranges::any_of(
        gallery(), [&](const Fault* fault) { return fault->rule == rule.slug; });
    EXPECT_EQ(served, rule.no_property.empty()) << rule.slug;
    EXPECT_EQ(broken, rule.no_fault.empty()) << rule.slug;
  }
}

TEST(Faults, HaveOneFileEach) {
  std::set<std::string> files;
  for (const fs::path& file : sources("properties/faults")) {
    if (file.extension() == ".cpp") files.insert(file.stem());
  }
  for (const char* other : {"base_ring", "base_name_ring", "base_plan", "gallery"})
    EXPECT_EQ(files.erase(other), 1U);
  std::set<std::string> slugs;
  for (const Fault* fault : gallery()) {
    std::string name{fault->slug};
    std::ranges::replace(name, '-', '_');
    slugs.insert(name);
  }
  EXPECT_EQ(files, slugs);
}

}  // namespace
}  // namespace clockwise
