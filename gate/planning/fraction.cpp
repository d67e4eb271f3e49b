#include "gate/planning/fraction.hpp"

#include <fmt/format.h>

#include "properties/kit/decimal.hpp"

namespace clockwise::gate {

Fraction reduced(Count numerator, Count denominator) {
  Count a = numerator;
  Count b = denominator;
  while (b != 0) {
    const Count rest = a % b;
    a = b;
    b = rest;
  }
  return {numerator / a, denominator / a};
}

std::string to_text(Fraction fraction) {
  if (fraction.denominator == 1) return to_decimal(fraction.numerator);
  return fmt::format("{}/{}", to_decimal(fraction.numerator), to_decimal(fraction.denominator));
}

std::string to_decimals(Fraction fraction, unsigned decimals) {
  Count unit = 1;
  for (unsigned i = 0; i < decimals; ++i) unit *= 10;
  Count whole = fraction.numerator / fraction.denominator;
  const Count rest = fraction.numerator % fraction.denominator;
  Count behind = (rest * unit + fraction.denominator / 2) / fraction.denominator;
  if (behind == unit) {
    ++whole;
    behind = 0;
  }
  std::string text = to_decimal(behind);
  text = std::string(decimals - std::min<std::size_t>(text.size(), decimals), '0') + text;
  text.erase(text.find_last_not_of('0') + 1);
  return text.empty() ? to_decimal(whole) : fmt::format("{}.{}", to_decimal(whole), text);
}

}  // namespace clockwise::gate
