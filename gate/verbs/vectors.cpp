#include "gate/verbs/vectors.hpp"

#include <algorithm>

#include "gate/base/files.hpp"
#include "gate/base/usage_error.hpp"

namespace clockwise::gate {

namespace fs = std::filesystem;

std::vector<NamedVector> read_vectors(const fs::path& corpus) {
  if (corpus.empty()) {
    throw UsageError("no corpus is installed beside this command; expected --corpus DIR");
  }
  std::vector<fs::path> files;
  std::error_code none;
  for (auto entry = fs::recursive_directory_iterator(corpus / "vectors", none);
       entry != fs::end(entry); ++entry) {
    if (entry->is_directory() && entry->path().filename() == "malformed") {
      entry.disable_recursion_pending();
    } else if (entry->is_regular_file() && entry->path().extension() == ".json") {
      files.push_back(entry->path());
    }
  }
  std::ranges::sort(files);
  std::vector<NamedVector> vectors;
  for (const fs::path& file : files) {
    Vector vector = read_vector_file(file.string());
    if (vector.rule.empty()) continue;
    vectors.push_back({file.lexically_relative(corpus).string(), std::move(vector)});
  }
  return vectors;
}

}  // namespace clockwise::gate
