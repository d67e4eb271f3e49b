#include "fuzz/subject.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <string_view>

#include "optimized/plan.hpp"
#include "optimized/sorted_ring.hpp"
#include "properties/faults/fault.hpp"
#include "reference/naive_plan.hpp"
#include "reference/naive_ring.hpp"

namespace clockwise::fuzz {
namespace {

struct Choice {
  std::string name;
  MakeRing make;
  Mover mover = {};
};

Choice choose() {
  const char* named = std::getenv("CLOCKWISE_SUBJECT");
  const std::string name = named == nullptr ? "optimized" : named;
  if (name == "optimized") {
    return {name, [] { return std::make_unique<SortedRing>(); }, {.plan = sorted_plan}};
  }
  if (name == "optimized-lines") {
    return {name, [] { return std::make_unique<SortedRing>(SortedRing::Index::always); }};
  }
  if (name == "reference") {
    return {name, [] { return std::make_unique<NaiveRing>(); }, {.plan = naive_plan}};
  }
  constexpr std::string_view kFault = "fault:";
  if (name.starts_with(kFault)) {
    const Fault* fault = find_fault(std::string_view(name).substr(kFault.size()));
    if (fault != nullptr && !fault->is_of_names()) return {name, fault->make, fault->mover};
  }
  fmt::print(stderr,
             "CLOCKWISE_SUBJECT: expected optimized, optimized-lines, reference or fault:NAME, a "
             "wrong ring of positions, found \"{}\"; `clockwise list faults` shows the names\n",
             name);
  std::_Exit(2);
}

const Choice& choice() {
  static const Choice kChoice = choose();
  return kChoice;
}

}  // namespace

RingSubject& subject() {
  static RingSubject subject(choice().name, choice().make, choice().mover);
  return subject;
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
