#include "gate/verbs/vectors.hpp"

#include "gate/base/files.hpp"
#include "gate/base/usage_error.hpp"
#include "properties/engines/corpus.hpp"

namespace clockwise::gate {

namespace fs = std::filesystem;

std::vector<NamedVector> read_vectors(const fs::path& corpus) {
  if (corpus.empty()) {
    throw UsageError("no corpus is installed beside this command; expected --corpus DIR");
  }
  std::vector<NamedVector> vectors;
  for (const fs::path& file : case_files(corpus, {"vectors"})) {
    Vector vector = read_vector_file(file.string());
    if (vector.rule.empty()) continue;
    vectors.push_back({file.lexically_relative(corpus).string(), std::move(vector)});
  }
  return vectors;
}

}  // namespace clockwise::gate
