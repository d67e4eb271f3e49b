// Which conventions an adapter's answers fit: a few fixed cases, and what they show.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gate/protocol/adapter.hpp"

namespace clockwise::gate {

struct Proposal {
  std::string_view convention;  // of known_conventions()
  std::string value;            // one of its values; empty: the answers fit none
  std::string evidence;         // what was asked, and what it answered
};

// One proposal for each convention of the adapter's level that it can be asked about. What it
// declares is not looked at. A case that it does not answer fits nothing, and is said so.
std::vector<Proposal> discover(Adapter& adapter);

// The proposals that depart from the rules, as the member "conventions" of a hello.
std::string as_conventions(const std::vector<Proposal>& proposals);

}  // namespace clockwise::gate
