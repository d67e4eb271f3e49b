#include "gate/base/shipped.hpp"

#include <fmt/format.h>

#include "gate/base/usage_error.hpp"

namespace clockwise::gate {

namespace fs = std::filesystem;

fs::path this_program() {
  std::error_code none;
  return fs::read_symlink("/proc/self/exe", none);
}

fs::path find_shipped(const fs::path& installed, const fs::path& built) {
  std::error_code none;
  const fs::path folder = this_program().parent_path();
  if (fs::path path = folder.parent_path() / installed; fs::exists(path, none)) return path;
  for (fs::path up = folder; up.has_relative_path(); up = up.parent_path()) {
    if (fs::path path = up / built; fs::exists(path, none)) return path;
  }
  return {};
}

fs::path find_corpus(const std::string& given) {
  if (given.empty()) {
    const fs::path vectors = find_shipped("share/clockwise/corpus/vectors", "corpus/vectors");
    return vectors.parent_path();
  }
  std::error_code none;
  if (fs::is_directory(given, none)) return given;
  throw UsageError(
      fmt::format("--corpus: expected a folder with vectors/ or regressions/ in it, found \"{} "
                  "({})\"",
                  given, fs::exists(given, none) ? "no folder" : "not there"));
}

}  // namespace clockwise::gate
