#include "properties/kit/case.hpp"

#include <algorithm>

namespace clockwise {
namespace {

std::string default_node_name(std::uint32_t number) {
  if (number < 26) return {static_cast<char>('A' + number)};
  return std::string("N").append(std::to_string(number));
}

// Every ring size that the case builds.
template <class Visit>
void for_each_size(const Case& c, Visit visit) {
  visit(c.start.size);
  for (const Step& step : c.steps) {
    if (const auto* build = std::get_if<Build>(&step)) visit(build->size);
  }
}

template <class T>
void sort_unique(std::vector<T>& values) {
  std::ranges::sort(values);
  const auto rest = std::ranges::unique(values);
  values.erase(rest.begin(), rest.end());
}

}  // namespace

std::string node_name(const Case& c, NodeId node) {
  const auto number = static_cast<std::uint32_t>(node);
  if (number < c.node_names.size()) return c.node_names[number];
  std::string name = default_node_name(number);
  while (std::ranges::find(c.node_names, name) != c.node_names.end()) name += '\'';
  return name;
}

std::string key_name(const Case& c, std::size_t key) {
  const Position number = c.keys[key];
  if (c.level == Level::positions) return std::to_string(number);
  return '"' + c.key_names[static_cast<std::size_t>(number)] + '"';
}

std::vector<Position> token_positions(const Case& c) {
  std::vector<Position> positions;
  for_each_batch(c, [&](const std::vector<Token>& tokens) {
    for (const Token& token : tokens) positions.push_back(token.position);
  });
  sort_unique(positions);
  return positions;
}

std::uint32_t next_node(const Case& c) {
  auto next = static_cast<std::uint32_t>(c.node_names.size());
  const auto see = [&](NodeId node) {
    next = std::max(next, static_cast<std::uint32_t>(node) + 1);
  };
  for_each_batch(c, [&](const std::vector<Token>& tokens) {
    for (const Token& token : tokens) see(token.node);
  });
  for (const Step& step : c.steps) {
    if (const auto* leave = std::get_if<Leave>(&step)) see(leave->node);
  }
  return next;
}

std::uint32_t next_token(const Case& c) {
  auto next = static_cast<std::uint32_t>(c.token_names.size());
  for_each_batch(c, [&](const std::vector<Token>& tokens) {
    for (const Token& token : tokens) {
      next = std::max(next, static_cast<std::uint32_t>(token.id) + 1);
    }
  });
  return next;
}

std::vector<Position> critical_keys(const Case& c) {
  std::vector<Position> keys{0};
  Position largest = 0;
  for_each_size(c, [&](Count size) {
    const auto ring = RingSize::of(size);
    if (!ring) return;
    largest = std::max(largest, ring->last());
    keys.push_back(ring->last());
  });
  // Past either end the neighbour is the other end, which is among the keys already.
  for (const Position p : token_positions(c)) {
    keys.push_back(p);
    if (p > 0) keys.push_back(p - 1);
    if (p < largest) keys.push_back(p + 1);
  }
  sort_unique(keys);
  std::erase_if(keys, [&](Position key) { return key > largest; });
  return keys;
}

}  // namespace clockwise
