#include "gate/base/version.hpp"

#include "gate/base/words.hpp"
#include "properties/kit/catalog.hpp"

namespace clockwise::gate {

std::string catalog_hash() {
  std::string all;
  const auto add = [&](std::string_view text) { all.append(text).push_back('\n'); };
  for (const Rule& rule : rules()) {
    add(rule.slug);
    add(rule.statement);
    add(rule.formula);
  }
  for (const Property* property : catalog()) {
    add(property->slug);
    add(property->claim);
    add(property->formula);
    add(property->rule);
    if (property->at_positions != nullptr) add("positions");
    if (property->at_names != nullptr) add("names");
  }
  return content_hash(all);
}

}  // namespace clockwise::gate
