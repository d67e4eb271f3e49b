#include <map>

#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class AnswersLiveByTokenCount final : public FaultBase {
  std::size_t locate(Position key) const override {
    if (count_ != tokens_.size()) found_.clear();
    count_ = tokens_.size();
    const auto [found, is_new] = found_.try_emplace(key, 0);
    if (is_new) found->second = FaultBase::locate(key);
    return found->second;
  }

  mutable std::map<Position, std::size_t> found_;
  mutable std::size_t count_ = 0;
};

}  // namespace

extern const Fault answers_live_by_token_count;
const Fault answers_live_by_token_count{
    .slug = "answers-live-by-token-count",
    .story = "Where a key was found is remembered until the number of tokens is another.",
    .rule = "set",
    .make = make_fault<AnswersLiveByTokenCount>,
};

}  // namespace clockwise::faults
