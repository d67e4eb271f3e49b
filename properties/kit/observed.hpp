// Observations of a run at the level of names that are no faults but worth reporting: newcomers
// that got none of the keys asked for, and how far shares are from the weights.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "properties/kit/property.hpp"

namespace clockwise {

class Observed {
 public:
  // Takes in what a subject answered to a case. O(answers).
  void look(const Trial& trial);

  // A sentence each; nothing was seen: none.
  std::vector<std::string> said() const;

 private:
  void look_at_newcomers(const Trial& trial);
  void look_at_shares(const Trial& trial);

  std::uint64_t newcomers_ = 0;
  std::vector<std::string> keyless_;
  std::uint64_t shares_ = 0;  // nodes that were due keys enough to judge by
  std::uint64_t off_ = 0;     // of these, those that chance does not account for
  double farthest_ = 0;       // by how much, as a part of the share, beyond what chance allows
  std::string which_;         // in words
};

}  // namespace clockwise
