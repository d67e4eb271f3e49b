// Proposes the conventions that an adapter's answers fit, in place of grading it.
#include <fmt/format.h>

#include "gate/base/exit.hpp"
#include "gate/base/words.hpp"
#include "gate/judging/check.hpp"
#include "gate/judging/incidents.hpp"
#include "gate/protocol/discover.hpp"

namespace clockwise::gate {

Exit check_discover(Adapter& adapter) {
  const std::vector<Proposal> proposals = discover(adapter);
  if (!adapter.incidents().empty()) return tell_incidents("check", adapter);
  std::vector<Cells> rows{{"convention", "proposed", "declared", "because"}};
  for (const Proposal& proposal : proposals) {
    rows.push_back({std::string(proposal.convention), proposal.value.empty() ? "?" : proposal.value,
                    std::string(adapter.hello().convention(proposal.convention)),
                    visible(proposal.evidence)});
  }
  const bool said = print_out(fmt::format("{}\nWhat departs from the rules, for the hello:\n  {}\n",
                                          aligned(rows), as_conventions(proposals)));
  return said ? Exit::conforms : Exit::usage;
}

}  // namespace clockwise::gate
