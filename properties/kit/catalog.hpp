// The catalog: every property there is. One line a property in catalog.cpp.
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "properties/kit/property.hpp"

namespace clockwise {

// All properties, in the order in which they are reported.
std::span<const Property* const> catalog();

// Those that have a check at this level.
std::vector<const Property*> catalog_at(Level level);

// The property of this slug, or null.
const Property* find_property(std::string_view slug);

// A rule of the specification, and where it is served from.
struct Rule {
  std::string_view slug;
  std::string_view statement = {};
  std::string_view formula = {};
  // Its theorems in reference/proof/Rules.v, and the proved functions of the rings whose contracts
  // state it, each as FILE: FUNCTION. A test takes both from the proof.
  std::initializer_list<std::string_view> theorems = {};
  std::initializer_list<std::string_view> kernels = {};
  // Why the catalog has no property, no vector, no theorem or no wrong ring for it; empty where it
  // has one.
  std::string_view no_property = {};
  std::string_view no_vector = {};
  std::string_view no_theorem = {};
  std::string_view no_fault = {};
};
std::span<const Rule> rules();
const Rule* find_rule(std::string_view slug);

}  // namespace clockwise
