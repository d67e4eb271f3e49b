// What a run of `check` came to, as plain data, and what follows from it. Every format is written
// from this and says the same.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gate/report/diagnosis.hpp"
#include "properties/kit/judge.hpp"

namespace clockwise::gate {

enum class Exit : int {
  conforms = 0,
  violated = 1,
  usage = 2,
  crashed = 3,
  hung = 4,
  cannot_vouch = 5,
  interrupted = 130,
};

// Every exit code with its verdict in a word and its meaning in a sentence, ascending.
struct ExitInfo {
  Exit code;
  std::string_view word;
  std::string_view meaning;
};
std::span<const ExitInfo> exit_infos();

// How one engine showed, before it graded anyone, that it can fail and that it can pass.
struct SelfCheck {
  std::string engine;
  std::string wrong_ring;             // that it caught; empty if it caught none
  std::string caught_by;              // a property
  std::uint64_t reference_cases = 0;  // on which the reference was not faulted
  std::string failure;                // what went wrong; empty if nothing did
};

// A violation, and how to see it again.
struct Finding {
  Violation violation;
  std::string saved;   // the file that the smallest case was written to, if any
  std::string replay;  // one command for a shell
};

// Where the witness of a case saw it: "for key 9, in state 2". Which of the keys is told where
// several are at that position.
std::string place_of(const Case& asked, const Witness& witness);

// A subject that did not come back from a case.
struct Lost {
  bool hung = false;  // else it crashed
  std::string how;
  std::string engine;
  Case asked;
  std::string saved;
  std::string replay;
};

struct Report {
  std::string subject;
  std::string budget;
  std::uint64_t seed = 0;
  std::string shard;  // "2/8"; empty if whole
  std::vector<const Property*> properties;
  std::vector<SelfCheck> self_checks;
  std::vector<Score> scores;  // one an engine that ran; the last one may be cut short
  std::vector<Finding> findings;
  std::optional<Diagnosis> diagnosis;
  std::optional<Lost> lost;
  bool interrupted = false;
};

// ---- What follows. -----------------------------------------------------------------------------

enum class Standing {
  holds,
  violated,
  vacuous,
  not_judged
};
std::string_view word(Standing standing);

// One property over all engines: property is an index into report.properties.
struct Line {
  Standing standing = Standing::not_judged;
  std::uint64_t holds = 0;
  std::uint64_t vacuous = 0;
  std::string_view reason;  // why it was vacuous, if it was
};
Line line_of(const Report& report, std::size_t property);

// How one property stands in the score of one engine. `not_judged` where an earlier engine had
// found it violated.
Standing standing_in(const Score& score, std::size_t property);

std::uint64_t cases_in(const Report& report);
std::uint64_t cases_of(const Report& report, std::size_t class_index);
Classes required_classes(const Report& report);

// Why the gate cannot vouch for what was not violated: one sentence each.
std::vector<std::string> doubts(const Report& report);

Exit exit_of(const Report& report);

// The last line of a report: the verdict in words, the exit code and what it means.
std::string conclusion(const Report& report);

// ---- How it is written. ------------------------------------------------------------------------

std::string to_text(const Report& report, bool in_colour);
std::string to_json(const Report& report);
std::string to_junit(const Report& report);

}  // namespace clockwise::gate
