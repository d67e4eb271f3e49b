#include <algorithm>
#include <utility>

#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class TokensSortByNode final : public FaultBase {
  void insert(std::span<const Token> batch) override {
    FaultBase::insert(batch);
    const auto node_first = [](const Token& token) {
      return std::pair(token.node, token.position);
    };
    std::ranges::sort(tokens_, {}, node_first);
  }
};

}  // namespace

extern const Fault tokens_sort_by_node;
const Fault tokens_sort_by_node{
    .slug = "tokens-sort-by-node",
    .story = "Tokens are sorted by node, and searched as if that were the order of position.",
    .rule = "set",
    .make = make_fault<TokensSortByNode>,
};

}  // namespace clockwise::faults
