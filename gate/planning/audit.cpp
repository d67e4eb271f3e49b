// Two dumps of a system's keys: did only what had to move move?
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "gate/base/exit.hpp"
#include "gate/base/files.hpp"
#include "gate/base/progress.hpp"
#include "gate/base/usage_error.hpp"
#include "gate/base/verb.hpp"
#include "gate/base/words.hpp"
#include "gate/planning/keys/groups.hpp"
#include "gate/planning/keys/records.hpp"
#include "gate/planning/rings.hpp"
#include "properties/kit/decimal.hpp"
#include "properties/kit/json.hpp"

namespace clockwise::gate {
namespace {

struct Arguments {
  std::array<std::string, 2> dumps;  // before, after
  std::array<std::string, 2> rings;
  std::vector<std::string> changes;
  std::string format = "text";
};

// What a key may have done that no change asks for.
enum class Offence : std::uint8_t {
  vanished,
  strayed,
  left_behind,
  misplaced,
};
struct OffenceInfo {
  std::string_view slug;
  std::string_view about;
};
constexpr std::array<OffenceInfo, 4> kOffences{{
    {"vanished", "is in the first dump and not in the second"},
    {"strayed", "changed its node, though neither the new one joined nor the old one left"},
    {"left-behind", "is at a node that has left"},
    {"misplaced", "is not at the owner that the ring names"},
}};

struct Offender {
  std::uint64_t line = 0;  // in the second dump for `misplaced` there, else in the first
  std::string key;
  std::string was;  // "" where it was not there
  std::string is;
};

// The number of offenders of a kind, and the first few of them in the order of their lines.
class Offenders {
 public:
  void add(Offender offender) {
    ++count_;
    const auto place = std::ranges::upper_bound(first_, offender.line, {}, &Offender::line);
    if (first_.size() == kMost && place == first_.end()) return;
    first_.insert(place, std::move(offender));
    if (first_.size() > kMost) first_.pop_back();
  }
  std::uint64_t count() const { return count_; }
  const std::vector<Offender>& first() const { return first_; }

 private:
  static constexpr std::size_t kMost = 10;
  std::uint64_t count_ = 0;
  std::vector<Offender> first_;
};

class Audit {
 public:
  explicit Audit(const Arguments& arguments) : arguments_(arguments) {
    for (std::size_t side = 0; side < 2; ++side) {
      if (arguments.rings[side].empty()) continue;
      rings_[side] = read_ring(arguments.rings[side], book_);
      for (const NodeId node : rings_[side]->ring.nodes()) {
        mark(in_ring_[side], static_cast<std::uint32_t>(node));
      }
    }
    parse_changes();
  }

  void run() {
    for (std::uint8_t side = 0; side < 2; ++side) read(side);
    if (keys_[0] + keys_[1] == 0) {
      throw UsageError(fmt::format("{} and {}: expected keys, found none in either",
                                   input_name(arguments_.dumps[0]),
                                   input_name(arguments_.dumps[1])));
    }
    infer_changes();
    groups_.for_each(
        [&](std::string_view key, std::span<const Entry> entries) { judge(key, entries); },
        [&](double share) { progress_.show("comparing key by key", share); });
    progress_.clear();
    if (repeat_.line != 0) refuse(arguments_.dumps[repeat_side_], repeat_);
  }

  Exit exit() const {
    const bool clean = std::ranges::all_of(
        offenders_, [](const Offenders& of_kind) { return of_kind.count() == 0; });
    return clean ? Exit::conforms : Exit::violated;
  }

  std::string to_text() const;
  std::string to_json() const;

 private:
  static void mark(std::vector<bool>& set, std::uint32_t node) {
    if (set.size() <= node) set.resize(node + 1);
    set[node] = true;
  }
  static bool has(const std::vector<bool>& set, std::uint32_t node) {
    return node < set.size() && set[node];
  }

  void parse_changes();
  void infer_changes();
  void read(std::uint8_t side);
  void judge(std::string_view key, std::span<const Entry> entries);
  void judge_place(std::string_view key, const Entry& entry);
  std::vector<std::string> names(const std::vector<bool>& set) const;
  std::string conclusion() const;

  const Arguments& arguments_;
  Book book_;
  std::array<std::optional<NamedRing>, 2> rings_;
  std::array<std::vector<bool>, 2> in_ring_;  // by number of the node, as all below
  std::array<std::vector<bool>, 2> in_dump_;
  std::vector<bool> joined_;
  std::vector<bool> left_;
  Groups groups_;
  Progress progress_;

  std::array<std::uint64_t, 2> keys_{};
  std::uint64_t stayed_ = 0;
  std::uint64_t gained_ = 0;  // went to a node that joined
  std::uint64_t lost_ = 0;    // came from a node that left, and went to no newcomer
  std::uint64_t appeared_ = 0;
  std::array<Offenders, kOffences.size()> offenders_;
  Repeat repeat_;  // the first, those of the first dump coming first
  std::size_t repeat_side_ = 0;
};

void Audit::parse_changes() {
  for (const std::string& change : arguments_.changes) {
    const std::size_t colon = change.find(':');
    const std::string verb = change.substr(0, colon);
    const bool is_join = verb == "join";
    if (colon == std::string::npos || colon + 1 == change.size() || (!is_join && verb != "leave")) {
      throw UsageError(
          fmt::format("--change: expected join:NODE or leave:NODE, found \"{}\"", visible(change)));
    }
    mark(is_join ? joined_ : left_, book_.nodes.of(change.substr(colon + 1)));
  }
}

void Audit::infer_changes() {
  if (!arguments_.changes.empty()) return;
  const auto& before = rings_[0] ? in_ring_[0] : in_dump_[0];
  const auto& after = rings_[1] ? in_ring_[1] : in_dump_[1];
  for (std::uint32_t node = 0; node < book_.nodes.all().size(); ++node) {
    if (has(after, node) && !has(before, node)) mark(joined_, node);
    if (has(before, node) && !has(after, node)) mark(left_, node);
  }
}

void Audit::read(std::uint8_t side) {
  const std::string& path = arguments_.dumps[side];
  Records records(
      path, {{"key", Kind::text, true}, {"node", Kind::name, true}, {"at", Kind::position, false}});
  while (records.next()) {
    const auto& values = records.values();
    const Entry entry{.line = records.line(),
                      .at = values[2].number,
                      .node = book_.nodes.of(values[1].text),
                      .source = side,
                      .has_at = values[2].is_there};
    if (entry.has_at && rings_[side] && !rings_[side]->size.contains(entry.at)) {
      records.fail(fmt::format("a position below the ring size {}",
                               to_decimal(rings_[side]->size.positions())),
                   fmt::format("{}, which is refused as position-out-of-range", entry.at));
    }
    mark(in_dump_[side], entry.node);
    groups_.add(values[0].text, entry);
    ++keys_[side];
    if (records.line() % 4096 == 0) progress_.show(input_name(path), records.share());
  }
}

void Audit::judge(std::string_view key, std::span<const Entry> entries) {
  for (std::size_t i = 1; i < entries.size(); ++i) {
    const Entry& entry = entries[i];
    if (entry.source != entries[i - 1].source) continue;
    if (repeat_.line == 0 || std::pair<std::size_t, std::uint64_t>{entry.source, entry.line} <
                                 std::pair{repeat_side_, repeat_.line}) {
      repeat_ = {entry.line, entries[i - 1].line, std::string(key)};
      repeat_side_ = entry.source;
    }
    return;
  }
  for (const Entry& entry : entries) judge_place(key, entry);
  const Entry* before = entries[0].source == 0 ? &entries[0] : nullptr;
  const Entry* after = entries.back().source == 1 ? &entries.back() : nullptr;
  const auto name = [&](const Entry* entry) {
    return entry == nullptr ? std::string() : book_.nodes.all()[entry->node];
  };
  const auto offend = [&](Offence offence) {
    offenders_[static_cast<std::size_t>(offence)].add(
        {before == nullptr ? after->line : before->line, std::string(key), name(before),
         name(after)});
  };
  if (after == nullptr) return offend(Offence::vanished);
  if (has(left_, after->node)) return offend(Offence::left_behind);
  if (before == nullptr) {
    ++appeared_;
  } else if (before->node == after->node) {
    ++stayed_;
  } else if (has(joined_, after->node)) {
    ++gained_;
  } else if (has(left_, before->node)) {
    ++lost_;
  } else {
    offend(Offence::strayed);
  }
}

// Where there is a ring: that the node is a member, and the owner of the key's position if known.
void Audit::judge_place(std::string_view key, const Entry& entry) {
  const auto& ring = rings_[entry.source];
  if (!ring) return;
  const bool is_right = entry.has_at ? *ring->ring.owner(entry.at) == NodeId{entry.node}
                                     : has(in_ring_[entry.source], entry.node);
  if (is_right) return;
  const std::string node = book_.nodes.all()[entry.node];
  offenders_[static_cast<std::size_t>(Offence::misplaced)].add(
      {entry.line, std::string(key), entry.source == 0 ? node : "", entry.source == 1 ? node : ""});
}

std::vector<std::string> Audit::names(const std::vector<bool>& set) const {
  std::vector<std::string> all;
  for (std::uint32_t node = 0; node < set.size(); ++node) {
    if (set[node]) all.push_back(book_.nodes.all()[node]);
  }
  return all;
}

std::string Audit::conclusion() const {
  std::uint64_t count = 0;
  for (const Offenders& of_kind : offenders_) count += of_kind.count();
  const auto info = std::ranges::find(exit_infos(), exit(), &ExitInfo::code);
  return fmt::format("{}  (exit code {}: {})",
                     count == 0 ? "conforms: what moved had to"
                                : fmt::format("VIOLATED by {}", counted(count, "key")),
                     static_cast<int>(exit()), info->word);
}

std::string Audit::to_text() const {
  std::vector<std::string> changes;
  for (const std::string& node : names(joined_)) {
    changes.push_back(fmt::format("{} joins", visible(node)));
  }
  for (const std::string& node : names(left_)) {
    changes.push_back(fmt::format("{} leaves", visible(node)));
  }
  if (changes.empty()) changes.emplace_back("none");
  std::string text =
      paragraph(fmt::format("change ({}): ", arguments_.changes.empty() ? "inferred" : "given"),
                fmt::format("{}", fmt::join(changes, "; ")));
  const auto number = [](std::uint64_t count) { return std::to_string(count); };
  text += "\n" + aligned({{"keys before", number(keys_[0])},
                          {"keys after", number(keys_[1])},
                          {"stayed", number(stayed_)},
                          {"went to a node that joined", number(gained_)},
                          {"came from a node that left", number(lost_)},
                          {"appeared", number(appeared_)}},
                         {false, true});
  for (std::size_t i = 0; i < kOffences.size(); ++i) {
    const Offenders& of_kind = offenders_[i];
    if (of_kind.count() == 0) continue;
    text += fmt::format("\n{}: {} {}; the first:\n", kOffences[i].slug,
                        counted(of_kind.count(), "key"), kOffences[i].about);
    for (const Offender& offender : of_kind.first()) {
      const std::string& dump = arguments_.dumps[offender.was.empty() ? 1 : 0];
      text +=
          fmt::format("  {}  ({} line {})", visible(offender.key), input_name(dump), offender.line);
      if (!offender.was.empty()) text += fmt::format("  was at {}", visible(offender.was));
      if (!offender.is.empty()) text += fmt::format("  is at {}", visible(offender.is));
      text += "\n";
    }
  }
  return text + "\n" + conclusion() + "\n";
}

std::string Audit::to_json() const {
  const auto list = [&](const std::vector<bool>& set) {
    std::vector<std::string> quoted;
    for (const std::string& node : names(set)) quoted.push_back(json_string(node));
    return fmt::format("[{}]", fmt::join(quoted, ", "));
  };
  std::vector<std::string> offences;
  for (std::size_t i = 0; i < kOffences.size(); ++i) {
    std::vector<std::string> first;
    for (const Offender& offender : offenders_[i].first()) {
      const auto node = [](const std::string& name) {
        return name.empty() ? std::string("null") : json_string(name);
      };
      first.push_back(fmt::format(
          R"({{"key": {}, "file": {}, "line": {}, "before": {}, "after": {}}})",
          json_string(offender.key), json_string(arguments_.dumps[offender.was.empty() ? 1 : 0]),
          offender.line, node(offender.was), node(offender.is)));
    }
    offences.push_back(fmt::format("    \"{}\": {{\"keys\": {}, \"first\": [{}]}}",
                                   kOffences[i].slug, offenders_[i].count(),
                                   fmt::join(first, ", ")));
  }
  return fmt::format(
      "{{\n  \"change\": {{\"joined\": {}, \"left\": {}, \"inferred\": {}}},\n"
      "  \"keys\": {{\"before\": {}, \"after\": {}, \"stayed\": {}, \"to-joined\": {}, "
      "\"from-left\": {}, \"appeared\": {}}},\n  \"violations\": {{\n{}\n  }},\n"
      "  \"exit\": {},\n  \"conclusion\": {}\n}}\n",
      list(joined_), list(left_), arguments_.changes.empty(), keys_[0], keys_[1], stayed_, gained_,
      lost_, appeared_, fmt::join(offences, ",\n"), static_cast<int>(exit()),
      json_string(conclusion()));
}

int run(const Arguments& arguments) {
  if (arguments.dumps[0] == "-" && arguments.dumps[1] == "-") {
    throw UsageError("expected two dumps, found standard input twice");
  }
  Audit audit(arguments);
  audit.run();
  fmt::print("{}", arguments.format == "json" ? audit.to_json() : audit.to_text());
  return static_cast<int>(audit.exit());
}

std::function<int()> set_up(Declare declare) {
  auto arguments = std::make_shared<Arguments>();
  declare.required(
      "before", arguments->dumps[0],
      "the keys and their nodes before the change: JSON lines {\"key\": \"k1\", \"node\": "
      "\"A\"}, the position \"at\" optional, or CSV with these columns");
  declare.required("after", arguments->dumps[1], "the same after it");
  declare.several(
      "--change", arguments->changes,
      "join:NODE or leave:NODE, may be given several times; left out, it is inferred from "
      "the nodes before and after");
  declare.one("--before-ring", arguments->rings[0],
              "a ring file: each key before is at a member of it, and at its owner where \"at\" is "
              "known");
  declare.one("--after-ring", arguments->rings[1], "the same for the keys after");
  declare.one_of("--format", arguments->format, {"text", "json"}, "text (default) or json");
  declare.footer(
      "A key may change its node if the new one joined or the old one left, and in no other way. "
      "One\n"
      "that appears is counted and no violation.\n"
      "The dumps are read once. Their keys go into 256 parts by a hash, those of both dumps into "
      "the\n"
      "same part, and each part is compared in a hash table: time grows with the number of keys. "
      "Up\n"
      "to 256 MiB wait in memory, the rest in one temporary file in $TMPDIR.\n"
      "Exit codes: 0 what moved had to, 1 something else happened to a key, 2 unreadable input.\n"
      "Example: clockwise audit before.jsonl after.jsonl --change join:E");
  return [arguments] { return run(*arguments); };
}

}  // namespace

extern const Verb audit_verb;
const Verb audit_verb{
    .slug = "audit",
    .about = "two dumps of a real system: did only what had to move move?",
    .set_up = set_up,
};

}  // namespace clockwise::gate
