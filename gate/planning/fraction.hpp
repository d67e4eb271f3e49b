// Exact fractions, as an expectation is one.
#pragma once

#include <string>

#include "reference/ring.hpp"

namespace clockwise::gate {

// A fraction in lowest terms. The denominator is not 0, and below 2^100.
struct Fraction {
  Count numerator = 0;
  Count denominator = 1;
};
Fraction reduced(Count numerator, Count denominator);

// "1/5"; "3" where it is whole.
std::string to_text(Fraction fraction);
// "0.2", rounded to the nearest with at most so many decimals (6 at most), without zeros behind.
std::string to_decimals(Fraction fraction, unsigned decimals = 6);

}  // namespace clockwise::gate
