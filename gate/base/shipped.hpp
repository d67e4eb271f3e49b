// Files that come with this command, where it is installed or in the checkout that it was built in.
#pragma once

#include <filesystem>
#include <string>

namespace clockwise::gate {

// The file that runs.
std::filesystem::path this_program();

// What is installed as `installed` below the prefix of this program; else what lies at `built` in
// the checkout around it. Empty where there is neither.
std::filesystem::path find_shipped(const std::filesystem::path& installed,
                                   const std::filesystem::path& built);

// The folder with vectors/, regressions/ and placement/: the one given; else the one that is
// shipped. Empty where there is none; throws UsageError where the one given is no folder.
std::filesystem::path find_corpus(const std::string& given);

}  // namespace clockwise::gate
