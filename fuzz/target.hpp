// A libFuzzer target for one's own ring, in one line of a file that links clockwise::fuzz:
//
//   #include "fuzz/target.hpp"
//   #include "my_ring.hpp"
//   CLOCKWISE_FUZZ_TARGET(MyRing)
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "fuzz/finding.hpp"
#include "properties/engines/bytes.hpp"
#include "properties/kit/catalog.hpp"

namespace clockwise::fuzz {

// Judges the ring on the case that the bytes are; reports and traps where it violates a property.
template <class R>
int judge_ring(const std::uint8_t* data, std::size_t size) {
  static RingSubject subject("mine", [] { return std::make_unique<R>(); });
  static Judge judge = [] {
    Judge all(subject, catalog_at(Level::positions));
    all.begin("fuzz");
    return all;
  }();
  const Case c = decode(std::span(data, size), kSmall);
  const auto violated = judge.try_case(c);
  if (!violated.empty()) report(subject, *violated.front(), c);
  return 0;
}

}  // namespace clockwise::fuzz

// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): libFuzzer calls a function of this very name.
#define CLOCKWISE_FUZZ_TARGET(Ring)                                                   \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) { \
    return clockwise::fuzz::judge_ring<Ring>(data, size);                             \
  }
