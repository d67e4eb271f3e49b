// Every ring of this house by its name: the right ones, and the wrong ones of the gallery.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "properties/faults/fault.hpp"
#include "properties/kit/run.hpp"

namespace clockwise {

// A ring that can be made, of positions or of names, and what it declares.
struct NamedRing {
  std::string name;
  MakeRing make = {};
  Mover mover = {};
  // Of a ring of names, in place of the two above.
  MakeNameRing make_names = {};
  Conventions conventions = {};

  Level level() const { return make_names ? Level::names : Level::positions; }
  // What answers under this name.
  std::unique_ptr<Subject> subject() const;
};

// optimized, optimized-search and optimized-lines (the same, held to one layout), reference, and
// rendezvous, a right ring of names. A ring that is added to these can be judged and fuzzed.
std::span<const NamedRing> right_rings();

// The wrong ring, as "fault:SLUG".
NamedRing wrong_ring(const Fault& fault);

// The right or the wrong ring of this name; nothing where there is none.
std::optional<NamedRing> find_ring(std::string_view name);

}  // namespace clockwise
