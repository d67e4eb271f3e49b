#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class JoinIsANoOp final : public FaultBase {
  void add(std::span<const Token>) override {}
};

}  // namespace

extern const Fault join_is_a_no_op;
const Fault join_is_a_no_op{
    .slug = "join-is-a-no-op",
    .story = "A join says that it is done and changes nothing.",
    .rule = "join",
    .reports = {"justrach/turbodb#95"},
    .make = make_fault<JoinIsANoOp>,
};

}  // namespace clockwise::faults
