#include "gate/planning/rings.hpp"

#include <fmt/format.h>

#include "gate/base/files.hpp"
#include "gate/base/usage_error.hpp"
#include "gate/base/words.hpp"

namespace clockwise::gate {

void refuse(const std::string& what, Refusal refusal) {
  throw UsageError(fmt::format("{}: refused as {}", what, slug(refusal)));
}

Case read_ring_case(const std::string& path) {
  Case c = read_case_file(path);
  const auto fail = [&](std::string_view member) {
    throw UsageError(
        fmt::format("{}: at /{}: expected a ring: a case of positions without steps and keys",
                    input_name(path), member));
  };
  if (c.level == Level::names) fail("nodes");
  if (!c.steps.empty()) fail("steps");
  if (!c.keys.empty()) fail("keys");
  return c;
}

Position parse_position_argument(const std::string& what, std::string_view text) {
  const auto position = parse_position(text);
  if (position) return *position;
  throw UsageError(fmt::format(
      "{}: expected a position in decimal, from 0 to 18446744073709551615, without sign, blanks or "
      "leading zeros, found \"{}\"",
      what, visible(text)));
}

std::uint32_t Names::of(std::string_view name) {
  const auto known = numbers_.find(name);
  if (known != numbers_.end()) return known->second;
  const auto number = static_cast<std::uint32_t>(names_.size());
  numbers_.emplace(name, number);
  names_.emplace_back(name);
  return number;
}

std::uint32_t Names::find(std::string_view name) const {
  const auto known = numbers_.find(name);
  return known == numbers_.end() ? static_cast<std::uint32_t>(names_.size()) : known->second;
}

NamedRing read_ring(const std::string& path, Book& book) {
  const Case c = read_ring_case(path);
  std::vector<Token> tokens = c.start.tokens;
  for (Token& token : tokens) {
    token.node = NodeId{book.nodes.of(node_name(c, token.node))};
    token.id = TokenId{book.tokens.of(c.token_names.at(static_cast<std::size_t>(token.id)))};
  }
  const auto size = RingSize::of(c.start.size);
  if (!size) refuse(input_name(path), size.error());
  NamedRing named{*size, SortedRing()};
  if (const auto built = named.ring.build(*size, tokens); !built) {
    refuse(input_name(path), built.error());
  }
  return named;
}

std::vector<Token> parse_tokens(std::string_view option, const std::vector<std::string>& arguments,
                                Book& book) {
  constexpr std::size_t kLongestName = 255;
  std::vector<Token> tokens;
  for (const std::string& argument : arguments) {
    // A name may have an @ in it; positions have none.
    const std::size_t mark = argument.rfind('@');
    if (mark == std::string::npos || mark == 0 || mark > kLongestName ||
        visible(argument) != argument) {
      throw UsageError(
          fmt::format("{}: expected NODE@POSITION, or NODE@POSITION,POSITION…, found \"{}\"",
                      option, visible(argument)));
    }
    const std::string node = argument.substr(0, mark);
    std::string_view rest = std::string_view(argument).substr(mark + 1);
    while (true) {
      const std::string_view text = rest.substr(0, rest.find(','));
      const Position at =
          parse_position_argument(fmt::format("{} {}", option, visible(argument)), text);
      tokens.push_back({TokenId{book.tokens.of(fmt::format("{}@{}", node, at))}, at,
                        NodeId{book.nodes.of(node)}});
      if (text.size() == rest.size()) break;
      rest.remove_prefix(text.size() + 1);
    }
  }
  return tokens;
}

}  // namespace clockwise::gate
