// Sorts tokens by position: most significant digit first, each part by the digit that tells its own
// positions apart.
//
// A part is a run of tokens whose position is between those of its neighbours. Its digit starts at
// the highest bit in which its positions differ, so that positions close to one another are parted
// as well as hashed ones. Large parts are parted in place, and those that a near cache holds
// through a copy. Few tokens are inserted one by one; a part that three digits have not brought to
// an end is left to std::sort, so that no input costs more than O(N log N). Hashed tokens take one
// digit to three, O(N).
#pragma once

#include <cstddef>
#include <vector>

#include "reference/ring.hpp"

namespace clockwise {

// As many tokens as, with as many more, a near cache holds.
constexpr std::size_t kNearTokens = 16384;

// Not stable. Takes O(N) for hashed positions and O(N log N) for any, and memory for `near` tokens
// at most; throws std::bad_alloc, and sorts nothing, where there is none. `near` is another than it
// is by default for tests only: with few, short parts are also parted in place.
void sort_by_position(std::vector<Token>& tokens, std::size_t near = kNearTokens);

}  // namespace clockwise
