// Key files: the keys of a store, each with its identity, its position and what it weighs.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "gate/base/progress.hpp"
#include "reference/ring.hpp"

namespace clockwise::gate {

// One key. Two keys may be at one position and stay two (`identity`).
struct Key {
  std::string_view name;  // its identity: any text
  Position at = 0;
  std::optional<std::uint64_t> bytes;
  std::optional<std::uint64_t> requests;
};

// Calls `visit` for each key of the file, in order: JSON lines {"key": "k1", "at": "0"} with, at
// will, "bytes" and "requests"; or CSV with these columns. The file may be larger than memory.
// Throws UsageError with the line where the file is not in the form, a key is not on the ring, or a
// key comes a second time. The last is known only when all keys have been visited.
void for_each_key(const std::string& path, RingSize size, Progress& progress,
                  const std::function<void(const Key&)>& visit);

}  // namespace clockwise::gate
