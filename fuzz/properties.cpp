// Verifies that the ring violates no property of the catalog on a case.
#include "fuzz/finding.hpp"
#include "fuzz/subject.hpp"
#include "properties/engines/bytes.hpp"
#include "properties/kit/catalog.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace clockwise;
  static Judge judge = [] {
    Judge all(fuzz::subject(), catalog_at(Level::positions));
    all.begin("fuzz");
    return all;
  }();
  const Case c = fuzz::decode(std::span(data, size), fuzz::kSmall);
  const auto violated = judge.try_case(c);
  if (!violated.empty()) fuzz::report(fuzz::subject(), *violated.front(), c);
  return 0;
}
