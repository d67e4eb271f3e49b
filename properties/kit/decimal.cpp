#include "properties/kit/decimal.hpp"

#include <fmt/format.h>

namespace clockwise {

std::string to_decimal(Count count) { return fmt::to_string(count); }

std::optional<Count> parse_count(std::string_view text) {
  constexpr Count kMost = Count{1} << 64;
  if (text.empty() || (text.size() > 1 && text[0] == '0')) return std::nullopt;
  Count count = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    count = count * 10 + static_cast<Count>(c - '0');
    if (count > kMost) return std::nullopt;
  }
  return count;
}

std::optional<Position> parse_position(std::string_view text) {
  const auto count = parse_count(text);
  if (!count || *count > Position{0} - 1) return std::nullopt;
  return static_cast<Position>(*count);
}

std::string counted(Count count, std::string_view one, std::string_view many) {
  if (count == 1) return fmt::format("1 {}", one);
  return many.empty() ? fmt::format("{} {}s", count, one) : fmt::format("{} {}", count, many);
}

}  // namespace clockwise
