// Why there is no answer to judge: thrown when a remote subject is run.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace clockwise {

class NoTrace : public std::runtime_error {
 public:
  enum class Why : std::uint8_t {
    unsupported,  // the subject says that it cannot do what the case asks for
    excused,      // it does it otherwise on purpose, and has declared so
    lost,         // it crashed, hung or answered nonsense, and has recorded that itself
  };

  NoTrace(Why why, const std::string& text) : std::runtime_error(text), why_(why) {}
  Why why() const { return why_; }

 private:
  Why why_;
};

}  // namespace clockwise
