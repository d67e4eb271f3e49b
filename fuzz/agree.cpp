// Verifies that the ring gives the reference's answer to every question of a case, in every state.
#include "fuzz/agree.hpp"

#include <cstdlib>
#include <exception>

#include "fuzz/finding.hpp"
#include "fuzz/subject.hpp"

namespace clockwise::fuzz {
namespace {

constexpr const char* kClaim =
    "Every step and every question has the answer that the reference gives, in a batch also.";

// CLOCKWISE_TOKENS makes cases smaller still: the speed is told for cases of so many tokens.
Limits limits() {
  Limits limits = kSmall;
  if (const char* tokens = std::getenv("CLOCKWISE_TOKENS")) {
    limits.tokens = std::min<std::size_t>(kSmall.tokens, std::strtoul(tokens, nullptr, 10));
  }
  return limits;
}

// Where the ring does not agree, in words; nothing, if it agrees.
template <class R>
std::string where(R& ring, const FlatCase& c) {
  NaiveRing reference;
  std::size_t i = 0;
  try {
    for (; i < c.states; ++i) {
      if (take(ring, c, c.steps[i]) != take(reference, c, c.steps[i])) {
        return fmt::format("state {}, the step that leads to it", i);
      }
      if (!same_answers(ring, reference, c)) {
        return fmt::format("state {}{}", i, owners_in_words(ring, reference, c));
      }
    }
  } catch (const std::exception& thrown) {
    return fmt::format("state {}: it throws {}", i, thrown.what());
  }
  return "";
}

std::string where(const FlatCase& c) {
  static const bool kIsOptimized = is_optimized();
  if (kIsOptimized) {
    SortedRing ring;
    return where(ring, c);
  }
  const auto ring = new_ring()();
  return where(*ring, c);
}

}  // namespace
}  // namespace clockwise::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace clockwise::fuzz;
  static FlatCase flat;
  static const Limits kLimits = limits();
  decode(std::span(data, size), kLimits, flat);
  if (where(flat).empty()) return 0;
  const auto where_small = [](const clockwise::Case& c) {
    const auto bytes = encode(c, kSmall);
    if (!bytes) return std::string();
    decode(*bytes, kSmall, flat);
    return where(flat);
  };
  report(subject(), {"agree", "small", kClaim, where_small}, to_case(flat));
}
