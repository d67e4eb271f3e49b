// The oracle: the model of the proof as a program that speaks the adapter protocol.
#pragma once

#include <string>
#include <string_view>

namespace clockwise::gate {

// What `--ring` calls it.
inline constexpr std::string_view kProved = "proved";

// The shell command that starts it: libexec/clockwise/oracle where this command is installed, or
// build/proof/oracle of the checkout that it was built in. Throws UsageError where there is none.
std::string oracle_command();

}  // namespace clockwise::gate
