// How a change is written down.
#pragma once

#include <string>

#include "gate/planning/change.hpp"
#include "gate/planning/keys/key_file.hpp"
#include "gate/planning/keys/scratch.hpp"

namespace clockwise::gate {

// The keys that move, one line each, in one of the two forms.
class MovingKeys {
 public:
  explicit MovingKeys(bool as_json) : as_json_(as_json) {}

  void add(const Change& change, const Key& key, NodeId giver, NodeId taker);
  const Spool& lines() const { return lines_; }

 private:
  bool as_json_;
  Spool lines_;
};

// Print the change on standard output; the keys, where there are any, are as many as there may be.
// With `full`, the owner of each position before and after comes too.
void print_text(const Change& change, const MovingKeys* keys);
void print_json(const Change& change, const MovingKeys* keys, bool full);

}  // namespace clockwise::gate
