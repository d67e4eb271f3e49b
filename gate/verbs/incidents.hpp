// What a verb without a report says of an adapter that failed it.
#pragma once

#include <string_view>

#include "gate/protocol/adapter.hpp"

namespace clockwise::gate {

// Tells on standard error how the adapter failed to answer; there is an incident. Returns the exit
// code of that.
int tell_incidents(std::string_view verb, const Adapter& adapter);

}  // namespace clockwise::gate
