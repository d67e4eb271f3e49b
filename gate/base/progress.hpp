// A bar on standard error, while something takes long: on a terminal only.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace clockwise::gate {

class Progress {
 public:
  Progress();
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `share` is 0 … 1, or below 0 where it is unknown.
  void show(std::string_view what, double share);
  void clear();

 private:
  bool on_terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_{};
};

// Whether to print in colour: standard output is a terminal, and NO_COLOR is not set.
bool colours_wanted();

}  // namespace clockwise::gate
