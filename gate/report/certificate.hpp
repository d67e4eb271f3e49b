// What an exhaustive search of small rings says about rings that are not small.
#pragma once

#include <string>

#include "gate/report/report.hpp"

namespace clockwise::gate {

// The theorem that extends the exhaustive engine's account to rings of any size, with what it takes
// for granted of the subject, where the subject is known to meet that; else that it does not apply.
// Empty where the engine did not go through all of its rings, or found a violation.
std::string certificate(const Report& report, const Score& score);

}  // namespace clockwise::gate
