// The reference for plans: who owned each stretch, who owns it now, and where the two differ.
#pragma once

#include "reference/plan.hpp"

namespace clockwise {

// Asks two naive rings about every stretch between neighbouring token positions of either
// placement. Cost, with N tokens on both sides together: O(N²).
Moves naive_plan(RingSize size, std::span<const Token> before, std::span<const Token> after);

}  // namespace clockwise
