#include "gate/protocol/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <thread>
#include <utility>

namespace clockwise::gate {
namespace {

// Large pipes let both sides go on while the other one thinks.
constexpr int kPipe = 1 << 20;
constexpr std::size_t kErrorsKept = 4096;

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

struct Pipe {
  std::array<int, 2> ends{-1, -1};
  Pipe() {
    if (pipe2(ends.data(), O_CLOEXEC) != 0) fail("pipe");
    fcntl(ends[0], F_SETPIPE_SZ, kPipe);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    for (const int end : ends) {
      if (end >= 0) close(end);
    }
  }
  int take(std::size_t end) { return std::exchange(ends[end], -1); }
};

void close_end(int& end) {
  if (end >= 0) close(std::exchange(end, -1));
}

// Only what may be called between fork and exec.
[[noreturn]] void become(const char* command, int in, int out, int err) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGINT, SIG_DFL);
  execl("/bin/sh", "sh", "-c", command, static_cast<char*>(nullptr));
  _exit(127);
}

// The line for the shell. A plain command takes the shell's place, so that its end is the end of
// the process, and its closing of a pipe the closing of it.
std::string shell_line(const std::string& command) {
  const std::string first = command.substr(0, command.find(' '));
  const bool is_plain = first != "exec" && first != "cd" &&
                        command.find_first_of("&|;<>()\n") == std::string::npos &&
                        first.find('=') == std::string::npos;
  return is_plain ? "exec " + command : command;
}

}  // namespace

Process::Process(const std::string& command) {
  // A write to a program that is gone is an error to be told of, not the end of the gate.
  signal(SIGPIPE, SIG_IGN);
  Pipe in;
  Pipe out;
  Pipe err;
  const std::string line = shell_line(command);
  pid_ = fork();
  if (pid_ < 0) fail("fork");
  if (pid_ == 0) become(line.c_str(), in.ends[0], out.ends[1], err.ends[1]);
  setpgid(pid_, pid_);
  input_ = in.take(1);
  output_ends_ = out.take(0);
  errors_end_ = err.take(0);
  for (const int end : {input_, output_ends_, errors_end_}) fcntl(end, F_SETFL, O_NONBLOCK);
}

Process::~Process() {
  close_end(input_);
  close_end(output_ends_);
  close_end(errors_end_);
  kill(-pid_, SIGKILL);
  if (!status_) waitpid(pid_, nullptr, 0);
}

void Process::write(std::string_view bytes) { to_write_ += bytes; }

void Process::close_input() {
  closes_input_ = true;
  if (to_write_.empty()) close_end(input_);
}

bool Process::pump(std::chrono::milliseconds wait) {
  // That its input is closed shows even where there is nothing to write.
  const short writes = to_write_.empty() ? 0 : POLLOUT;
  std::array<pollfd, 3> ends{pollfd{output_ends_, POLLIN, 0}, pollfd{errors_end_, POLLIN, 0},
                             pollfd{input_, writes, 0}};
  if (poll(ends.data(), ends.size(), static_cast<int>(wait.count())) <= 0) return false;
  if ((ends[2].revents & POLLERR) != 0) {
    break_input();
  } else if (ends[2].revents != 0) {
    write_some();
  }
  if (ends[1].revents != 0) read_errors();
  return ends[0].revents != 0 && read_output();
}

void Process::write_some() {
  const ssize_t count = ::write(input_, to_write_.data(), to_write_.size());
  if (count > 0) to_write_.erase(0, static_cast<std::size_t>(count));
  if (count < 0 && errno != EAGAIN && errno != EINTR) break_input();
  if (to_write_.empty() && closes_input_) close_end(input_);
}

void Process::break_input() {
  input_is_broken_ = true;
  to_write_.clear();
  close_end(input_);
}

bool Process::read_output() {
  if (taken_ > 0) {
    output_.erase(0, taken_);
    scanned_ -= taken_;
    taken_ = 0;
  }
  static thread_local std::array<char, 1 << 18> buffer;
  const ssize_t count = read(output_ends_, buffer.data(), buffer.size());
  if (count > 0) output_.append(buffer.data(), static_cast<std::size_t>(count));
  if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) close_end(output_ends_);
  return count > 0;
}

void Process::read_errors() {
  std::array<char, 4096> buffer{};
  const ssize_t count = read(errors_end_, buffer.data(), buffer.size());
  if (count > 0) errors_.append(buffer.data(), static_cast<std::size_t>(count));
  if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) close_end(errors_end_);
  if (errors_.size() > 2 * kErrorsKept) errors_.erase(0, errors_.size() - kErrorsKept);
}

std::optional<std::string_view> Process::next_line() {
  const std::size_t end = output_.find('\n', scanned_);
  if (end == std::string::npos) {
    scanned_ = output_.size();
    return std::nullopt;
  }
  const auto line = std::string_view(output_).substr(taken_, end - taken_);
  taken_ = scanned_ = end + 1;
  return line;
}

std::string Process::ending(std::chrono::milliseconds wait) {
  const auto until = std::chrono::steady_clock::now() + wait;
  while (!status_) {
    int status = 0;
    if (waitpid(pid_, &status, WNOHANG) == pid_) {
      status_ = status;
    } else if (std::chrono::steady_clock::now() >= until) {
      return "";
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }
  if (errors_end_ >= 0) read_errors();
  if (WIFEXITED(*status_)) return fmt::format("exited with {}", WEXITSTATUS(*status_));
  const char* name = sigabbrev_np(WTERMSIG(*status_));
  return fmt::format("was ended by SIG{}", name != nullptr ? name : "?");
}

}  // namespace clockwise::gate
