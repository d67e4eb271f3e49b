#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class JoinPlacesOneToken final : public FaultBase {
  void add(std::span<const Token> batch) override { insert(batch.first(1)); }
};

}  // namespace

extern const Fault join_places_one_token;
const Fault join_places_one_token{
    .slug = "join-places-one-token",
    .story = "Of several tokens that join at once, only the first is placed.",
    .rule = "join",
    .make = make_fault<JoinPlacesOneToken>,
};

}  // namespace clockwise::faults
