#include "gate/verbs/subject.hpp"

#include <fmt/format.h>

#include "gate/report/words.hpp"
#include "gate/verbs/options.hpp"
#include "gate/verbs/verb.hpp"
#include "optimized/sorted_ring.hpp"
#include "properties/faults/fault.hpp"
#include "reference/naive_ring.hpp"

namespace clockwise::gate {

std::unique_ptr<Subject> make_subject(const std::string& name) {
  constexpr std::string_view kFault = "fault:";
  if (name == "optimized") {
    return std::make_unique<RingSubject>(name, [] { return std::make_unique<SortedRing>(); });
  }
  if (name == "reference") {
    return std::make_unique<RingSubject>(name, [] { return std::make_unique<NaiveRing>(); });
  }
  if (name.starts_with(kFault)) {
    const Fault* fault = find_fault(std::string_view(name).substr(kFault.size()));
    if (fault != nullptr) return std::make_unique<RingSubject>(name, fault->make);
  }
  std::vector<std::string> known{"optimized", "reference"};
  for (const Fault* fault : gallery()) known.emplace_back(fault->slug);
  const std::string_view slug =
      std::string_view(name).substr(name.starts_with(kFault) ? kFault.size() : 0);
  throw UsageError(
      fmt::format("--ring: expected optimized, reference or fault:NAME, found \"{}\"{}",
                  visible(name), near_hint(slug, known, "faults")));
}

}  // namespace clockwise::gate
