// Which known wrong ring answers as the subject does.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "properties/faults/fault.hpp"
#include "properties/kit/case.hpp"
#include "properties/kit/run.hpp"

namespace clockwise::gate {

struct Diagnosis {
  Level level = Level::positions;
  std::vector<const Fault*> faults;  // with the very same answers; empty if there is none
  std::uint64_t questions = 0;       // that were compared
  // Of them, those that the reference answers otherwise (at the level of names, rendezvous
  // hashing).
  std::uint64_t wrong = 0;
};

// Compares the subject with every wrong ring of its level on the failing cases and on a fixed
// sample: the vectors of the corpus (an empty path: none), small rings and random cases. A wrong
// ring is named only when it agrees on every question, of which the reference answers one at least
// otherwise. A question is a step, a key, or a key's replicas. Nothing, at the level of names,
// where there is no such ring.
std::optional<Diagnosis> diagnose(Subject& subject, const std::vector<Case>& failing,
                                  const std::filesystem::path& corpus);

// "your answers match the known wrong ring boundary-exclusive on all 4096 questions; see
// predis/predis#2".
std::string in_words(const Diagnosis& diagnosis);

// How many questions two traces of one case answer, and on how many they say different things.
struct Comparison {
  std::uint64_t questions = 0;
  std::uint64_t different = 0;
};
Comparison compare(const Trace& a, const Trace& b);

}  // namespace clockwise::gate
