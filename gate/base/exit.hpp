// How the command ends.
#pragma once

#include <span>
#include <string_view>

namespace clockwise::gate {

enum class Exit : int {
  conforms = 0,
  violated = 1,
  usage = 2,
  crashed = 3,
  hung = 4,
  cannot_vouch = 5,
  interrupted = 130,
};

// Every exit code with its verdict in a word and its meaning in a sentence, ascending.
struct ExitInfo {
  Exit code;
  std::string_view word;
  std::string_view meaning;
};
std::span<const ExitInfo> exit_infos();

}  // namespace clockwise::gate
