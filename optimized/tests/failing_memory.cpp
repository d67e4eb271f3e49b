#include "optimized/tests/failing_memory.hpp"

#include <cstdlib>
#include <limits>
#include <new>

namespace clockwise::tests {
namespace {

constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();
thread_local std::size_t granted_left = kUnlimited;

void* allocate(std::size_t size, std::size_t alignment) {
  if (granted_left == 0) throw std::bad_alloc();
  if (granted_left != kUnlimited) --granted_left;
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  void* memory = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

FailingMemory::FailingMemory(std::size_t granted) { granted_left = granted; }
FailingMemory::~FailingMemory() { granted_left = kUnlimited; }

}  // namespace clockwise::tests

void* operator new(std::size_t size) {
  return clockwise::tests::allocate(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return clockwise::tests::allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
