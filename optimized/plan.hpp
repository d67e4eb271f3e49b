// The plan one would ship: both placements walked side by side, once.
#pragma once

#include <span>
#include <vector>

#include "optimized/sorted_ring.hpp"
#include "reference/plan.hpp"

namespace clockwise {

// What leads from one placement to the other (reference/plan.hpp): the tokens of two rings of one
// size, each in the order of position. Cost, with N tokens together: O(N), and no memory but the
// plan.
Moves plan(std::span<const Token> before, std::span<const Token> after);

// The same from tokens in any order: O(N log N). A side that no ring accepts has no plan.
Moves sorted_plan(RingSize size, std::span<const Token> before, std::span<const Token> after);

}  // namespace clockwise
