// What the caller got wrong.
#pragma once

#include <stdexcept>

namespace clockwise::gate {

// An argument, or an input that cannot be read. The text names the place and what was expected
// there. Exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace clockwise::gate
