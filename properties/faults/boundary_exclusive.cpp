#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class BoundaryExclusive final : public FaultBase {
  std::size_t locate(Position key) const override {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].position > key) return i;
    }
    return 0;
  }
};

}  // namespace

extern const Fault boundary_exclusive;
const Fault boundary_exclusive{
    .slug = "boundary-exclusive",
    .story = "A key exactly at a token's position goes to the next token.",
    .rule = "boundary",
    .reports = {"apache/cassandra-python-driver@a109a7f", "apache/cassandra-python-driver#944",
                "lestrrat-p5/Algorithm-ConsistentHash-Ketama#5"},
    .make = make_fault<BoundaryExclusive>,
};

}  // namespace clockwise::faults
