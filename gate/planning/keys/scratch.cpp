#include "gate/planning/keys/scratch.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "gate/base/usage_error.hpp"

namespace clockwise::gate {
namespace {

std::string temporary_folder() {
  const char* folder = std::getenv("TMPDIR");
  return folder == nullptr || *folder == '\0' ? "/tmp" : folder;
}

[[noreturn]] void fail(std::string_view what) {
  throw UsageError(
      fmt::format("{}: {}: {}; expected a folder with room for a temporary file "
                  "(TMPDIR names another)",
                  temporary_folder(), what, std::strerror(errno)));
}

}  // namespace

Scratch::~Scratch() {
  if (descriptor_ >= 0) close(descriptor_);
}

void Scratch::append(std::string_view bytes) {
  if (descriptor_ < 0) {
    std::string name = temporary_folder() + "/clockwise-XXXXXX";
    descriptor_ = mkostemp(name.data(), O_CLOEXEC);
    if (descriptor_ < 0) fail("no file can be made there");
    unlink(name.c_str());
  }
  while (!bytes.empty()) {
    const ssize_t count = write(descriptor_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("a temporary file cannot be written");
    bytes.remove_prefix(static_cast<std::size_t>(count));
    size_ += static_cast<std::uint64_t>(count);
  }
}

void Scratch::read(std::uint64_t offset, char* out, std::size_t count) const {
  while (count > 0) {
    const ssize_t got = pread(descriptor_, out, count, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail("a temporary file cannot be read");
    out += got;
    offset += static_cast<std::uint64_t>(got);
    count -= static_cast<std::size_t>(got);
  }
}

void Spool::add(std::string_view text) {
  constexpr std::size_t kInMemory = std::size_t{4} << 20U;
  buffer_ += text;
  if (buffer_.size() < kInMemory) return;
  file_.append(buffer_);
  buffer_.clear();
}

void Spool::print() const {
  std::vector<char> chunk(std::size_t{1} << 20U);
  for (std::uint64_t at = 0; at < file_.size();) {
    const auto count =
        static_cast<std::size_t>(std::min<std::uint64_t>(chunk.size(), file_.size() - at));
    file_.read(at, chunk.data(), count);
    std::fwrite(chunk.data(), 1, count, stdout);
    at += count;
  }
  std::fwrite(buffer_.data(), 1, buffer_.size(), stdout);
}

}  // namespace clockwise::gate
