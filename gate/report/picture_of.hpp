// Pictures of rings, as they are and as cases have them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gate/report/picture.hpp"
#include "optimized/sorted_ring.hpp"
#include "properties/kit/case.hpp"

namespace clockwise::gate {

// A ring, with the load of its nodes.
Picture picture_of(RingSize size, const std::vector<std::string>& nodes, const SortedRing& ring);

// A ring of a case, with the names of its nodes.
Picture picture_of(const Case& c, RingSize size, std::span<const Token> tokens, Moves moves,
                   std::vector<Picture::Point> keys);

}  // namespace clockwise::gate
