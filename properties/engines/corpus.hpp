// The case files of a corpus.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <vector>

namespace clockwise {

// The files *.json below these parts of a corpus, in the order of their paths. What lies in
// malformed/ is no case by design, and left out; a part that is not there has none.
std::vector<std::filesystem::path> case_files(const std::filesystem::path& corpus,
                                              std::initializer_list<const char*> parts = {
                                                  "vectors", "regressions", "placement"});

}  // namespace clockwise
