#include <algorithm>

#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class NodesHaveOneToken final : public FaultBase {
  void insert(std::span<const Token> batch) override {
    for (const Token& token : batch) {
      const bool is_member = std::ranges::count(tokens_, token.node, &Token::node) > 0;
      if (!is_member) FaultBase::insert({&token, 1});
    }
  }
};

}  // namespace

extern const Fault nodes_have_one_token;
const Fault nodes_have_one_token{
    .slug = "nodes-have-one-token",
    .story = "Only the first token of a node counts; its others are left out without a word.",
    .rule = "arcs",
    .make = make_fault<NodesHaveOneToken>,
};

}  // namespace clockwise::faults
