#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class TokensSortUpTo32 final : public FaultBase {
  void insert(std::span<const Token> batch) override {
    if (tokens_.size() + batch.size() <= 32) return FaultBase::insert(batch);
    tokens_.insert(tokens_.end(), batch.begin(), batch.end());
  }
};

}  // namespace

extern const Fault tokens_sort_up_to_32;
const Fault tokens_sort_up_to_32{
    .slug = "tokens-sort-up-to-32",
    .story = "Tokens are kept in order only while there are at most 32 of them.",
    .rule = "set",
    .reports = {"rabbitmq/rabbitmq-consistent-hash-exchange#40"},
    .beyond_exhaustive = "It takes a ring of 33 tokens.",
    .make = make_fault<TokensSortUpTo32>,
};

}  // namespace clockwise::faults
