// The vectors of a corpus, for people.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "properties/kit/json.hpp"

namespace clockwise::gate {

struct NamedVector {
  std::string path;  // below the corpus: "vectors/examples/….json"
  Vector vector;
};

// Those under vectors/, in the order of their paths.
// Throws UsageError when there is no corpus, or when one of them cannot be read.
std::vector<NamedVector> read_vectors(const std::filesystem::path& corpus);

}  // namespace clockwise::gate
