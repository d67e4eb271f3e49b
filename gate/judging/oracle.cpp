#include "gate/judging/oracle.hpp"

#include "gate/base/shipped.hpp"
#include "gate/base/usage_error.hpp"
#include "gate/base/words.hpp"

namespace clockwise::gate {

std::string oracle_command() {
  const auto oracle = find_shipped("libexec/clockwise/oracle", "build/proof/oracle");
  if (!oracle.empty()) return shell_quoted(oracle.string());
  throw UsageError(
      "--ring: proved is the oracle of the proof, which has not been built: `./run prove` builds "
      "it");
}

}  // namespace clockwise::gate
