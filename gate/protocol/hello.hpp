// The hello: what an adapter says about itself before it is asked anything.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "properties/kit/json.hpp"

namespace clockwise::gate {

// A rule that libraries depart from on purpose, the values that may be declared for it (the rule's
// own first), and what a declaration does to the gate.
struct Convention {
  std::string_view slug;
  std::initializer_list<std::string_view> values;
  std::string_view about;
};
std::span<const Convention> known_conventions();

struct Hello {
  std::string name;
  std::string version;             // may be empty
  Level level = Level::positions;  // in the words of the protocol "ring", else "placement"
  bool joins = true;
  bool leaves = true;
  bool lists_replicas = true;
  std::map<std::string, std::string, std::less<>> declared;  // of known_conventions()
  // Limits: the ring size, if there is but one; how many nodes; how long keys and names may be.
  std::optional<Count> size;
  std::optional<std::uint64_t> nodes;
  std::optional<std::uint64_t> key_bytes;
  std::optional<std::uint64_t> least_key_bytes;
  // By how much shares may miss the weights, as a part of the share ("0.1"), where that is
  // promised.
  std::optional<double> share_tolerance;

  // What it declares for a convention, or the rule's own value.
  std::string_view convention(std::string_view slug) const;
  bool is(std::string_view slug, std::string_view value) const { return convention(slug) == value; }

  // "uhashring 2.1".
  std::string title() const;
  // Each declared departure, as "boundary: after".
  std::vector<std::string> departures() const;
};

// The line that answers {"hello": {"protocol": 1}}. An unknown word is malformed.
Read<Hello> read_hello(std::string_view line);

// The line that asks for it.
std::string hello_line();

}  // namespace clockwise::gate
