#include "gate/report/picture_of.hpp"

#include <fmt/format.h>

#include "gate/base/words.hpp"
#include "gate/report/load.hpp"

namespace clockwise::gate {
namespace {

std::vector<std::string> notes_of(const std::vector<Load>& loads, RingSize size) {
  std::vector<std::string> notes;
  for (const Load& load : loads) {
    notes.push_back(percent(load[Unit::positions], size.positions()));
  }
  return notes;
}

}  // namespace

Picture picture_of(RingSize size, const std::vector<std::string>& nodes, const SortedRing& ring) {
  return {.size = size,
          .title = fmt::format("{} with {}", counted(nodes.size(), "node"),
                               counted(ring.count(), "token")),
          .nodes = nodes,
          .notes = notes_of(loads_of(ring.tokens(), size, nodes.size()), size),
          .tokens = ring.tokens(),
          .moves = {},
          .keys = {}};
}

Picture picture_of(const Case& c, RingSize size, std::span<const Token> tokens, Moves moves,
                   std::vector<Picture::Point> keys) {
  std::vector<std::string> nodes;
  for (std::uint32_t node = 0; node < next_node(c); ++node) {
    nodes.push_back(node_name(c, NodeId{node}));
  }
  SortedRing ring;
  std::vector<std::string> notes;
  if (ring.build(size, tokens)) notes = notes_of(loads_of(ring.tokens(), size, nodes.size()), size);
  std::string title = c.name;
  if (title.empty()) title = fmt::format("{} on a ring", counted(tokens.size(), "token"));
  return {.size = size,
          .title = std::move(title),
          .nodes = std::move(nodes),
          .notes = std::move(notes),
          .tokens = {tokens.begin(), tokens.end()},
          .moves = std::move(moves),
          .keys = std::move(keys)};
}

}  // namespace clockwise::gate
