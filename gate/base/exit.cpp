#include "gate/base/exit.hpp"

namespace clockwise::gate {

std::span<const ExitInfo> exit_infos() {
  static constexpr ExitInfo kAll[] = {
      {Exit::conforms, "conforms", "no property is violated"},
      {Exit::violated, "violated", "a property is violated"},
      {Exit::usage, "usage", "an argument is wrong, or an input cannot be read"},
      {Exit::crashed, "crashed", "the subject crashed or broke the protocol"},
      {Exit::hung, "hung", "the subject did not answer in time"},
      {Exit::cannot_vouch, "cannot vouch", "nothing is violated, but that proves too little"},
      {Exit::interrupted, "interrupted", "the run was interrupted, and the report is partial"},
  };
  return kAll;
}

}  // namespace clockwise::gate
