// A program in a process of its own, and the pipes to it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace clockwise::gate {

// Runs a command line by /bin/sh, in a process group of its own, which ends with this object. Bytes
// move in `pump` only: it writes, and reads both outputs, as each is ready, so that neither side
// waits for the other for ever.
class Process {
 public:
  // Throws std::system_error where no process can be made.
  explicit Process(const std::string& command);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();

  // Queues bytes for its standard input; closes that once all of them are written.
  void write(std::string_view bytes);
  void close_input();

  // Moves what bytes can be moved, after waiting for at most so long until there are any. Returns
  // whether any came back.
  bool pump(std::chrono::milliseconds wait);

  // The next whole line of its standard output, without its end. It stays valid until `pump`.
  std::optional<std::string_view> next_line();
  // What there is of a line that has not ended yet.
  std::string_view rest() const { return std::string_view(output_).substr(taken_); }

  bool has_written_all() const { return to_write_.empty(); }
  bool input_is_broken() const { return input_is_broken_; }
  bool output_is_closed() const { return output_ends_ < 0; }

  // The end of what it wrote to standard error.
  const std::string& errors() const { return errors_; }

  // How it ended, in words ("exited with 1", "was ended by SIGSEGV"), after waiting for that for at
  // most so long; empty where it runs on.
  std::string ending(std::chrono::milliseconds wait);

 private:
  void write_some();
  void break_input();
  bool read_output();
  void read_errors();

  pid_t pid_ = -1;
  int input_ = -1;
  int output_ends_ = -1;
  int errors_end_ = -1;
  bool closes_input_ = false;
  bool input_is_broken_ = false;
  std::string to_write_;
  std::string output_;
  std::size_t taken_ = 0;    // bytes of output_ that were handed out
  std::size_t scanned_ = 0;  // bytes of output_ in which no further line ends
  std::string errors_;
  std::optional<int> status_;
};

}  // namespace clockwise::gate
