// All there is to know about a rule, a property or a wrong ring.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "gate/base/near_names.hpp"
#include "gate/base/shipped.hpp"
#include "gate/base/usage_error.hpp"
#include "gate/base/verb.hpp"
#include "gate/base/words.hpp"
#include "gate/verbs/vectors.hpp"
#include "properties/faults/fault.hpp"
#include "properties/kit/catalog.hpp"

namespace clockwise::gate {
namespace {

constexpr std::size_t kLabel = 12;
constexpr std::size_t kIndent = kLabel + 2;
constexpr std::size_t kItem = 96 - kIndent - 2;

void say(std::string_view label, std::string_view text) {
  fmt::print("{}", paragraph(fmt::format("  {}", left(label, kLabel)), text));
}

// A list under a label, or in its place why there is none.
void say_all(std::string_view label, const std::vector<std::string>& all, std::string_view none) {
  if (all.empty()) {
    say(label, none.empty() ? "none" : none);
    return;
  }
  for (const std::string& each : all) {
    const std::string first = left(&each == all.data() ? label : "", kLabel);
    std::string item = fmt::format("  {}", first);
    for (const std::string& line : wrapped(each, kItem)) {
      fmt::print("{}{}\n", item, line);
      item = std::string(kIndent + 2, ' ');
    }
  }
}

bool catches(const Property& property, std::string_view fault) {
  return std::ranges::find(property.catches, fault) != property.catches.end();
}

std::vector<std::string> theorems_of(const Rule& rule) {
  std::vector<std::string> theorems;
  for (const std::string_view theorem : rule.theorems) {
    theorems.push_back(fmt::format("{}, in reference/proof/Rules.v", theorem));
  }
  return theorems;
}

std::vector<std::string> vectors_of(const Rule& rule, const std::filesystem::path& corpus) {
  std::vector<std::string> shown;
  for (const NamedVector& each : read_vectors(corpus)) {
    if (each.vector.rule == rule.slug) {
      shown.push_back(fmt::format("{}: {}", each.path, visible(each.vector.about)));
    }
  }
  return shown;
}

void explain(const Rule& rule, const std::filesystem::path& corpus) {
  fmt::print("{}: a rule\n", rule.slug);
  say("rule", rule.statement);
  say("formula", rule.formula);
  std::vector<std::string> properties;
  for (const Property* property : catalog()) {
    if (property->rule == rule.slug) {
      properties.push_back(fmt::format("{}: {}", property->slug, property->claim));
    }
  }
  say_all("properties", properties, rule.no_property);
  std::vector<std::string> faults;
  for (const Fault* fault : gallery()) {
    if (fault->rule == rule.slug)
      faults.push_back(fmt::format("{}: {}", fault->slug, fault->story));
  }
  say_all("wrong rings", faults, rule.no_fault);
  if (corpus.empty()) {
    say("vectors", "not shown: no corpus is installed beside this command, nor given by --corpus");
  } else {
    say_all("vectors", vectors_of(rule, corpus), rule.no_vector);
  }
  say_all("theorems", theorems_of(rule), rule.no_theorem);
  say_all("proved code", {rule.kernels.begin(), rule.kernels.end()},
          "none: that the rings keep this rule is tested");
}

std::string_view judges(const Property& property) {
  if (property.of_plans) return "rings with a planner, and how they carry out a change";
  if (property.at_names == nullptr) return "rings whose positions can be given";
  if (property.at_positions == nullptr) return "rings that hash by themselves";
  return "rings whose positions can be given, and rings that hash by themselves";
}

void explain(const Property& property) {
  fmt::print("{}: a property\n", property.slug);
  say("claim", property.claim);
  say("formula", property.formula);
  const Rule* rule = find_rule(property.rule);
  say("rule", fmt::format("{}: {}", rule->slug, rule->statement));
  say_all("theorems", theorems_of(*rule), rule->no_theorem);
  say("judges", judges(property));
  std::vector<std::string> needs;
  for (std::size_t c = 0; c < kClasses; ++c) {
    if ((property.needs & bit(static_cast<Class>(c))) == 0) continue;
    needs.push_back(fmt::format("{}: {}", class_infos()[c].slug, class_infos()[c].about));
  }
  say_all("must meet", needs, "no class of cases in particular");
  std::vector<std::string> faults;
  for (const std::string_view slug : property.catches) {
    const Fault* fault = find_fault(slug);
    faults.push_back(fault == nullptr ? std::string(slug)
                                      : fmt::format("{}: {}", slug, fault->story));
  }
  say_all("catches", faults, "");
}

void explain(const Fault& fault) {
  fmt::print("{}: {}\n", fault.slug,
             fault.is_of_names() ? "a wrong ring that hashes by itself"
             : fault.is_ring()   ? "a wrong ring"
                                 : "a right ring, changed wrongly");
  say("story", fault.story);
  const Rule* rule = find_rule(fault.rule);
  say("breaks", rule == nullptr ? std::string(fault.rule)
                                : fmt::format("{}: {}", rule->slug, rule->statement));
  say_all("reports", {fault.reports.begin(), fault.reports.end()}, "none known");
  std::vector<std::string> properties;
  for (const Property* property : catalog()) {
    if (catches(*property, fault.slug)) {
      properties.push_back(fmt::format("{}: {}", property->slug, property->claim));
    }
  }
  say_all("caught by", properties, "see `clockwise self-test`");
  say("engines", fault.beyond_exhaustive.empty()
                     ? std::string("corpus, exhaustive, random")
                     : fmt::format("corpus, random; not exhaustive: {}", fault.beyond_exhaustive));
  say("try it", fmt::format("clockwise check --ring fault:{}", fault.slug));
}

struct Arguments {
  std::string slug;
  std::string corpus;
};

int run(const Arguments& arguments) {
  const Rule* rule = find_rule(arguments.slug);
  const Property* property = find_property(arguments.slug);
  const Fault* fault = find_fault(arguments.slug);
  if (rule == nullptr && property == nullptr && fault == nullptr) {
    std::vector<std::string> known;
    for (const Rule& each : rules()) known.emplace_back(each.slug);
    for (const Property* each : catalog()) known.emplace_back(each->slug);
    for (const Fault* each : gallery()) known.emplace_back(each->slug);
    std::ranges::sort(known);
    known.erase(std::ranges::unique(known).begin(), known.end());
    throw UsageError(
        fmt::format("expected the name of a rule, a property or a wrong ring, found \"{}\"{}",
                    visible(arguments.slug), near_hint(arguments.slug, known, "")));
  }
  // A name may be a rule's and a property's: boundary is.
  if (rule != nullptr) explain(*rule, find_corpus(arguments.corpus));
  if (rule != nullptr && property != nullptr) fmt::print("\n");
  if (property != nullptr) explain(*property);
  if (fault != nullptr && (rule != nullptr || property != nullptr)) fmt::print("\n");
  if (fault != nullptr) explain(*fault);
  return 0;
}

std::function<int()> set_up(Declare declare) {
  auto arguments = std::make_shared<Arguments>();
  declare.required("slug", arguments->slug, "the name of a rule, a property or a wrong ring");
  declare.one("--corpus", arguments->corpus, "the folder with vectors/");
  declare.footer("Example: clockwise explain boundary");
  return [arguments] { return run(*arguments); };
}

}  // namespace

extern const Verb explain_verb;
const Verb explain_verb{
    .slug = "explain",
    .about = "a rule, a property or a wrong ring, with all that belongs to it",
    .set_up = set_up,
};

}  // namespace clockwise::gate
