// "Did you mean": for a name that is not known.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clockwise::gate {

// The known names that are most like this one; and how an error says so, with where to look
// otherwise: " (near it: wrap; all: clockwise list properties)".
std::vector<std::string> near_names(std::string_view name, const std::vector<std::string>& known);
std::string near_hint(std::string_view name, const std::vector<std::string>& known,
                      std::string_view list);

}  // namespace clockwise::gate
