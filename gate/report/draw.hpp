// Draws a case in text: of positions, its ring; of names, what happens to it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "properties/kit/case.hpp"
#include "properties/kit/conventions.hpp"

namespace clockwise::gate {

// How the ring came to be up to this state; the ring itself, as a strip of all positions where it
// is small enough; and, with the index of a key, the tokens in the order in which one meets them
// clockwise from there, with their distances. Lines of at most about 96 columns.
// At the level of names: the first of these alone.
std::vector<std::string> draw(const Case& c, std::size_t state, std::optional<std::size_t> key,
                              const Conventions& conventions = {});

// A step (0 is the build) in words: "join: E at 12".
std::string describe_step(const Case& c, std::size_t state);

}  // namespace clockwise::gate
