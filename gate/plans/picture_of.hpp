// Pictures of what the verbs tell.
#pragma once

#include <string>
#include <vector>

#include "gate/plans/change.hpp"
#include "gate/report/picture.hpp"
#include "properties/kit/case.hpp"

namespace clockwise::gate {

// The ring after a change, with what moved.
Picture picture_of(const Change& change);

// A ring, with the load of its nodes.
Picture picture_of(RingSize size, const std::vector<std::string>& nodes, const SortedRing& ring);

// A ring of a case, with the names of its nodes.
Picture picture_of(const Case& c, RingSize size, std::span<const Token> tokens, Moves moves,
                   std::vector<Picture::Point> keys);

}  // namespace clockwise::gate
