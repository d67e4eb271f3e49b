#include "rings/rings.hpp"

#include <algorithm>

#include "optimized/plan.hpp"
#include "optimized/sorted_ring.hpp"
#include "properties/faults/base_name_ring.hpp"
#include "reference/naive_plan.hpp"
#include "reference/naive_ring.hpp"

namespace clockwise {

namespace {

constexpr std::string_view kFault = "fault:";

template <class R>
std::unique_ptr<Ring> make() {
  return std::make_unique<R>();
}

// The optimized ring chooses by size; these hold it to one layout.
template <SortedRing::Index kWhen>
std::unique_ptr<Ring> make_sorted() {
  return std::make_unique<SortedRing>(kWhen);
}

// What the rings of names here do: they have weights, and shares follow these but for chance.
Conventions conventions_of_names() {
  Conventions conventions;
  conventions.weights = Conventions::Weights::absolute;
  conventions.share_tolerance = 0.1;
  return conventions;
}

}  // namespace

std::unique_ptr<Subject> NamedRing::subject() const {
  if (level() == Level::names) {
    return std::make_unique<NameRingSubject>(name, make_names, conventions);
  }
  return std::make_unique<RingSubject>(name, make, mover);
}

std::span<const NamedRing> right_rings() {
  static const NamedRing kRings[] = {
      {.name = "optimized", .make = make<SortedRing>, .mover = {.plan = sorted_plan}},
      {.name = "optimized-search", .make = make_sorted<SortedRing::Index::never>},
      {.name = "optimized-lines", .make = make_sorted<SortedRing::Index::always>},
      {.name = "reference", .make = make<NaiveRing>, .mover = {.plan = naive_plan}},
      {.name = "rendezvous",
       .make_names = make_name_fault<RendezvousRing>,
       .conventions = conventions_of_names()},
  };
  return kRings;
}

NamedRing wrong_ring(const Fault& fault) {
  NamedRing ring{.name = std::string(kFault).append(fault.slug),
                 .make = fault.make,
                 .mover = fault.mover,
                 .make_names = fault.make_names};
  if (fault.is_of_names()) ring.conventions = conventions_of_names();
  return ring;
}

std::optional<NamedRing> find_ring(std::string_view name) {
  const auto right = std::ranges::find(right_rings(), name, &NamedRing::name);
  if (right != right_rings().end()) return *right;
  const Fault* fault = name.starts_with(kFault) ? find_fault(name.substr(kFault.size())) : nullptr;
  if (fault == nullptr) return std::nullopt;
  return wrong_ring(*fault);
}

}  // namespace clockwise
