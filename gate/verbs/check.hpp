// The verb that grades.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "gate/report/report.hpp"
#include "gate/verbs/options.hpp"

namespace clockwise::gate {

struct CheckOptions {
  std::vector<const Engine*> engines;
  std::vector<const Property*> properties;
  Budget budget;
  std::uint64_t seed = 1;
  Shard shard;
  std::filesystem::path corpus;
  std::string format = "text";
  std::string output;  // a file; empty: standard output
  std::string save;    // a folder for the smallest cases; empty: they are not saved
  Seconds timeout{5};  // for each run of a case
};

// Grades the subject, writes the report and returns the exit code. Where the subject crashes or
// hangs, it writes what there is and ends the process.
int check(Subject& subject, const CheckOptions& options);

}  // namespace clockwise::gate
