// The verbs of the command: one file each, one line each in verb.cpp.
#pragma once

#include <functional>
#include <span>
#include <stdexcept>
#include <string_view>

#include "gate/verbs/arguments.hpp"

namespace clockwise::gate {

// What the caller got wrong: an argument, or an input that cannot be read. The text names the
// place and what was expected there. Exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Verb {
  std::string_view slug;
  std::string_view about;
  // Declares the verb's arguments; what it returns runs the verb on them, once they are parsed, and
  // returns the exit code.
  std::function<int()> (*set_up)(Declare declare) = nullptr;
};

std::span<const Verb> verbs();

}  // namespace clockwise::gate
