// JSON text and its tree, below any schema, and what an error shows of either. For json_read.cpp
// and json_write.cpp only.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "properties/kit/json.hpp"

namespace clockwise {

// The tree of a JSON text, however deep. It is malformed when it is not JSON (with the offset at
// which reading stopped), when an object has a member twice, or when a
// number is beyond a double (with the path, of the first such fault). Of the numbers, unsigned
// integers of 64 bits are kept as such; all others are kept as they were written, as binary values:
// they are never right, only shown.
Read<nlohmann::json> parse_json(std::string_view text);

// The JSON pointer to a member of the object (an element of the list) at `path`.
std::string path_into(std::string path, std::string_view member);

// Whether it is 1 to 255 bytes of valid UTF-8.
bool is_name(std::string_view text);

// What a token is called that is given no id: NODE@POS.
std::string default_token_name(std::string_view node, Position at);

// The beginning of a text or of a value, about `limit` bytes of it, on one line: control characters
// and what is not UTF-8 as \xNN.
std::string printable(std::string_view text, std::size_t limit = 40);
std::string shown(const nlohmann::json& value);

}  // namespace clockwise
