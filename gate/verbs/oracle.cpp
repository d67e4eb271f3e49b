#include "gate/verbs/oracle.hpp"

#include <filesystem>

#include "gate/report/words.hpp"
#include "gate/verbs/verb.hpp"

namespace clockwise::gate {

namespace fs = std::filesystem;

std::string oracle_command() {
  std::error_code none;
  const fs::path folder = fs::read_symlink("/proc/self/exe", none).parent_path();
  const fs::path installed = folder.parent_path() / "libexec" / "clockwise" / "oracle";
  if (fs::is_regular_file(installed, none)) return shell_quoted(installed.string());
  for (fs::path up = folder; up.has_relative_path(); up = up.parent_path()) {
    const fs::path built = up / "build" / "proof" / "oracle";
    if (fs::is_regular_file(built, none)) return shell_quoted(built.string());
  }
  throw UsageError(
      "--ring: proved is the oracle of the proof, which has not been built: `./run prove` builds "
      "it");
}

}  // namespace clockwise::gate
