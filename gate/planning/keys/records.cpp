#include "gate/planning/keys/records.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <simdjson.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "gate/base/files.hpp"
#include "gate/base/usage_error.hpp"
#include "gate/base/words.hpp"
#include "properties/kit/decimal.hpp"

namespace clockwise::gate {
namespace {

constexpr std::size_t kLongestLine = std::size_t{1} << 20U;
constexpr std::size_t kLongestName = 255;

std::string quoted(std::string_view text) {
  constexpr std::size_t kShown = 40;
  // Cut between two characters, not within one.
  std::size_t end = std::min(text.size(), kShown);
  while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) {
    --end;
  }
  return fmt::format("\"{}{}\"", visible(text.substr(0, end)), end < text.size() ? "…" : "");
}

std::string_view expected_of(Kind kind) {
  switch (kind) {
    case Kind::text: return "a string";
    case Kind::name: return "a name of 1 to 255 bytes";
    case Kind::position: return "a position as a decimal string, \"0\" to \"18446744073709551615\"";
    case Kind::number: return "a whole number, 0 to 18446744073709551615";
  }
  return "";
}

std::string names_of(const std::vector<Column>& columns) {
  std::vector<std::string_view> names;
  for (const Column& column : columns) names.push_back(column.name);
  return fmt::format("\"{}\"", fmt::join(names, "\", \""));
}

// What a JSON value looks like, for an error.
std::string shown(simdjson::dom::element value) {
  return fmt::format("{}", simdjson::minify(value)).substr(0, 60);
}

}  // namespace

void refuse(const std::string& path, const Repeat& repeat) {
  throw UsageError(fmt::format(
      "{}: line {}: expected a key that no line before it has, found \"{}\", which is on "
      "line {}",
      input_name(path), repeat.line, visible(repeat.key), repeat.first));
}

struct Records::Json {
  simdjson::dom::parser parser;
};

Records::Records(const std::string& path, std::vector<Column> columns)
    : path_(path), columns_(std::move(columns)), values_(columns_.size()) {
  const auto cannot = [&](std::string_view why) {
    throw UsageError(fmt::format("{}: cannot be read: {}; expected a file with one record a line",
                                 input_name(path), why));
  };
  descriptor_ = path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) cannot(std::strerror(errno));
  struct stat status{};
  if (fstat(descriptor_, &status) == 0) {
    if (S_ISDIR(status.st_mode)) cannot("it is a folder");
    if (S_ISREG(status.st_mode)) length_ = static_cast<std::uint64_t>(status.st_size);
  }
  posix_fadvise(descriptor_, 0, 0, POSIX_FADV_SEQUENTIAL);
  buffer_.resize(2 * kLongestLine + simdjson::SIMDJSON_PADDING);

  // The first line says which form it is; where there is none, there are no records.
  if (!read_line()) return;
  if (text_.starts_with('{')) {
    json_ = std::make_unique<Json>();
    begin_ = static_cast<std::size_t>(text_.data() - buffer_.data());  // to be read again
    --line_;
  } else {
    read_header();
  }
}

Records::~Records() {
  if (descriptor_ > STDIN_FILENO) close(descriptor_);
}

double Records::share() const {
  if (length_ == 0) return -1;
  return static_cast<double>(read_ - (end_ - begin_)) / static_cast<double>(length_);
}

void Records::fail(std::string_view expected, std::string_view found) const {
  throw UsageError(fmt::format("{}: line {}: expected {}, found {}", input_name(path_),
                               std::max<std::uint64_t>(line_, 1), expected, found));
}

// The next line that is not blank, into text_; false where there is none.
bool Records::read_line() {
  while (true) {
    const char* start = buffer_.data() + begin_;
    const auto* newline = static_cast<const char*>(std::memchr(start, '\n', end_ - begin_));
    if (newline == nullptr && !is_over_) {
      if (end_ - begin_ > kLongestLine) {
        ++line_;
        fail("a line of at most 1 MiB", "a longer one");
      }
      std::memmove(buffer_.data(), start, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
      const std::size_t room = buffer_.size() - simdjson::SIMDJSON_PADDING - end_;
      const ssize_t count = ::read(descriptor_, buffer_.data() + end_, room);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) {
        throw UsageError(
            fmt::format("{}: cannot be read: {}", input_name(path_), std::strerror(errno)));
      }
      is_over_ = count == 0;
      end_ += static_cast<std::size_t>(count);
      read_ += static_cast<std::uint64_t>(count);
      continue;
    }
    if (begin_ == end_) return false;
    ++line_;
    const auto length =
        newline == nullptr ? end_ - begin_ : static_cast<std::size_t>(newline - start);
    text_ = {start, length};
    begin_ += length + (newline == nullptr ? 0 : 1);
    if (text_.size() > kLongestLine) fail("a line of at most 1 MiB", "a longer one");
    if (text_.ends_with('\r')) text_.remove_suffix(1);
    if (text_.find_first_not_of(" \t") != std::string_view::npos) return true;
  }
}

bool Records::next() {
  if (!read_line()) return false;
  std::ranges::fill(values_, Value{});
  if (json_ != nullptr) {
    read_json();
  } else {
    read_csv();
  }
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (values_[i].is_there || !columns_[i].is_required) continue;
    fail(fmt::format("a {} \"{}\"", json_ ? "member" : "value for", columns_[i].name),
         json_ ? quoted(text_) : "none");
  }
  return true;
}

void Records::read_json() {
  simdjson::dom::element element;
  const auto error = json_->parser.parse(text_.data(), text_.size(), false).get(element);
  if (error != simdjson::SUCCESS) fail("a JSON object", quoted(text_));
  simdjson::dom::object object;
  if (element.get(object) != simdjson::SUCCESS) fail("a JSON object", shown(element));
  for (const auto member : object) {
    const auto at = std::ranges::find(columns_, member.key, &Column::name);
    if (at == columns_.end()) {
      fail(fmt::format("no member but {}", names_of(columns_)), quoted(member.key));
    }
    const auto column = static_cast<std::size_t>(at - columns_.begin());
    Value& value = values_[column];
    if (value.is_there) fail(fmt::format("one member {}", quoted(member.key)), "it twice");
    std::string_view text;
    if (member.value.get(text) == simdjson::SUCCESS) {
      take(column, text);
    } else if (at->kind == Kind::number && member.value.is_uint64()) {
      value = {.is_there = true, .text = {}, .number = member.value.get_uint64().value_unsafe()};
    } else {
      fail(fmt::format("{} as \"{}\"", expected_of(at->kind), at->name), shown(member.value));
    }
  }
}

// The value of a column from its text.
void Records::take(std::size_t column, std::string_view text) {
  const Column& about = columns_[column];
  Value& value = values_[column];
  value.is_there = true;
  value.text = text;
  bool is_right = true;
  if (about.kind == Kind::name) is_right = !text.empty() && text.size() <= kLongestName;
  if (about.kind == Kind::position || about.kind == Kind::number) {
    const auto number = parse_position(text);
    is_right = number.has_value();
    value.number = number.value_or(0);
  }
  if (!is_right) {
    fail(fmt::format("{} as \"{}\"", expected_of(about.kind), about.name), quoted(text));
  }
}

void Records::read_header() {
  split_csv();
  for (const std::string_view cell : cells_) {
    const auto at = std::ranges::find(columns_, cell, &Column::name);
    if (at == columns_.end()) {
      fail(fmt::format("JSON lines, or a CSV header of {}", names_of(columns_)), quoted(cell));
    }
    const auto column = static_cast<std::size_t>(at - columns_.begin());
    if (std::ranges::find(header_, column) != header_.end()) {
      fail(fmt::format("one column {}", quoted(cell)), "it twice");
    }
    header_.push_back(column);
  }
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (!columns_[i].is_required || std::ranges::find(header_, i) != header_.end()) continue;
    fail(fmt::format("JSON lines, or a CSV header with the column \"{}\"", columns_[i].name),
         quoted(text_));
  }
}

void Records::read_csv() {
  split_csv();
  if (cells_.size() != header_.size()) {
    fail(fmt::format("{}, as in the header", counted(header_.size(), "value")),
         fmt::format("{}", cells_.size()));
  }
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const Column& about = columns_[header_[i]];
    // An empty cell of a number that need not be there is one that is not.
    if (cells_[i].empty() && !about.is_required && about.kind != Kind::text) continue;
    take(header_[i], cells_[i]);
  }
}

// The line's cells: between commas, or between quotation marks, doubled where they are meant.
void Records::split_csv() {
  if (!simdjson::validate_utf8(text_.data(), text_.size())) fail("UTF-8", quoted(text_));
  cells_.clear();
  unquoted_.clear();
  unquoted_.reserve(columns_.size() + 1);
  std::string_view rest = text_;
  if (line_ == 1 && rest.starts_with("\xef\xbb\xbf")) rest.remove_prefix(3);
  while (true) {
    if (rest.starts_with('"')) {
      if (unquoted_.size() == columns_.size()) {
        fail(fmt::format("at most {}", counted(columns_.size(), "value")), "more");
      }
      std::string& cell = unquoted_.emplace_back();
      std::size_t at = 1;
      while (true) {
        const std::size_t mark = rest.find('"', at);
        if (mark == std::string_view::npos) fail("a closing quotation mark", quoted(rest));
        cell += rest.substr(at, mark - at);
        at = mark + 1;
        if (at >= rest.size() || rest[at] != '"') break;
        cell += '"';
        ++at;
      }
      if (at < rest.size() && rest[at] != ',') {
        fail("a comma after the closing quotation mark", quoted(rest.substr(at)));
      }
      cells_.emplace_back(cell);
      rest.remove_prefix(at);
    } else {
      const std::string_view cell = rest.substr(0, rest.find(','));
      cells_.push_back(cell);
      rest.remove_prefix(cell.size());
    }
    if (rest.empty()) return;
    rest.remove_prefix(1);
  }
}

}  // namespace clockwise::gate
