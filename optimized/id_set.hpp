// The ids of a ring's tokens: a set of 32-bit numbers, open addressing with linear probing.
//
// Invariant: from the home slot of every id in the set to the slot where it is, no slot is free; at
// least a quarter of all slots is free. Cost: O(1) expected an operation. Memory: 5 to 11 bytes an
// id.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "reference/ring.hpp"

namespace clockwise {

class IdSet {
 public:
  bool contains(TokenId id) const {
    if (slots_.empty()) return false;
    const auto value = static_cast<std::uint32_t>(id);
    return value == kFree ? holds_free_ : slots_[find(value)] == value;
  }

  // Makes room for `more` ids, or throws std::bad_alloc and changes nothing.
  void reserve_more(std::size_t more) {
    const std::size_t needed = (count_ + more) * 4 / 3 + 1;
    if (needed <= slots_.size()) return;
    IdSet larger;
    larger.slots_.resize(std::bit_ceil(needed), kFree);
    larger.shift_ = std::countl_zero(larger.slots_.size()) + 1;
    larger.holds_free_ = holds_free_;
    larger.count_ = count_;
    for (const std::uint32_t value : slots_) {
      if (value != kFree) larger.slots_[larger.find(value)] = value;
    }
    *this = static_cast<IdSet&&>(larger);
  }

  // Adds an id, for which there is room. False if it was there.
  bool insert(TokenId id) noexcept {
    const auto value = static_cast<std::uint32_t>(id);
    if (value == kFree) {
      if (holds_free_) return false;
      holds_free_ = true;
    } else {
      std::uint32_t& slot = slots_[find(value)];
      if (slot == value) return false;
      slot = value;
    }
    ++count_;
    return true;
  }

  // Removes an id that is there.
  void erase(TokenId id) noexcept {
    const auto value = static_cast<std::uint32_t>(id);
    --count_;
    if (value == kFree) {
      holds_free_ = false;
      return;
    }
    const std::size_t mask = slots_.size() - 1;
    std::size_t gap = find(value);
    // Those that probed past the gap move up into it.
    for (std::size_t at = (gap + 1) & mask; slots_[at] != kFree; at = (at + 1) & mask) {
      if (((at - home(slots_[at])) & mask) >= ((at - gap) & mask)) {
        slots_[gap] = slots_[at];
        gap = at;
      }
    }
    slots_[gap] = kFree;
  }

  std::size_t size() const { return count_; }

  // Where an id is, or would go: for fetching it ahead. None, if there is no room at all.
  const void* slot(TokenId id) const {
    return slots_.empty() ? nullptr : &slots_[home(static_cast<std::uint32_t>(id))];
  }

 private:
  static constexpr std::uint32_t kFree = 0xFFFFFFFF;  // as an id, held in holds_free_

  std::size_t home(std::uint32_t value) const {
    return static_cast<std::size_t>((value * 0x9E3779B97F4A7C15U) >> shift_);
  }

  // The slot of an id, or the free one where it would go.
  std::size_t find(std::uint32_t value) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = home(value);
    while (slots_[at] != kFree && slots_[at] != value) at = (at + 1) & mask;
    return at;
  }

  std::vector<std::uint32_t> slots_;  // a power of two of them, 2 or more, or none
  int shift_ = 63;
  bool holds_free_ = false;
  std::size_t count_ = 0;
};

}  // namespace clockwise
