// Memory that runs out: for the tests of what a change leaves behind.
#pragma once

#include <cstddef>

namespace clockwise::tests {

// While it lives, the allocation after `granted` more ones fails, and so do all after it.
class FailingMemory {
 public:
  explicit FailingMemory(std::size_t granted);
  ~FailingMemory();
  FailingMemory(const FailingMemory&) = delete;
  FailingMemory& operator=(const FailingMemory&) = delete;
};

}  // namespace clockwise::tests
