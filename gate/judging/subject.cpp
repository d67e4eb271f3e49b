#include "gate/judging/subject.hpp"

#include <fmt/format.h>

#include "gate/base/near_names.hpp"
#include "gate/base/usage_error.hpp"
#include "gate/base/words.hpp"
#include "gate/judging/oracle.hpp"
#include "gate/protocol/ring_adapter.hpp"
#include "optimized/plan.hpp"
#include "optimized/sorted_ring.hpp"
#include "properties/faults/fault.hpp"
#include "reference/naive_plan.hpp"
#include "reference/naive_ring.hpp"

namespace clockwise::gate {

namespace {

template <class R>
std::unique_ptr<Ring> make() {
  return std::make_unique<R>();
}

// The optimized ring chooses by size; these hold it to one layout.
template <SortedRing::Index kWhen>
std::unique_ptr<Ring> make_sorted() {
  return std::make_unique<SortedRing>(kWhen);
}

// The rings that `--ring` knows by name. A line here is all it takes to have one judged, and its
// planner with it, if it has one.
struct Named {
  std::string_view name;
  std::unique_ptr<Ring> (*make)();
  Mover mover = {};
};
constexpr Named kRings[] = {
    {"optimized", make<SortedRing>, {.plan = sorted_plan}},
    {"optimized-search", make_sorted<SortedRing::Index::never>},
    {"optimized-lines", make_sorted<SortedRing::Index::always>},
    {"reference", make<NaiveRing>, {.plan = naive_plan}},
};

}  // namespace

OwnRing& own_ring() {
  static OwnRing own;
  return own;
}

std::string default_ring() { return own_ring().make ? own_ring().name : "optimized"; }

std::unique_ptr<Subject> make_subject(const std::string& name) {
  constexpr std::string_view kFault = "fault:";
  std::vector<std::string> known;
  if (own_ring().make) {
    if (name == own_ring().name) return std::make_unique<RingSubject>(name, own_ring().make);
    known.push_back(own_ring().name);
  }
  for (const Named& ring : kRings) {
    if (name == ring.name) return std::make_unique<RingSubject>(name, ring.make, ring.mover);
    known.emplace_back(ring.name);
  }
  if (name == kProved) {
    return std::make_unique<RingAdapter>(
        std::make_shared<Adapter>(oracle_command(), Adapter::Limits{}));
  }
  known.emplace_back(kProved);
  const std::string names = fmt::format("{}", fmt::join(known, ", "));
  if (name.starts_with(kFault)) {
    const Fault* fault = find_fault(std::string_view(name).substr(kFault.size()));
    if (fault != nullptr) return std::make_unique<RingSubject>(name, fault->make, fault->mover);
  }
  for (const Fault* fault : gallery()) known.push_back(fmt::format("{}{}", kFault, fault->slug));
  throw UsageError(fmt::format("--ring: expected {} or fault:NAME, found \"{}\"{}", names,
                               visible(name), near_hint(name, known, "faults")));
}

}  // namespace clockwise::gate
