// Makes a counterexample small: fewest tokens, steps and keys, smallest numbers.
#pragma once

#include <functional>

#include "properties/kit/case.hpp"

namespace clockwise {

// Whether a candidate still shows what is to be shown.
using StillFails = std::function<bool(const Case&)>;

// The smallest case to which no single simplification can be applied so that `still_fails` holds,
// at most `tries` candidates being tried. Returns the case itself when nothing smaller fails.
Case shrink(Case c, const StillFails& still_fails, int tries = 20'000);

}  // namespace clockwise
