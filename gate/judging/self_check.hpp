// The gate shows that it can fail, before it grades anyone.
#pragma once

#include <filesystem>
#include <vector>

#include "gate/report/report.hpp"
#include "properties/engines/engine.hpp"

namespace clockwise::gate {

// For each engine, by the same judge that grades: a wrong ring that these properties say they catch
// must be violated, and the reference must not. Quick: it stops at the first violation, and after a
// few cases of the reference.
std::vector<SelfCheck> show_it_can_fail(const std::vector<const Engine*>& engines,
                                        const std::vector<const Property*>& properties,
                                        const std::filesystem::path& corpus);

// The same once more for a subject behind the adapter protocol: the wrong ring and the reference
// are asked in processes of their own, as the subject is. It is called the check of the "protocol".
SelfCheck show_it_can_fail_over_the_protocol(const std::vector<const Engine*>& engines,
                                             const std::vector<const Property*>& properties,
                                             const std::filesystem::path& corpus);

}  // namespace clockwise::gate
