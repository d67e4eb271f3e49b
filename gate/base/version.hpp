// The version that `clockwise --version` prints, and that every report names.
#pragma once

#include <string>

namespace clockwise::gate {

inline constexpr const char* kVersion = CLOCKWISE_VERSION;  // the build passes it
inline constexpr int kProtocol = 1;  // of adapters; in every report, so that results compare

// 16 hexadecimal digits that change whenever a rule or a property is added, removed or reworded.
std::string catalog_hash();

}  // namespace clockwise::gate
