// What a node carries, and in what unit.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/ring.hpp"

namespace clockwise::gate {

// The units of load: four numbers, none of which follows from another.
enum class Unit : std::uint8_t {
  positions,
  keys,
  bytes,
  requests
};
inline constexpr std::array kUnits = {Unit::positions, Unit::keys, Unit::bytes, Unit::requests};
std::string_view slug(Unit unit);

// One number a unit. A unit that nobody counted stays 0.
class Load {
 public:
  Count& operator[](Unit unit) { return of_[static_cast<std::size_t>(unit)]; }
  Count operator[](Unit unit) const { return of_[static_cast<std::size_t>(unit)]; }

 private:
  std::array<Count, kUnits.size()> of_{};
};

// The positions that each node owns by these tokens, in the order of position; by NodeId, and 0 for
// a node without a token.
std::vector<Load> loads_of(std::span<const Token> tokens, RingSize size, std::size_t nodes);

// "28.13 %", rounded to the nearest; of a total of 0, "0.00 %".
std::string percent(Count part, Count total);

}  // namespace clockwise::gate
