// Counts and positions as decimal text, since 2^64 does not fit in 64 bits.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "reference/ring.hpp"

namespace clockwise {

// A count of up to 2^64 in decimal; and back: `0|[1-9][0-9]*` of at most 2^64 (for a position, of
// at most 2^64 − 1), else nothing.
std::string to_decimal(Count count);
std::optional<Count> parse_count(std::string_view text);
std::optional<Position> parse_position(std::string_view text);

// "1 case", "2 cases"; with `many` where that is not `one` and an s.
std::string counted(Count count, std::string_view one, std::string_view many = {});

}  // namespace clockwise
