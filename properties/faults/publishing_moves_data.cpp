#include "properties/faults/base_plan.hpp"

namespace clockwise::faults {
namespace {

class PublishingMovesData final : public Store {
  void publish(std::vector<NodeId> owners) override {
    std::map<std::pair<NodeId, std::size_t>, Record> moved;
    for (const auto& [place, record] : records_)
      moved[{owners[place.second], place.second}] = record;
    records_ = std::move(moved);
    Store::publish(std::move(owners));
  }
};

}  // namespace

extern const Fault publishing_moves_data;
const Fault publishing_moves_data{
    .slug = "publishing-moves-data",
    .story = "Records follow their keys as soon as a new placement is published.",
    .rule = "handover",
    .make = make_fault<FaultBase>,
    .mover = {.plan = base_plan, .store = make_store<PublishingMovesData>},
};

}  // namespace clockwise::faults
