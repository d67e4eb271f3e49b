// Rings from files and from arguments, with the names of their nodes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "optimized/sorted_ring.hpp"
#include "properties/kit/case.hpp"

namespace clockwise::gate {

// Throws the UsageError that names a refusal: "WHAT: refused as KIND".
[[noreturn]] void refuse(const std::string& what, Refusal refusal);

// The case of a ring file: one without steps and keys. Throws UsageError, as does all below.
Case read_ring_case(const std::string& path);

// A position from an argument, of which `what` says what it is.
Position parse_position_argument(const std::string& what, std::string_view text);

// Numbers for names. The same name has the same number in all rings that are read with one book.
class Names {
 public:
  std::uint32_t of(std::string_view name);
  // The number of a name that is known; else the count of those that are.
  std::uint32_t find(std::string_view name) const;
  const std::vector<std::string>& all() const { return names_; }

 private:
  // So that a text that is no string is looked up as it is.
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const {
      return std::hash<std::string_view>{}(name);
    }
  };

  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> numbers_;
  std::vector<std::string> names_;
};

struct Book {
  Names nodes;
  Names tokens;
};

struct NamedRing {
  RingSize size;
  SortedRing ring;
};

// A ring that is built, from a file.
NamedRing read_ring(const std::string& path, Book& book);

// The tokens of arguments like "E@12" and "A@1,17": all that come, as one batch.
std::vector<Token> parse_tokens(std::string_view option, const std::vector<std::string>& arguments,
                                Book& book);

}  // namespace clockwise::gate
