// What is to be done about an adapter that failed to answer.
#pragma once

#include <string>
#include <string_view>

#include "gate/protocol/adapter.hpp"

namespace clockwise::gate {

// Tells on standard error how the adapter failed to answer; there is an incident. Returns the exit
// code of that.
int tell_incidents(std::string_view verb, const Adapter& adapter);

// The case on which an adapter of ring level failed, as JSON, made smaller while it fails in the
// same way; as it was where that does not come again, or the incident has none. Asks the program
// afresh: for two seconds; where it hangs, which costs its time, for seven, and then once more.
std::string made_smaller(const Incident& incident, const Adapter& adapter);

}  // namespace clockwise::gate
