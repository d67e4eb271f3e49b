// Subjects by name.
#pragma once

#include <memory>
#include <string>

#include "properties/kit/run.hpp"

namespace clockwise::gate {

// The ring of a program that has one of its own (gate/command.hpp); without a maker there is none.
struct OwnRing {
  std::string name;
  MakeRing make;
};
OwnRing& own_ring();

// What --ring is where it is not given.
std::string default_ring();

// "optimized", "optimized-search", "optimized-lines", "reference", "proved" (the oracle of the
// proof, a program of its own) or "fault:NAME". Throws UsageError for any other name, and where the
// oracle has not been built.
std::unique_ptr<Subject> make_subject(const std::string& name);

}  // namespace clockwise::gate
