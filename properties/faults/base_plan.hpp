// A correct planner for wrong planners to derive from, written for legibility; and what wrong
// stores need. It has nothing but the vocabulary in common with the planners that it helps to
// check.
#pragma once

#include <algorithm>
#include <utility>

#include "properties/faults/base_ring.hpp"
#include "reference/store.hpp"

namespace clockwise {

// Every stretch between neighbouring tokens of either side, in ring order from 0 on, with its owner
// before and after; they may be the same.
Moves base_stretches(std::span<const Token> before, std::span<const Token> after);

// The arcs, those that touch and go the same way made one.
Moves joined(const Moves& moves);

Moves base_plan(RingSize size, std::span<const Token> before, std::span<const Token> after);

// The position of the first token at or after this one; whether there is a token exactly there.
Position position_over(std::span<const Token> tokens, Position position);
bool has_position(std::span<const Token> tokens, Position position);

}  // namespace clockwise
