// The ring under test: which one, the environment says once, at the start.
#pragma once

#include "properties/kit/run.hpp"

namespace clockwise::fuzz {

// What CLOCKWISE_SUBJECT names: optimized (also where it is not set), or another ring of
// positions that find_ring() knows (rings/rings.hpp).
// Ends the process with exit code 2 and a message where there is no such ring.
Subject& subject();

// What makes a ring of that kind, and whether it is the optimized one: that one a target may call
// without the detour through the interface.
const MakeRing& new_ring();
bool is_optimized();

}  // namespace clockwise::fuzz
