// A temporary file without a name, gone when it is closed: where what is too much for memory waits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace clockwise::gate {

// Appended to, then read. It is made in $TMPDIR (else /tmp) at the first byte. Throws UsageError
// where the folder cannot be written to or is full.
class Scratch {
 public:
  Scratch() = default;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch();

  std::uint64_t size() const { return size_; }
  void append(std::string_view bytes);
  // Fills `out` with the bytes from `offset` on; all of them have been appended.
  void read(std::uint64_t offset, char* out, std::size_t count) const;

 private:
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

// Lines of a report, as many as there may be, in the order in which they came: the first few MiB in
// memory, the rest in a scratch file.
class Spool {
 public:
  void add(std::string_view text);
  // Writes all of it to standard output.
  void print() const;
  bool is_empty() const { return file_.size() == 0 && buffer_.empty(); }

 private:
  std::string buffer_;
  Scratch file_;
};

}  // namespace clockwise::gate
