#include "gate/base/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "gate/base/words.hpp"

namespace clockwise::gate {

Progress::Progress() : on_terminal_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() { clear(); }

void Progress::show(std::string_view what, double share) {
  if (!on_terminal_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  shown_ = true;
  constexpr std::size_t kBar = 30;
  std::string line = fmt::format("\r\033[K{} ", left(what, 34));
  if (share >= 0) {
    const auto done = static_cast<std::size_t>(std::min(share, 1.0) * static_cast<double>(kBar));
    line += fmt::format("[{}{}] {:3.0f} %", std::string(done, '='), std::string(kBar - done, ' '),
                        std::min(share, 1.0) * 100);
  } else {
    line += "…";
  }
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
}

void Progress::clear() {
  if (!shown_) return;
  shown_ = false;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
}

bool colours_wanted() {
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) == 1 && (no_color == nullptr || *no_color == '\0');
}

}  // namespace clockwise::gate
