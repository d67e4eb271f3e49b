#include "properties/faults/base_plan.hpp"

namespace clockwise::faults {
namespace {

class GiverIsNeverAsked final : public Store {
  std::optional<Record> read_or_ask_giver(std::size_t key,
                                          std::span<const Move> /*plan*/) const override {
    return read(key);
  }
};

}  // namespace

extern const Fault giver_is_never_asked;
const Fault giver_is_never_asked{
    .slug = "giver-is-never-asked",
    .story = "A read that finds nothing at the new owner gives up, also while copies are made.",
    .rule = "handover",
    .reports = {"hydro-project/fluent#5"},
    .make = make_fault<FaultBase>,
    .mover = {.plan = base_plan, .store = make_store<GiverIsNeverAsked>},
};

}  // namespace clockwise::faults
