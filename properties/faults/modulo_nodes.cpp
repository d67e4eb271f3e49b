#include <algorithm>

#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class ModuloNodes final : public FaultBase {
  std::size_t locate(Position key) const override {
    std::vector<NodeId> nodes = walk(0, tokens_.size());
    std::ranges::sort(nodes);
    std::size_t i = 0;
    while (tokens_[i].node != nodes[key % nodes.size()]) ++i;
    return i;
  }
};

}  // namespace

extern const Fault modulo_nodes;
const Fault modulo_nodes{
    .slug = "modulo-nodes",
    .story =
        "Key k belongs to node number k mod N, the nodes being counted in the order of their ids.",
    .rule = "successor",
    .make = make_fault<ModuloNodes>,
};

}  // namespace clockwise::faults
