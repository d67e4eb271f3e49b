#include <algorithm>

#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class LargeBatchesAreCut final : public FaultBase {
  void add(std::span<const Token> batch) override {
    FaultBase::add(batch.first(std::min<std::size_t>(batch.size(), 16)));
  }
};

}  // namespace

extern const Fault large_batches_are_cut;
const Fault large_batches_are_cut{
    .slug = "large-batches-are-cut",
    .story = "A join takes the first sixteen tokens of a batch.",
    .rule = "join",
    .beyond_exhaustive = "It takes a join of seventeen tokens.",
    .make = make_fault<LargeBatchesAreCut>,
};

}  // namespace clockwise::faults
