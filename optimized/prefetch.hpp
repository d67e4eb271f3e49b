// Memory that will be needed soon.
#pragma once

namespace clockwise {

// Has what is at an address on its way to the cache.
inline void prefetch([[maybe_unused]] const void* address) {
#if defined(__GNUC__)
  __builtin_prefetch(address);
#endif
}

}  // namespace clockwise
