// What the reference makes of a case: its trace, and what is on the ring in each state.
#pragma once

#include <optional>
#include <vector>

#include "properties/kit/case.hpp"
#include "properties/kit/trace.hpp"

namespace clockwise {

// The ring in one state. No size: nothing has been built yet.
struct Members {
  std::optional<RingSize> size;
  std::vector<Token> tokens;  // in the order in which they came
};

struct Expected {
  Trace trace;
  std::vector<Members> members;  // one a state

  // Whether the step that leads to state i was carried out (state 0: the build).
  bool accepted(std::size_t i) const { return trace.states[i].step.kind() == Answer::Kind::done; }
};

// Runs the naive ring on the case.
Expected expect(const Case& c);

}  // namespace clockwise
