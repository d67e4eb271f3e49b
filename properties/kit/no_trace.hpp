// Why there is no answer that could be judged: thrown by the runs of subjects at a distance.
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
    lost,         // it crashed, hung or answered nonsense: it has taken that down itself
  };

  NoTrace(Why why, const std::string& text) : std::runtime_error(text), why_(why) {}
  Why why() const { return why_; }

 private:
  Why why_;
};

}  // namespace clockwise
