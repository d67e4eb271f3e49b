// Bytes ↔ Case: the encoding by which coverage-guided engines write cases.
//
// Every byte string is a case and every byte of it, up to the limits, has a meaning: positions come
// close to 0, to M − 1, to powers of two and to earlier tokens; what is to be refused is in reach
// of one byte. Past its end a string goes on as zeros. fuzz/README.md lays the encoding out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "properties/kit/case.hpp"

namespace clockwise::fuzz {

// The version of the encoding: what a byte string means never changes within one. The seeds say
// which one they are in (corpus/seeds/VERSION).
inline constexpr int kEncodingVersion = 1;

using Bytes = std::vector<std::uint8_t>;

// Bounds on the cost of one case. Whatever lies past a limit is not read.
struct Limits {
  std::size_t tokens;  // in all batches together
  std::size_t steps;
  std::size_t keys;
  // Tokens looked at by a ring that looks at all of them for each question: keys, and then the
  // replica count, are cut down to it.
  std::uint64_t work;
};
inline constexpr Limits kSmall{.tokens = 64, .steps = 24, .keys = 48, .work = 1U << 16U};
inline constexpr Limits kLarge{.tokens = 2048, .steps = 96, .keys = 128, .work = 1U << 22U};

// A case of bounded size in one piece of memory, so that decoding allocates nothing.
struct FlatCase {
  enum class Kind : std::uint8_t {
    build,
    join,
    leave
  };
  struct Step {
    Kind kind;
    NodeId node;                 // of a leave
    Count size;                  // of a build
    std::uint32_t first, count;  // the batch of a build or a join, among the tokens
  };

  std::size_t states = 0;  // steps[0] is the first build
  std::size_t token_count = 0;
  std::size_t key_count = 0;
  std::uint32_t next_node = 0;  // as next_node of the case
  std::optional<std::uint64_t> replicas;
  std::array<Step, kLarge.steps + 1> steps;
  std::array<Token, kLarge.tokens> tokens;
  std::array<Position, kLarge.keys> key_list;

  std::span<const Token> batch(const Step& step) const {
    return std::span(tokens).subspan(step.first, step.count);
  }
  std::span<const Position> keys() const { return std::span(key_list).first(key_count); }
};

// The case that the bytes stand for. Costs O(bytes + tokens + keys) and allocates nothing. The
// limits are at most kLarge.
void decode(std::span<const std::uint8_t> bytes, const Limits& limits, FlatCase& out);

Case to_case(const FlatCase& flat);
inline Case decode(std::span<const std::uint8_t> bytes, const Limits& limits) {
  static thread_local FlatCase flat;
  decode(bytes, limits, flat);
  return to_case(flat);
}

// Bytes that decode to this case without its names (`canonical`), or none where it does not fit:
// the limits, and ids of tokens below 2^16 and of nodes below 2^12.
std::optional<Bytes> encode(const Case& c, const Limits& limits);
Case canonical(Case c);

}  // namespace clockwise::fuzz
