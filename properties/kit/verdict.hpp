// A Verdict: a property holds, is violated (with a witness), says nothing (with a reason), or is
// excused (with the declaration that excuses it).
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "properties/kit/case.hpp"
#include "properties/kit/trace.hpp"

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
  Exchange said = {};  // the lines about that derived case
};

class [[nodiscard]] Verdict {
 public:
  static Verdict holds() { return {Kind::holds, {}}; }
  // The case says nothing about the property. The reason is a literal, here and below: it outlives
  // the verdict.
  static Verdict vacuous(const char* reason) { return {Kind::vacuous, reason}; }
  // The subject has declared that it does otherwise.
  static Verdict excused(const char* declaration) { return {Kind::excused, declaration}; }
  static Verdict violated(Witness witness) {
    return {Kind::violated, {}, std::make_shared<const Witness>(std::move(witness))};
  }

  bool is_violated() const { return kind_ == Kind::violated; }
  bool is_vacuous() const { return kind_ == Kind::vacuous; }
  bool is_excused() const { return kind_ == Kind::excused; }
  const Witness& witness() const { return *witness_; }
  std::string_view reason() const { return reason_; }

 private:
  enum class Kind : std::uint8_t {
    holds,
    violated,
    vacuous,
    excused
  };
  Verdict(Kind kind, std::string_view reason, std::shared_ptr<const Witness> witness = nullptr)
      : kind_(kind), reason_(reason), witness_(std::move(witness)) {}

  Kind kind_;
  std::string_view reason_;
  std::shared_ptr<const Witness> witness_;
};

}  // namespace clockwise
