#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class JoinReslicesEvenly final : public FaultBase {
  void add(std::span<const Token> batch) override {
    insert(batch);
    const auto slice = static_cast<Position>(size_->positions() / tokens_.size());
    for (std::size_t i = 0; i < tokens_.size(); ++i) tokens_[i].position = i * slice;
  }
};

}  // namespace

extern const Fault join_reslices_evenly;
const Fault join_reslices_evenly{
    .slug = "join-reslices-evenly",
    .story = "A join cuts the ring anew into equal slices, one a token.",
    .rule = "positions",
    .reports = {"redis/jedis@ad26ea2"},
    .make = make_fault<JoinReslicesEvenly>,
};

}  // namespace clockwise::faults
