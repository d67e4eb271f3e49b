// A hash that is the same on every machine: FNV-1a, 64 bits wide.
#pragma once

#include <cstdint>
#include <string_view>

namespace clockwise {

inline constexpr std::uint64_t kHashBasis = 0xCBF29CE484222325;

// Of the text alone; or, from the hash of another, of both.
constexpr std::uint64_t hash_of(std::string_view text, std::uint64_t hash = kHashBasis) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return hash;
}

}  // namespace clockwise
