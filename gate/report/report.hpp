// What a run of `check` came to, as plain data, and what follows from it. Every format is written
// from this and says the same.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gate/base/exit.hpp"
#include "gate/protocol/adapter.hpp"
#include "gate/report/diagnosis.hpp"
#include "properties/kit/judge.hpp"

namespace clockwise::gate {

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
  std::string saved;       // the file that the smallest case was written to, if any
  std::string replay;      // one command for a shell
  std::string known = {};  // the reason for which it was expected; empty: it was not
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

// What there is to say of an adapter beyond the verdicts.
struct AdapterReport {
  std::string command;
  Hello hello;
  std::string complaint;  // of the smoke case; empty: it went well
  bool answers_nothing = false;
  Classes excused = 0;                           // classes that it need not meet
  std::map<std::string, std::uint64_t> excuses;  // what was left out or read otherwise, how often
  std::vector<Incident> incidents;
  std::uint64_t lines_sent = 0;
  std::uint64_t lines_received = 0;
  bool linted = false;
};

struct Report {
  std::string subject;
  std::string replay_subject;  // the options by which a command names it
  Level level = Level::positions;
  Conventions conventions;
  std::string budget;
  std::uint64_t seed = 0;
  std::string shard;  // "2/8"; empty if whole
  std::vector<const Property*> properties;
  std::vector<SelfCheck> self_checks;
  std::vector<Score> scores;  // one an engine that ran; the last one may be cut short
  std::vector<Finding> findings;
  std::optional<Diagnosis> diagnosis;
  std::optional<Lost> lost;
  std::optional<AdapterReport> adapter;
  std::vector<std::string> notes;   // what was seen that is no verdict, a sentence each
  std::vector<std::string> missed;  // expected failures that did not come, one sentence each
  bool interrupted = false;
};

// ---- What follows. -----------------------------------------------------------------------------

enum class Standing {
  holds,
  violated,
  vacuous,
  unsupported,
  excused,
  not_judged
};
std::string_view word(Standing standing);

// One property over all engines: property is an index into report.properties.
struct Line {
  Standing standing = Standing::not_judged;
  std::uint64_t holds = 0;
  std::uint64_t vacuous = 0;
  std::string reason;       // why it was vacuous, unsupported or excused, if it was
  bool is_required = true;  // else what the adapter supports or declares excludes it
};
Line line_of(const Report& report, std::size_t property);
// Why it neither held nor was violated; empty where it did.
std::string_view why(const Line& line);

// How one property stands in the score of one engine. `not_judged` where an earlier engine had
// found it violated.
Standing standing_in(const Score& score, std::size_t property);

std::uint64_t cases_in(const Report& report);
std::uint64_t cases_of(const Report& report, std::size_t class_index);
Classes required_classes(const Report& report);

// What there is to show of a finding, in the words of every format.
struct Shown {
  std::vector<std::string> drawn;  // the case in which it shows
  std::string smallest;            // as JSON
  std::string derived;             // likewise, what the case was asked again as; empty: as it is
  std::string expected;
  std::string answered;
  std::string place;   // "for key 9, in state 2"
  std::string remark;  // what else there is to say; may be empty
  Exchange said;       // the lines about the case in which it shows; empty without an adapter
};
Shown show(const Report& report, const Finding& finding);

// One command that asks an adapter again what it failed on; empty where there is no case.
std::string replay_of(const Report& report, const Incident& incident);

// How the gate showed that it can fail and can pass, in a sentence; empty where it did not.
std::string self_check_in_words(const Report& report);

// Why the gate cannot vouch for what was not violated: one sentence each.
std::vector<std::string> doubts(const Report& report);

Exit exit_of(const Report& report);

// The last line of a report: the verdict in words, the exit code and what it means.
std::string conclusion(const Report& report);

// ---- How it is written. ------------------------------------------------------------------------

// In one of these formats: text, json, junit, github, html.
std::string formatted(const Report& report, std::string_view format, bool in_colour);

std::string to_text(const Report& report, bool in_colour);
std::string to_json(const Report& report);
std::string to_junit(const Report& report);
// Workflow commands of GitHub Actions, one an annotation, and the text; the step summary as
// Markdown goes to the file that GITHUB_STEP_SUMMARY names.
std::string to_github(const Report& report);
// One page, whole in itself.
std::string to_html(const Report& report);

}  // namespace clockwise::gate
