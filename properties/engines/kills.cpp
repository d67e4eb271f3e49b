#include "properties/engines/kills.hpp"

#include <charconv>
#include <stdexcept>
#include <string>
#include <vector>

namespace clockwise::fuzz {

extern const char* const kRecord;  // the text of kills.tsv

namespace {

std::string_view take_until(std::string_view& text, char end) {
  const std::string_view part = text.substr(0, text.find(end));
  text.remove_prefix(std::min(part.size() + 1, text.size()));
  return part;
}

template <class Number>
Number number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw std::runtime_error("kills.tsv: expected a number, found \"" + std::string(text) + "\"");
  }
  return value;
}

Kill read_row(std::string_view row) {
  Kill kill{};
  kill.fault = take_until(row, '\t');
  kill.target = take_until(row, '\t');
  const std::string_view seconds = take_until(row, '\t');
  if (seconds != "-") kill.seconds = number<double>(seconds);
  kill.executions = number<std::uint64_t>(take_until(row, '\t'));
  kill.budget = number<double>(take_until(row, '\t'));
  kill.date = row;
  return kill;
}

}  // namespace

std::span<const Kill> kills() {
  static const std::vector<Kill> kAll = [] {
    std::vector<Kill> all;
    std::string_view text = kRecord;
    take_until(text, '\n');  // the names of the columns
    while (!text.empty()) all.push_back(read_row(take_until(text, '\n')));
    return all;
  }();
  return kAll;
}

const Kill* fastest_kill(std::string_view fault) {
  const Kill* fastest = nullptr;
  for (const Kill& kill : kills()) {
    if (kill.fault != fault) continue;
    if (fastest == nullptr || (kill.seconds && kill.seconds < fastest->seconds.value_or(1e9))) {
      fastest = &kill;
    }
  }
  return fastest;
}

}  // namespace clockwise::fuzz
