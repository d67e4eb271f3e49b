// Interesting classes: what a run must have met before it may vouch for anything.
//
// At the level of positions a case is of the classes that the right answers make it; at the level
// of names, where there are none, of those that the subject's answers do.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "properties/kit/expected.hpp"

namespace clockwise {

enum class Class : std::uint8_t {
  key_on_token,       // a key exactly at a token's position
  key_past_last,      // a key after the largest token: the wrap is taken
  lone_token,         // a ring of one token
  one_node,           // a ring of one node with several tokens
  node_side_by_side,  // two neighbouring tokens of one node, of several nodes
  repeated_key,       // two keys at one position
  top_bit_set,        // a position at or above 2^63
  full_size,          // a ring of 2^64 positions
  join,               // an accepted join
  member_joins,       // an accepted join of a node that has tokens already
  leave,              // an accepted leave
  several_leave,      // an accepted leave of a node with several tokens
  refused_change,     // a build, join or leave that is refused
  refused_question,   // a key that is refused
  replicas_listed,    // a list of two replicas or more
  shortage,           // more replicas than nodes
};
inline constexpr std::size_t kClasses = 16;

// A set of classes, as bits.
using Classes = std::uint32_t;
constexpr Classes bit(Class c) { return Classes{1} << static_cast<unsigned>(c); }
template <class... C>
constexpr Classes classes(C... c) {
  return (Classes{0} | ... | bit(c));
}

struct ClassInfo {
  std::string_view slug;
  std::string_view about;
};
// The name and the description of each class, in the order of the enumeration.
const std::array<ClassInfo, kClasses>& class_infos();

// The classes that cases of a level can belong to.
Classes classes_of(Level level);

// The classes that a case belongs to, as the subject answered it.
Classes classify(const Case& c, const Trace& answered, const Expected& expected);

}  // namespace clockwise
