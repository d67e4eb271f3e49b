// The gate shows that it can fail, before it grades anyone.
#pragma once

#include <filesystem>
#include <vector>

#include "gate/report/report.hpp"
#include "properties/engines/engine.hpp"

namespace clockwise::gate {

// For each engine, by the same judge that grades: a wrong ring of the level that these properties
// say they catch must be violated, and the right ring of the level must not. Quick: it stops at the
// first violation, and after a few cases of the right ring. For a subject behind the adapter
// protocol, once more with both in processes of their own, as the subject is: the check of the
// "protocol".
std::vector<SelfCheck> show_it_can_fail(const std::vector<const Engine*>& engines,
                                        const std::vector<const Property*>& properties, Level level,
                                        const std::filesystem::path& corpus,
                                        bool is_remote = false);

}  // namespace clockwise::gate
