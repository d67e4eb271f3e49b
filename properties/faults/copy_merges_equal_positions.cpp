#include "properties/faults/base_plan.hpp"

namespace clockwise::faults {
namespace {

class CopyMergesEqualPositions final : public Store {
  void copy(const Move& move) override {
    const auto before = records_;
    Store::copy(move);
    std::erase_if(records_, [&](const auto& entry) {
      const auto& [node, key] = entry.first;
      const auto first = std::ranges::find(keys_, keys_[key]) - keys_.begin();
      return !before.contains(entry.first) && static_cast<std::size_t>(first) != key;
    });
  }
};

}  // namespace

extern const Fault copy_merges_equal_positions;
const Fault copy_merges_equal_positions{
    .slug = "copy-merges-equal-positions",
    .story = "Of the keys at one position, a copy takes the first one only.",
    .rule = "identity",
    .make = make_fault<FaultBase>,
    .mover = {.plan = base_plan, .store = make_store<CopyMergesEqualPositions>},
};

}  // namespace clockwise::faults
