// The fixed case that comes before all others: it tells an adapter that is wrong from a ring that
// is.
#pragma once

#include <string>

#include "gate/protocol/adapter.hpp"
#include "properties/kit/run.hpp"

namespace clockwise::gate {

// Three nodes and many keys. `complaint` is empty where members, and two of them at least, own the
// keys; `is_fatal` where every answer is an error, so that there is nothing to judge.
struct Smoke {
  std::string complaint;
  bool is_fatal = false;
};
Smoke smoke(Subject& subject);

}  // namespace clockwise::gate
