// Subjects by name.
#pragma once

#include <memory>
#include <string>

#include "properties/kit/run.hpp"

namespace clockwise::gate {

// "optimized", "optimized-search", "optimized-lines", "reference" or "fault:NAME". Throws
// UsageError for any other name.
std::unique_ptr<Subject> make_subject(const std::string& name);

}  // namespace clockwise::gate
