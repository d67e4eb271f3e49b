// What there is, one line each.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "gate/base/shipped.hpp"
#include "gate/base/verb.hpp"
#include "gate/base/words.hpp"
#include "gate/verbs/vectors.hpp"
#include "properties/engines/engine.hpp"
#include "properties/faults/fault.hpp"
#include "properties/kit/catalog.hpp"

namespace clockwise::gate {
namespace {

using Rows = std::vector<std::pair<std::string, std::string>>;

template <class Items, class About>
Rows rows(const Items& items, About about) {
  Rows all;
  for (const auto& item : items) all.push_back(about(item));
  return all;
}

Rows rule_rows() {
  return rows(rules(), [](const Rule& rule) {
    return std::pair{std::string(rule.slug), std::string(rule.statement)};
  });
}

Rows property_rows() {
  return rows(catalog(), [](const Property* property) {
    return std::pair{std::string(property->slug), std::string(property->claim)};
  });
}

Rows fault_rows() {
  return rows(gallery(), [](const Fault* fault) {
    return std::pair{std::string(fault->slug), std::string(fault->story)};
  });
}

Rows engine_rows() {
  return rows(engines(), [](const Engine& engine) {
    return std::pair{std::string(engine.slug), std::string(engine.about)};
  });
}

Rows class_rows() {
  return rows(class_infos(), [](const ClassInfo& info) {
    return std::pair{std::string(info.slug), std::string(info.about)};
  });
}

void print(const Rows& all, std::string_view indent) {
  std::size_t longest = 0;
  for (const auto& [name, about] : all) longest = std::max(longest, width(name));
  for (const auto& [name, about] : all) {
    fmt::print("{}{}  {}\n", indent, left(name, longest), visible(about));
  }
}

struct Arguments {
  std::string what;
  std::string corpus;
};

int run(const Arguments& arguments) {
  const std::string& what = arguments.what;
  if (what == "vectors") {
    print(rows(read_vectors(find_corpus(arguments.corpus)),
               [](const NamedVector& each) {
                 return std::pair{each.path,
                                  fmt::format("{}: {}", each.vector.rule, each.vector.about)};
               }),
          "");
    return 0;
  }
  const std::pair<std::string_view, Rows (*)()> sections[] = {{"rules", rule_rows},
                                                              {"properties", property_rows},
                                                              {"faults", fault_rows},
                                                              {"engines", engine_rows},
                                                              {"classes", class_rows}};
  for (const auto& [name, list] : sections) {
    if (what == name) {
      print(list(), "");
    } else if (what.empty()) {
      fmt::print("{}{}\n", list == rule_rows ? "" : "\n", name);
      print(list(), "  ");
    }
  }
  return 0;
}

std::function<int()> set_up(Declare declare) {
  auto arguments = std::make_shared<Arguments>();
  declare.one_of("what", arguments->what,
                 {"rules", "properties", "faults", "vectors", "engines", "classes"},
                 "rules, properties, faults, vectors, engines or classes; all but the vectors if "
                 "left out");
  declare.one("--corpus", arguments->corpus, "the folder with vectors/");
  declare.footer("Example: clockwise list properties");
  return [arguments] { return run(*arguments); };
}

}  // namespace

extern const Verb list_verb;
const Verb list_verb{
    .slug = "list",
    .about = "what there is: rules, properties, wrong rings, vectors, engines, classes",
    .set_up = set_up,
};

}  // namespace clockwise::gate
