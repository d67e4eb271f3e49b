#include "properties/faults/base_name_ring.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace clockwise {

std::uint64_t mixed(std::string_view text, std::uint64_t seed) {
  std::uint64_t hash = 0xcbf29ce484222325U ^ (seed * 0x9E3779B97F4A7C15U);
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  hash ^= hash >> 33U;
  hash *= 0xff51afd7ed558ccdU;
  hash ^= hash >> 33U;
  hash *= 0xc4ceb9fe1a85ec53U;
  return hash ^ (hash >> 33U);
}

Outcome<void> RendezvousRing::build(std::span<const NamedNode> nodes) {
  std::vector<Node> before;
  nodes_.swap(before);
  const auto built = join(nodes);
  if (!built) nodes_.swap(before);
  return built;
}

Outcome<void> RendezvousRing::join(std::span<const NamedNode> nodes) {
  if (nodes.empty()) return std::unexpected(Refusal::no_tokens);
  for (auto node = nodes.begin(); node != nodes.end(); ++node) {
    const auto is_it = [&](const NamedNode& other) { return other.node == node->node; };
    if (std::any_of(nodes.begin(), node, is_it)) return std::unexpected(Refusal::duplicate_token);
    if (Node* member = find(node->node); member != nullptr) {
      refuse_member(*member, *node);
      return std::unexpected(Refusal::duplicate_token);
    }
  }
  for (const NamedNode& node : nodes) {
    nodes_.push_back({node.node, std::string(node.name), node.weight});
  }
  return {};
}

Outcome<void> RendezvousRing::leave(NodeId node) {
  if (nodes_.empty()) return std::unexpected(Refusal::no_tokens);
  if (find(node) == nullptr) {
    refuse_unknown();
    return std::unexpected(Refusal::unknown_node);
  }
  if (nodes_.size() == 1 && keeps_the_last_node()) return std::unexpected(Refusal::last_node);
  drop(node);
  return {};
}

Outcome<void> RendezvousRing::weigh(const NamedNode& node) {
  if (nodes_.empty()) return std::unexpected(Refusal::no_tokens);
  Node* member = find(node.node);
  if (member == nullptr) return std::unexpected(Refusal::unknown_node);
  set_weight(*member, node.weight);
  return {};
}

Outcome<NodeId> RendezvousRing::owner(std::string_view key) const {
  if (nodes_.empty()) return std::unexpected(Refusal::no_tokens);
  return ranked(key).front();
}

Outcome<std::size_t> RendezvousRing::replicas(std::string_view key, std::span<NodeId> out) const {
  if (nodes_.empty()) return std::unexpected(Refusal::no_tokens);
  if (out.size() > nodes_.size() && refuses_a_shortage()) {
    return std::unexpected(Refusal::too_few_nodes);
  }
  const std::vector<NodeId> list = listed(key, out.size());
  std::ranges::copy(list, out.begin());
  return list.size();
}

void RendezvousRing::drop(NodeId node) {
  std::erase_if(nodes_, [&](const Node& member) { return member.node == node; });
}

// The number that a node draws is its weight over an exponential one of its own, so that shares
// follow weights and no node's number depends on the others.
std::vector<NodeId> RendezvousRing::ranked(std::string_view key) const {
  std::vector<std::pair<double, NodeId>> drawn;
  for (const Node& node : nodes_) {
    const auto bits = mixed(key, mixed(node.name, 1)) >> 11U;
    const double uniform = (static_cast<double>(bits) + 1) / 9007199254740993.0;  // 2^53 + 1
    drawn.emplace_back(-static_cast<double>(node.weight) / std::log(uniform), node.node);
  }
  std::ranges::sort(drawn, std::greater{});
  std::vector<NodeId> nodes;
  for (const auto& [number, node] : drawn) nodes.push_back(node);
  return nodes;
}

std::vector<NodeId> RendezvousRing::listed(std::string_view key, std::size_t count) const {
  std::vector<NodeId> nodes = ranked(key);
  nodes.resize(std::min(nodes.size(), count));
  return nodes;
}

RendezvousRing::Node* RendezvousRing::find(NodeId node) {
  const auto member = std::ranges::find(nodes_, node, &Node::node);
  return member == nodes_.end() ? nullptr : &*member;
}

}  // namespace clockwise
