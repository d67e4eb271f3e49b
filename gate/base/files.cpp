#include "gate/base/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "gate/base/usage_error.hpp"
#include "gate/base/words.hpp"

namespace clockwise::gate {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargest = std::size_t{16} << 20U;

template <class T>
T or_fail(Read<T> read, const std::string& path) {
  if (read) return *std::move(read);
  throw UsageError(fmt::format("{}: {}", input_name(path), read.error().message()));
}

[[noreturn]] void cannot_write(const std::string& path) {
  throw UsageError(
      fmt::format("{}: cannot be written: {}; expected a file in a folder that can be written to",
                  path, std::strerror(errno)));
}

}  // namespace

std::string input_name(const std::string& path) { return path == "-" ? "standard input" : path; }

std::string read_input(const std::string& path) {
  const auto fail = [&](std::string_view found) {
    throw UsageError(fmt::format("{}: cannot be read: {}; expected a file with a case",
                                 input_name(path), found));
  };
  const int descriptor = path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail(std::strerror(errno));
  std::string text;
  std::array<char, 65536> buffer{};
  ssize_t count = 0;
  while (text.size() <= kLargest && ((count = read(descriptor, buffer.data(), buffer.size())) > 0 ||
                                     (count < 0 && errno == EINTR))) {
    if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  const int error = errno;
  if (path != "-") close(descriptor);
  if (count < 0) fail(std::strerror(error));
  if (text.size() > kLargest) fail(fmt::format("it is larger than {} MiB", kLargest >> 20U));
  if (text.empty()) fail("it is empty");
  return text;
}

Vector read_vector_file(const std::string& path) {
  return or_fail(read_vector_or_case(read_input(path)), path);
}

Case read_case_file(const std::string& path) { return or_fail(read_case(read_input(path)), path); }

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  struct stat status{};
  const bool exists = stat(path_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) {
    throw UsageError(fmt::format("{}: cannot be written: it is a folder; expected a file", path_));
  }
  const bool is_special = exists && !S_ISREG(status.st_mode);
  if (!is_special) temporary_ = fmt::format("{}.part-{}", path_, getpid());
  const std::string& opened = is_special ? path_ : temporary_;
  descriptor_ = open(opened.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) cannot_write(path_);
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void OutputFile::commit(const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = write(descriptor_, text.data() + done, text.size() - done);
    if (count < 0 && errno != EINTR) cannot_write(path_);
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  if (close(std::exchange(descriptor_, -1)) != 0) cannot_write(path_);
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) cannot_write(path_);
  temporary_.clear();
}

void expect_folder(const std::string& folder) {
  std::error_code error;
  fs::path there = fs::absolute(folder, error).lexically_normal();
  while (!fs::exists(there, error) && there.has_relative_path()) there = there.parent_path();
  std::string found;
  if (!fs::is_directory(there, error)) {
    found = fmt::format("{} is no folder", there.string());
  } else if (access(there.c_str(), W_OK | X_OK) != 0) {
    found = fmt::format("{}: {}", there.string(), std::strerror(errno));
  }
  if (found.empty()) return;
  throw UsageError(fmt::format(
      "{}: cannot be written to: {}; expected a folder, or the name of a new one", folder, found));
}

bool print_out(std::string_view text) {
  const bool is_written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!is_written) {
    fmt::print(stderr, "clockwise: standard output: cannot be written: {}\n", std::strerror(errno));
  }
  return is_written;
}

std::string save_case(const std::string& folder, std::string_view stem, const Case& c) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw UsageError(
        fmt::format("{}: cannot be made: {}; expected a folder, or the name of a new one", folder,
                    error.message()));
  }
  const fs::path path =
      fs::path(folder) / fmt::format("{}-{}.json", stem, content_hash(write_case(c)).substr(0, 8));
  OutputFile(path.string()).commit(write_case_pretty(c) + "\n");
  return path.string();
}

}  // namespace clockwise::gate
