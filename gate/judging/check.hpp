// The verb that grades.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "gate/base/files.hpp"
#include "gate/judging/options.hpp"
#include "gate/judging/subject.hpp"
#include "gate/report/expectations.hpp"
#include "gate/report/report.hpp"

namespace clockwise::gate {

struct CheckOptions {
  std::vector<const Engine*> engines;       // that have cases of the subject's level
  std::vector<const Property*> properties;  // of that level
  BudgetOption budget;
  std::uint64_t seed = 1;
  Shard shard;
  std::filesystem::path corpus;
  std::string format = "text";
  std::string output;                 // a file; empty: standard output
  std::vector<std::string> reports;   // further ones of the same run, as FORMAT=FILE
  std::string save;                   // a folder for the smallest cases; empty: they are not saved
  bool lint = false;                  // of an adapter: its first fault ends the run
  std::vector<Expectation> expected;  // failures
  std::string write_expected;         // the file to write them to; empty: none
};

// Grades the subject, writes the report and returns the exit code. Where a subject in this process
// crashes or hangs, it writes what there is and ends the process; where an adapter does, or breaks
// the protocol, it is started again, and the grading goes on.
Exit check(OpenSubject& subject, const CheckOptions& options);

// Prints the conventions that an adapter's answers fit, and returns the exit code.
Exit check_discover(Adapter& adapter);

}  // namespace clockwise::gate
