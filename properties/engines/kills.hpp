// How fast each wrong ring was found by coverage-guided search, from an empty corpus: what
// kills.tsv records, compiled in. `./run kills` makes the record.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace clockwise::fuzz {

struct Kill {
  std::string_view fault;
  std::string_view target;
  std::optional<double> seconds;  // to the first finding; none: not found in `budget`
  std::uint64_t executions;
  double budget;  // in seconds
  std::string_view date;
};

// One a wrong ring and target. Throws std::runtime_error where the record is not what it should be.
std::span<const Kill> kills();

// The fastest of them for this wrong ring; null where there is none.
const Kill* fastest_kill(std::string_view fault);

}  // namespace clockwise::fuzz
