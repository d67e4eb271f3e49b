// The grammar of JSON (RFC 8259), for telling where a text departs from it. For json_text.cpp only.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace clockwise {

// The offset of the first byte that no JSON text could have there, the size of the text if more
// would have to follow; nothing if the text is JSON. Half a surrogate pair, a byte order mark and
// invalid UTF-8 are not JSON. O(size), however deep the nesting.
std::optional<std::size_t> first_fault(std::string_view text);

}  // namespace clockwise
