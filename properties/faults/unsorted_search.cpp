#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class UnsortedSearch final : public FaultBase {
  void insert(std::span<const Token> batch) override {
    tokens_.insert(tokens_.end(), batch.begin(), batch.end());
  }
};

}  // namespace

extern const Fault unsorted_search;
const Fault unsorted_search{
    .slug = "unsorted-search",
    .story =
        "Tokens are searched in the order in which they came, as if that were the order of "
        "position.",
    .rule = "set",
    .make = make_fault<UnsortedSearch>,
};

}  // namespace clockwise::faults
