#include "gate/verbs/incidents.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "gate/report/report.hpp"
#include "gate/report/words.hpp"

namespace clockwise::gate {

int tell_incidents(std::string_view verb, const Adapter& adapter) {
  Exit code = Exit::hung;
  for (const Incident& incident : adapter.incidents()) {
    fmt::print(stderr, "clockwise {}: {}: {}\n", verb, visible(adapter.command()),
               visible(incident.how));
    if (!incident.received.empty()) fmt::print(stderr, "  ← {}\n", visible(incident.received));
    if (!incident.errors.empty()) fmt::print(stderr, "{}\n", incident.errors);
    if (incident.kind != Incident::Kind::hung) code = Exit::crashed;
  }
  return static_cast<int>(code);
}

}  // namespace clockwise::gate
