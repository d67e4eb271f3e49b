// Rings in shared objects, by the interface of clockwise_plugin.h.
#pragma once

#include <memory>
#include <string>

#include "properties/kit/run.hpp"

namespace clockwise::gate {

// The ring in this file, as a subject in this process. It stays loaded to the end. Throws
// UsageError where the file cannot be loaded or has no such interface.
std::unique_ptr<Subject> load_plugin(const std::string& file);

}  // namespace clockwise::gate
