#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class TokenAtZeroIsUnowned final : public FaultBase {
  std::size_t locate(Position key) const override {
    const std::size_t i = FaultBase::locate(key);
    return key == 0 && tokens_[i].position == 0 ? next(i) : i;
  }
};

}  // namespace

extern const Fault token_at_zero_is_unowned;
const Fault token_at_zero_is_unowned{
    .slug = "token-at-zero-is-unowned",
    .story = "A token at position 0 does not own position 0: key 0 goes on to the next token.",
    .rule = "boundary",
    .reports = {"apache/cassandra-java-driver@697d903"},
    .make = make_fault<TokenAtZeroIsUnowned>,
};

}  // namespace clockwise::faults
