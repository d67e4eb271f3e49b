// Cases, traces and vectors as JSON: the one form in which they are printed, committed, replayed
// and sent to other programs. corpus/README.md describes it, corpus/*.schema.json define it.
//
// Reading is strict: what is not in the form is malformed, and the error says where. Positions,
// sizes and keys are decimal strings, since 2^64−1 does not survive a double.
#pragma once

#include <cstddef>
#include <expected>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "properties/kit/case.hpp"
#include "properties/kit/decimal.hpp"
#include "properties/kit/trace.hpp"
#include "reference/plan.hpp"

namespace clockwise {

// Why a text is not what it should be, and where.
struct Malformed {
  std::string path;                 // JSON pointer to the culprit ("/tokens/0/at"); "" is the whole
  std::optional<std::size_t> byte;  // offset, 0 for the first, where the text is not JSON at all
  std::string expected;             // what should have been there
  std::string found;                // and what was, shortened

  // One line: "at /tokens/0/at: expected …, found …".
  std::string message() const;
};

template <class T>
using Read = std::expected<T, Malformed>;

// A committed case with its right answer.
struct Vector {
  std::string rule;                 // the slug of the rule it shows
  std::string about;                // one sentence for people
  std::vector<std::string> source;  // where it comes from; may be empty
  Case asked;
  Trace trace;  // the right answers

  // Optional: the positions that each node owns, in each state. A node without any may be left out.
  using Loads = std::map<std::string, Count>;
  std::vector<Loads> loads;
  // Optional: for each step, the keys whose owner it changes, ascending, each position once.
  std::vector<std::vector<Position>> moved;
  // Optional: for each step, its plan (reference/plan.hpp).
  std::vector<Moves> plans;
  // Optional: for each step and key, whether a read at the key's owner finds straight afterwards
  // what was written before the step, nothing having been copied (`handover`).
  std::vector<std::vector<bool>> reads;
};

Read<Case> read_case(std::string_view text);
Read<Vector> read_vector(std::string_view text);
// A vector, or a bare case (a regression, a ring file): then only `asked` is filled in, and the
// trace has no states.
Read<Vector> read_vector_or_case(std::string_view text);
// The answers to this case. Names that the case does not know become strangers.
Read<Trace> read_trace(std::string_view text, const Case& c);

// A case, and the answers to it, as the tree of the JSON that is written below. What is not UTF-8
// in a text is replaced by U+FFFD where the tree is written.
nlohmann::ordered_json json_of(const Case& c);
nlohmann::ordered_json json_of(const Case& c, const Trace& trace);

// A tree on one line, with a blank behind each comma and colon; and a text as a JSON string,
// quotation marks included.
std::string one_line(const nlohmann::ordered_json& json);
std::string json_string(std::string_view text);
std::string json_string(Count number);

// One line, without a line break at its end. Members that are at their default are left out, so
// that read ∘ write is the identity up to the numbering of nodes and tokens, and write ∘ read is
// the identity on what write printed.
std::string write_case(const Case& c);
std::string write_trace(const Case& c, const Trace& trace);

// The same on several lines, for people: one member of a case a line, one step a line.
std::string write_case_pretty(const Case& c);

// One line with every member but the name: ids, steps and keys, too, where they are at their
// default. So it is sent to other programs, which need know no default then.
std::string write_case_in_full(const Case& c);

// The name of a NodeId in a trace for this case, strangers included.
std::string node_name(const Case& c, const Trace& trace, NodeId node);

}  // namespace clockwise
