// How long something may take.
#pragma once

#include <chrono>

namespace clockwise::gate {

using Seconds = std::chrono::duration<double>;

}  // namespace clockwise::gate
