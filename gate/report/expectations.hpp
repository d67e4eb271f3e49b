// Known failures: what a subject is expected to violate, and why.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gate/report/report.hpp"

namespace clockwise::gate {

struct Expectation {
  std::string property;  // a slug
  std::string profile;   // of the adapter of this name only; empty: of any
  std::string reason;
};

// The expectations in a text, a list of {"property", "profile", "reason", "case"}: profile and case
// may be left out, a reason may not. Malformed where it is not of that form.
Read<std::vector<Expectation>> read_expectations(std::string_view text);

// Marks what was expected, and records what was expected and did not come: a property that holds,
// one that is unknown, one on which the subject hung or crashed instead.
void apply(const std::vector<Expectation>& expectations, Report& report);

// The violations of a report as such a text, with reasons to be filled in.
std::string write_expectations(const Report& report);

}  // namespace clockwise::gate
