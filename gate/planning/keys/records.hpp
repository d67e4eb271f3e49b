// Files with one record a line: JSON objects, or CSV with a header. As long as they like; they are
// read once, from front to back, and take no memory but for the line at hand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "reference/ring.hpp"

namespace clockwise::gate {

// What a column holds: any text; the name of a node (1 to 255 bytes); a position, in JSON a decimal
// string; a number from 0 to 2^64 − 1, in JSON a number or a decimal string.
enum class Kind : std::uint8_t {
  text,
  name,
  position,
  number
};

struct Column {
  std::string_view name;
  Kind kind = Kind::text;
  bool is_required = false;
};

// One value of the line at hand, good until the next one is read.
struct Value {
  bool is_there = false;
  std::string_view text;     // a text, a name
  std::uint64_t number = 0;  // a position, a number
};

// A line that repeats the key of an earlier one, in a file that has each key once.
struct Repeat {
  std::uint64_t line = 0;  // 0: there is none
  std::uint64_t first = 0;
  std::string key;
};
// Throws the UsageError that says so.
[[noreturn]] void refuse(const std::string& path, const Repeat& repeat);

// The reader. Every failure is a UsageError that names the file and the line, what was expected and
// what was found: text that is not UTF-8, a line that is no JSON object of these columns, a member
// that comes twice, a value of another kind, a line over 1 MiB. Blank lines are passed over.
class Records {
 public:
  // The path "-" is standard input. A file whose first line begins with { has JSON lines.
  Records(const std::string& path, std::vector<Column> columns);
  Records(const Records&) = delete;
  Records& operator=(const Records&) = delete;
  ~Records();

  // Reads the next line into values(), one a column, in the order of the columns. Returns false
  // after the last one.
  bool next();
  const std::vector<Value>& values() const { return values_; }

  std::uint64_t line() const { return line_; }  // counted from 1
  // How much of the file has been read, 0 … 1; below 0 where its length is unknown.
  double share() const;

  [[noreturn]] void fail(std::string_view expected, std::string_view found) const;

 private:
  struct Json;  // keeps the header of the JSON library out of this one

  bool read_line();
  void read_header();
  void read_json();
  void read_csv();
  void split_csv();
  void take(std::size_t column, std::string_view text);

  std::string path_;
  std::vector<Column> columns_;
  std::vector<Value> values_;
  std::uint64_t line_ = 0;

  int descriptor_ = -1;
  std::uint64_t length_ = 0;  // of the file; 0: unknown
  std::uint64_t read_ = 0;    // bytes of it that have been read
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // of what is not yet handed out
  std::size_t end_ = 0;
  bool is_over_ = false;
  std::string_view text_;  // the line at hand, without its end

  std::unique_ptr<Json> json_;           // none: CSV
  std::vector<std::size_t> header_;      // CSV: the column of each field
  std::vector<std::string_view> cells_;  // CSV: the fields of the line
  std::vector<std::string> unquoted_;    // CSV: those that were quoted
};

}  // namespace clockwise::gate
