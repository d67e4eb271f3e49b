// What is to be done about an adapter that failed to answer.
#pragma once

#include <optional>
#include <string_view>

#include "gate/base/exit.hpp"
#include "gate/protocol/adapter.hpp"

namespace clockwise::gate {

// Tells on standard error how the adapter failed to answer; there is an incident. Returns the exit
// code of that.
Exit tell_incidents(std::string_view verb, const Adapter& adapter);

// The case on which an adapter failed, made smaller while it fails in the same way; unchanged where
// the failure does not come back. The incident has a case. Restarts the program until it has failed
// twenty times, for a minute at most; for a hang, which costs its time, seven seconds and one
// confirmation.
Case minimized(const Incident& incident, const Adapter& adapter);

}  // namespace clockwise::gate
