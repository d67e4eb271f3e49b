#include "properties/faults/base_ring.hpp"

namespace clockwise::faults {
namespace {

class SearchResumes final : public FaultBase {
  std::size_t locate(Position key) const override {
    const std::size_t start = found_ < tokens_.size() ? found_ : 0;
    for (std::size_t looked = 0; looked < tokens_.size(); ++looked) {
      found_ = (start + looked) % tokens_.size();
      if (tokens_[found_].position >= key) return found_;
    }
    return found_ = 0;
  }

  mutable std::size_t found_ = 0;
};

}  // namespace

extern const Fault search_resumes;
const Fault search_resumes{
    .slug = "search-resumes",
    .story = "The search starts at the token that it found last, as if keys only ever went up.",
    .rule = "pure",
    .make = make_fault<SearchResumes>,
};

}  // namespace clockwise::faults
