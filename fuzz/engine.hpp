// The fuzz engine: coverage-guided search as an engine like the others.
#pragma once

#include "properties/engines/engine.hpp"

namespace clockwise::fuzz {

// Searches from an empty corpus for cases that lead the ring where it has not been yet. Known to
// every build; `supply` is null where the build has no libFuzzer (CMake: CLOCKWISE_FUZZ).
//
// The search runs in a process of its own, so that a ring that crashes or hangs ends that one only.
// What it was asked then is judged once more in this one, where whoever guards the subject sees it.
extern const Engine kEngine;

}  // namespace clockwise::fuzz
