// A wrong ring: a ring with one fault, and what must catch it. It is of positions, or of names. A
// wrong planner or a wrong store is a right ring whose changes are carried out wrongly.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>

#include "reference/name_ring.hpp"
#include "reference/ring.hpp"
#include "reference/store.hpp"

namespace clockwise {

struct Fault {
  std::string_view slug;   // what it does wrong; never renamed
  std::string_view story;  // the same in one sentence
  std::string_view rule;   // the slug of the rule that it breaks
  // Public reports of rings that did this, as OWNER/REPOSITORY#NUMBER or @COMMIT; may be empty.
  std::initializer_list<std::string_view> reports = {};
  // Every engine must catch it. The exhaustive one is excused where the fault shows only outside
  // its bound, with the reason in a sentence; then it must indeed not catch it. Empty: not excused.
  std::string_view beyond_exhaustive = {};
  std::unique_ptr<Ring> (*make)() = nullptr;
  Mover mover = {};
  // Of a wrong ring of names, in place of the two above: makes it for the process of this number.
  std::unique_ptr<NameRing> (*make_names)(std::uint64_t process) = nullptr;

  // Whether it is the ring that is wrong, and not what carries out its changes.
  bool is_ring() const { return mover.plan == nullptr; }
  bool is_of_names() const { return make_names != nullptr; }
};

// All wrong rings, and the one of a slug (or null).
std::span<const Fault* const> gallery();
const Fault* find_fault(std::string_view slug);

}  // namespace clockwise
