// A verb of the command.
#pragma once

#include <functional>
#include <string_view>

#include "gate/base/arguments.hpp"

namespace clockwise::gate {

struct Verb {
  std::string_view slug;
  std::string_view about;
  // Declares the verb's arguments; what it returns runs the verb on them, once they are parsed, and
  // returns the exit code.
  std::function<int()> (*set_up)(Declare declare) = nullptr;
};

}  // namespace clockwise::gate
