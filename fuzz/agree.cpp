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

template <class R>
bool agrees(R& ring, const FlatCase& c) {
  NaiveRing reference;
  for (std::size_t i = 0; i < c.states; ++i) {
    if (take(ring, c, c.steps[i]) != take(reference, c, c.steps[i])) return false;
    if (!same_answers(ring, reference, c)) return false;
  }
  return true;
}

bool agrees(const FlatCase& c) {
  static const bool kIsOptimized = is_optimized();
  try {
    if (kIsOptimized) {
      SortedRing ring;
      return agrees(ring, c);
    }
    const auto ring = new_ring()();
    return agrees(*ring, c);
  } catch (const std::exception&) {
    return false;
  }
}

// Where the ring does not agree, in words.
std::string where(const FlatCase& c) {
  const auto ring = new_ring()();
  NaiveRing reference;
  for (std::size_t i = 0; i < c.states; ++i) {
    try {
      if (take(*ring, c, c.steps[i]) != take(reference, c, c.steps[i])) {
        return fmt::format("state {}, the step that leads to it", i);
      }
      if (same_answers(*ring, reference, c)) continue;
      return fmt::format("state {}{}", i, owners_in_words(*ring, reference, c));
    } catch (const std::exception& thrown) {
      return fmt::format("state {}: it throws {}", i, thrown.what());
    }
  }
  return "no state, now that it is run once more";
}

}  // namespace
}  // namespace clockwise::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace clockwise::fuzz;
  static FlatCase flat;
  static const Limits kLimits = limits();
  decode(std::span(data, size), kLimits, flat);
  if (agrees(flat)) return 0;
  const auto is_flat = [](const clockwise::Case& c) {
    const auto bytes = encode(c, kSmall);
    if (bytes) decode(*bytes, kSmall, flat);
    return bytes.has_value();
  };
  const Claim claim{"agree", "small", kClaim, [&](const clockwise::Case& c) {
                      return is_flat(c) ? where(flat) : std::string();
                    }};
  report(subject(), claim, to_case(flat),
         [&](const clockwise::Case& c) { return is_flat(c) && !agrees(flat); });
}
