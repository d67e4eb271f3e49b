// The verb that grades.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "gate/base/files.hpp"
#include "gate/judging/options.hpp"
#include "gate/protocol/adapter.hpp"
#include "gate/report/expectations.hpp"
#include "gate/report/report.hpp"

namespace clockwise::gate {

struct CheckOptions {
  std::vector<const Engine*> engines;
  std::vector<const Property*> properties;
  Budget budget;
  std::uint64_t seed = 1;
  Shard shard;
  std::filesystem::path corpus;
  std::string format = "text";
  std::string output;                 // a file; empty: standard output
  std::string save;                   // a folder for the smallest cases; empty: they are not saved
  Seconds timeout{5};                 // for each run of a case
  bool lint = false;                  // of an adapter: its first fault ends the run
  std::vector<Expectation> expected;  // failures
  std::string write_expected;         // the file to write them to; empty: none
  std::string named_as;  // the options that name the subject; empty: --ring and its name
  std::vector<std::string> property_names;  // as they were given: they depend on the level
};

// Grades the subject, writes the report and returns the exit code. Where the subject crashes or
// hangs, it writes what there is and ends the process.
int check(Subject& subject, const CheckOptions& options);

// The same for an adapter: where it crashes, hangs or breaks the protocol, it is started again, and
// the grading goes on.
int check(std::shared_ptr<Adapter> adapter, const CheckOptions& options);

// The same for an adapter of placement level.
int check_placement(std::shared_ptr<Adapter> adapter, const CheckOptions& options);

// Prints the conventions that an adapter's answers fit, and returns the exit code.
int check_discover(Adapter& adapter);

// Writes the report in the format asked for, to `output` where there is one, and the expectations.
// Returns the exit code.
int write_report(Report& report, const CheckOptions& options, std::unique_ptr<OutputFile>& output);

}  // namespace clockwise::gate
