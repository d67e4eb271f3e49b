#include "fuzz/subject.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "rings/rings.hpp"

namespace clockwise::fuzz {
namespace {

NamedRing choose() {
  const char* named = std::getenv("CLOCKWISE_SUBJECT");
  const std::string name = named == nullptr ? "optimized" : named;
  if (auto ring = find_ring(name); ring && ring->level() == Level::positions) return *ring;
  std::string known;
  for (const NamedRing& ring : right_rings()) {
    if (ring.level() == Level::positions) known += ring.name + ", ";
  }
  fmt::print(
      stderr,
      "CLOCKWISE_SUBJECT: expected {}or fault:NAME, a wrong ring of positions, found \"{}\"; "
      "`clockwise list faults` shows the names\n",
      known, name);
  std::_Exit(2);
}

const NamedRing& choice() {
  static const NamedRing kChoice = choose();
  return kChoice;
}

}  // namespace

Subject& subject() {
  static const std::unique_ptr<Subject> kSubject = choice().subject();
  return *kSubject;
}

const MakeRing& new_ring() { return choice().make; }

bool is_optimized() { return choice().name == "optimized"; }

}  // namespace clockwise::fuzz

// What AddressSanitizer does where nobody says otherwise (ASAN_OPTIONS has the last word). Freed
// memory is set aside until there are 128 kB of it, which is some tens of executions and stays in
// the cache, instead of 256 MB; of each allocation two callers are kept instead of thirty. Both are
// paid for in every execution, and what a case allocates does not outlive it.
// NOLINTNEXTLINE(bugprone-reserved-identifier): a function of this very name is called.
extern "C" const char* __asan_default_options() {
  return "quarantine_size_mb=0:thread_local_quarantine_size_kb=128:malloc_context_size=2";
}

// Called by every engine, and by the stand-alone main, before the first input.
extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  clockwise::fuzz::subject();
  return 0;
}
