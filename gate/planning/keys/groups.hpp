// Brings together what has the same key, in bounded memory.
//
// Each entry goes into one of 256 parts by a hash of its key: equal keys are in one part, so that
// the parts can be looked at one after the other, each in a hash table. What exceeds the memory
// that may be used waits in one temporary file. A part that is still too large is split once more,
// by other bits of the hash. Time is linear in the entries.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gate/planning/keys/scratch.hpp"

namespace clockwise::gate {

// What is kept with a key.
struct Entry {
  std::uint64_t line = 0;   // where it came from
  std::uint64_t at = 0;     // its position, where it has one
  std::uint32_t node = 0;   // its node, where it has one
  std::uint8_t source = 0;  // which file, below 128
  bool has_at = false;
};

class Groups {
 public:
  // May use about so many bytes for what waits, and again for the part that is looked at.
  explicit Groups(std::size_t memory = std::size_t{256} << 20U) : memory_(memory) {}

  void add(std::string_view key, const Entry& entry);

  // Calls `visit` once for each key that was added, in no order that means anything, with its
  // entries in the order in which they came: the first kMost of them, the others are dropped. What
  // was added is gone afterwards.
  static constexpr std::size_t kMost = 3;
  using Visit = std::function<void(std::string_view key, std::span<const Entry> entries)>;
  void for_each(const Visit& visit, const std::function<void(double share)>& progress = {});

 private:
  static constexpr unsigned kBits = 8;
  static constexpr std::size_t kParts = std::size_t{1} << kBits;

  struct Part {
    std::string waiting;
    std::vector<std::pair<std::uint64_t, std::size_t>> spilled;  // offset and length in the file
    std::uint64_t bytes = 0;                                     // of both
  };

  Groups(std::size_t memory, unsigned depth) : memory_(memory), depth_(depth) {}

  void put(std::uint64_t hash, std::string_view key, const Entry& entry);
  void spill();
  // Takes the bytes of a part, in order, piece by piece, and leaves it empty.
  void take(Part& part, const std::function<void(std::string_view)>& piece) const;
  void visit_part(Part& part, const Visit& visit) const;
  void split(Part& part, const Visit& visit) const;

  std::size_t memory_;
  unsigned depth_ = 0;  // how often what is here has been split before
  std::array<Part, kParts> parts_;
  std::size_t waiting_ = 0;  // bytes in all parts
  Scratch file_;
};

}  // namespace clockwise::gate
