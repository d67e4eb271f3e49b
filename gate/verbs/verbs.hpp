// The verbs of the command: one file each, in the room of its kind, and one line each in verbs.cpp.
#pragma once

#include <span>

#include "gate/base/verb.hpp"

namespace clockwise::gate {

std::span<const Verb> verbs();

}  // namespace clockwise::gate
