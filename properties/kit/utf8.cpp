#include "properties/kit/utf8.hpp"

namespace clockwise {

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (text.empty()) return {};
  const int lead = byte(0);
  if (lead < 0x80) return {1, true};
  if (lead < 0xC2 || lead > 0xF4) return {};
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  // The second byte must not make a form that is longer than needed, a surrogate, or a character
  // past U+10FFFF.
  const int low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const int high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (text.size() < 2 || byte(1) < low || byte(1) > high) return {1, false};
  for (std::size_t i = 2; i < length; ++i) {
    if (i == text.size() || byte(i) < 0x80 || byte(i) > 0xBF) return {i, false};
  }
  return {length, true};
}

}  // namespace clockwise
