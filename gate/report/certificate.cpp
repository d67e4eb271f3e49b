#include "gate/report/certificate.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clockwise::gate {
namespace {

// The subjects that are known to meet the assumptions, and how that is known. The optimized ring
// with its index is not among them, since the index goes by the bits of positions.
struct Known {
  std::string_view subject;
  std::string_view how;
};
constexpr Known kKnown[] = {
    {"reference", "by the contract of its kernel (successor_contracts) and by its code"},
    {"optimized-search", "by the contract of its kernel (successor_contracts) and by its code"},
};

// The properties that together are agreement with the model: owners, replicas, refusals.
constexpr std::string_view kAgreement[] = {"successor", "replicas-follow-the-ring",
                                           "refused-by-kind"};

bool is_judged(const Report& report, std::string_view slug) {
  return std::ranges::any_of(report.properties, [&](const Property* p) { return p->slug == slug; });
}

}  // namespace

std::string certificate(const Report& report, const Score& score) {
  const bool is_whole = score.engine == "exhaustive" && !score.summary.empty() &&
                        !score.is_stopped && report.shard.empty();
  if (report.level != Level::positions || !is_whole || !report.findings.empty()) return "";
  const auto* known = std::ranges::find(kKnown, report.subject, &Known::subject);
  if (known == std::end(kKnown)) {
    return fmt::format(
        "bounded exhaustive, theorem not applicable: {} is not known to see positions only through "
        "comparisons and names only through equality, to ignore the order of the input, and to "
        "answer each key whatever else is asked",
        report.subject);
  }
  for (const std::string_view slug : kAgreement) {
    if (!is_judged(report, slug)) {
      return fmt::format("bounded exhaustive, theorem not applied: it takes the property {} too",
                         slug);
    }
  }
  return fmt::format(
      "theorem order_small_scope_in_one_case (reference/proof/Rules.v): so {0} answers by the "
      "rules "
      "on every ring of as many tokens, of any size and spacing, also after one join of one token "
      "or one leave. It assumes that {0} sees positions only through comparisons with one another, "
      "sees names and ids only through equality, ignores the order of the input, lets no answer "
      "depend on what else is asked, and at a build forgets what was before; this is known {1}. "
      "All "
      "tokens that ever occur in a history count, a joining one too",
      report.subject, known->how);
}

}  // namespace clockwise::gate
