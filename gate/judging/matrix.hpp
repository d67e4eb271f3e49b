// The kill matrix: which engine and which property catches which wrong ring.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "properties/engines/engine.hpp"
#include "properties/engines/kills.hpp"
#include "properties/faults/fault.hpp"
#include "properties/kit/property.hpp"

namespace clockwise::gate {

using Properties = std::vector<const Property*>;

// What is put to the test, and on what.
struct Trials {
  std::vector<const Fault*> faults;  // must be caught
  std::vector<std::string> right;    // must not be: names of subjects
  Properties properties;
  std::filesystem::path corpus;
  std::function<void(std::string_view ring, double share)> progress;
};
Trials all_trials();  // every wrong ring, the right ones, every property; no corpus yet

struct Row {
  const Fault* fault = nullptr;
  std::vector<Properties> by_engine;  // that catch it, in the order of default_engines()
  // How fast the fuzz engine's search found it: on record, since it takes up to a minute. It is
  // told and fails nothing; null where there is no record, as of every ring of names.
  const fuzz::Kill* by_fuzz = nullptr;

  bool is_excused(std::size_t engine) const;
  Properties caught_by() const;  // by any engine, in the order of the catalog
};

struct Matrix {
  std::vector<Row> rows;
  // One sentence for each: a wrong ring that survives an engine it declares, one that is excused
  // from an engine that catches it, a property that does not catch what it says or, at one of its
  // levels, nothing at all, a right ring that is faulted.
  std::vector<std::string> failures;
};

// Runs every engine, quickly, on every ring. A run stops once the ring is caught by every property
// that says it catches it: the properties of a row are some of those that do.
Matrix kill_matrix(const Trials& trials);

}  // namespace clockwise::gate
