// UTF-8 (RFC 3629), for telling where a text departs from it.
#pragma once

#include <cstddef>
#include <string_view>

namespace clockwise {

// How many of the first bytes may begin a UTF-8 character, and whether they are a whole one. An
// overlong form, a surrogate and what is past U+10FFFF are none. O(1).
struct Character {
  std::size_t bytes = 0;
  bool is_whole = false;
};
Character first_character(std::string_view text);

}  // namespace clockwise
