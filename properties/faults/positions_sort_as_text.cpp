#include <algorithm>
#include <string>

#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class PositionsSortAsText final : public FaultBase {
  void insert(std::span<const Token> batch) override {
    FaultBase::insert(batch);
    std::ranges::sort(tokens_, {},
                      [](const Token& token) { return std::to_string(token.position); });
  }
};

}  // namespace

extern const Fault positions_sort_as_text;
const Fault positions_sort_as_text{
    .slug = "positions-sort-as-text",
    .story = "Tokens are sorted by their positions as text, so that 10 comes before 2.",
    .rule = "order",
    .reports = {"grobian/carbon-c-relay#310"},
    .make = make_fault<PositionsSortAsText>,
};

}  // namespace clockwise::faults
