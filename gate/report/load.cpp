#include "gate/report/load.hpp"

#include <fmt/format.h>

#include "properties/kit/decimal.hpp"
#include "reference/plan.hpp"

namespace clockwise::gate {

std::string_view slug(Unit unit) {
  switch (unit) {
    case Unit::positions: return "positions";
    case Unit::keys: return "keys";
    case Unit::bytes: return "bytes";
    case Unit::requests: return "requests";
  }
  return "";
}

std::vector<Load> loads_of(std::span<const Token> tokens, RingSize size, std::size_t nodes) {
  std::vector<Load> loads(nodes);
  Position from = tokens.back().position;
  for (const Token& token : tokens) {
    loads[static_cast<std::size_t>(token.node)][Unit::positions] +=
        arc_size(size, from, token.position);
    from = token.position;
  }
  return loads;
}

std::string percent(Count part, Count total) {
  if (total == 0) return "0.00 %";
  // Hundredths of a percent; sums of weights may be large, so the division comes in two steps.
  const Count whole = part / total;
  const Count rest = part % total;
  const Count hundredths = whole * 10'000 + (rest * 10'000 + total / 2) / total;
  return fmt::format("{}.{:02} %", to_decimal(hundredths / 100),
                     static_cast<unsigned>(hundredths % 100));
}

}  // namespace clockwise::gate
