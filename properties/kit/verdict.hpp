// A Verdict: a property holds, is violated (with a witness) or says nothing (with a reason).
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "properties/kit/case.hpp"

namespace clockwise {

// Where and how a subject went wrong.
struct Witness {
  std::size_t state = 0;           // the state that shows it
  std::optional<std::size_t> key;  // the index of the key that shows it, if one does
  std::string expected;            // in words, with the case's names
  std::string answered;
  // The case to which this is the answer, where it is not the one that was asked but one derived
  // from it (rotated, re-ordered, with another key …). State and key index this one then.
  std::optional<Case> derived;
};

class [[nodiscard]] Verdict {
 public:
  static Verdict holds() { return {}; }
  // The case says nothing about the property. The reason is a literal: it outlives the verdict.
  static Verdict vacuous(const char* reason) { return Verdict(reason, nullptr); }
  static Verdict violated(Witness witness) {
    return Verdict({}, std::make_shared<const Witness>(std::move(witness)));
  }

  bool is_violated() const { return witness_ != nullptr; }
  bool is_vacuous() const { return !reason_.empty(); }
  const Witness& witness() const { return *witness_; }
  std::string_view reason() const { return reason_; }

 private:
  Verdict() = default;
  Verdict(std::string_view reason, std::shared_ptr<const Witness> witness)
      : reason_(reason), witness_(std::move(witness)) {}

  std::string_view reason_;
  std::shared_ptr<const Witness> witness_;
};

}  // namespace clockwise
