// What a case comes to: what is on the ring in each state, and, at the level of positions, the
// reference's answers.
#pragma once

#include <optional>
#include <vector>

#include "properties/kit/case.hpp"
#include "properties/kit/conventions.hpp"
#include "properties/kit/trace.hpp"

namespace clockwise {

// The ring in one state. No size: nothing has been built yet.
struct Members {
  std::optional<RingSize> size;
  std::vector<Token> tokens;  // in the order in which they came
  std::vector<Member> nodes;  // the same, at the level of names
};

struct Expected {
  Trace trace;                   // no states at the level of names
  std::vector<Members> members;  // one a state

  // Whether the step that leads to state i was carried out (state 0: the build). At the level of
  // positions.
  bool accepted(std::size_t i) const { return trace.states[i].step.kind() == Answer::Kind::done; }
};

// Runs the naive ring on the case, which is of positions.
Expected expect(const Case& c);

// The same for a case of either level, given what a subject answered and what it declares: the
// lists of one that walks back are those of the reference on the mirrored ring, asked at the token
// that owns the key. At the level of names the members are those that its steps led to, as far as
// it carried them out.
Expected expect(const Case& c, const Trace& answered, const Conventions& conventions);

}  // namespace clockwise
