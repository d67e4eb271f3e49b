// A right ring of names for wrong ones to derive from: each overrides one hook, and that is its
// fault. It is rendezvous hashing: for each key every node draws a number, and the best one wins.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "properties/faults/fault.hpp"
#include "reference/name_ring.hpp"

namespace clockwise {

class RendezvousRing : public NameRing {
 public:
  Outcome<void> build(std::span<const NamedNode> nodes) override;
  Outcome<void> join(std::span<const NamedNode> nodes) override;
  Outcome<void> leave(NodeId node) override;
  Outcome<void> weigh(const NamedNode& node) override;
  Outcome<NodeId> owner(std::string_view key) const override;
  Outcome<std::size_t> replicas(std::string_view key, std::span<NodeId> out) const override;

 protected:
  struct Node {
    NodeId node;
    std::string name;
    std::uint64_t weight;
  };

  // What an accepted change does.
  virtual void drop(NodeId node);
  virtual void set_weight(Node& node, std::uint64_t weight) { node.weight = weight; }
  // Called with what is refused: the second join of a member, the leave of no member.
  virtual void refuse_member(Node& /*member*/, const NamedNode& /*again*/) {}
  virtual void refuse_unknown() {}
  virtual bool keeps_the_last_node() const { return true; }
  // Every node, best first for this key.
  virtual std::vector<NodeId> ranked(std::string_view key) const;
  // The list of so many replicas, out of the ranked nodes; there are enough of them.
  virtual std::vector<NodeId> listed(std::string_view key, std::size_t count) const;
  virtual bool refuses_a_shortage() const { return true; }

  Node* find(NodeId node);

  std::vector<Node> nodes_;  // in the order in which they came
};

// A well-mixed number for a text and a seed.
std::uint64_t mixed(std::string_view text, std::uint64_t seed = 0);

// What Fault::make_names points to, for a ring that does not heed the number of the process.
template <class WrongRing>
std::unique_ptr<NameRing> make_name_fault(std::uint64_t /*process*/) {
  return std::make_unique<WrongRing>();
}

}  // namespace clockwise
