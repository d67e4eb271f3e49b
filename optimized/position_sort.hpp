// Sorts tokens by position: most significant digit first, each part by the digit that tells its own
// positions apart.
//
// A part is a run of tokens whose position is between those of its neighbours. Its digit starts at
// the highest bit in which its positions differ, so that positions close to one another are parted
// as well as hashed ones. Few tokens are inserted one by one; a part that three digits have not
// brought to an end is left to std::sort, so that no input costs more than O(N log N). Hashed
// tokens take two digits or three, O(N).
#pragma once

#include <vector>

#include "reference/ring.hpp"

namespace clockwise {

// Not stable. Throws std::bad_alloc when there is no memory for a second copy.
void sort_by_position(std::vector<Token>& tokens);

}  // namespace clockwise
