#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class TopKeyFoldsToZero final : public FaultBase {
  std::size_t locate(Position key) const override {
    return FaultBase::locate(key == size_->last() ? 0 : key);
  }
};

}  // namespace

extern const Fault top_key_folds_to_zero;
const Fault top_key_folds_to_zero{
    .slug = "top-key-folds-to-zero",
    .story = "Keys are taken modulo M−1, so that the top position answers as position 0 does.",
    .rule = "positions",
    .reports = {"zllovesuki/specter@8810c90"},
    .make = make_fault<TopKeyFoldsToZero>,
};

}  // namespace clockwise::faults
