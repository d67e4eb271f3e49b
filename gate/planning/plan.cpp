// What a change moves, before it moves it.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "gate/base/files.hpp"
#include "gate/base/usage_error.hpp"
#include "gate/base/verb.hpp"
#include "gate/base/words.hpp"
#include "gate/planning/change.hpp"
#include "gate/planning/change_report.hpp"
#include "gate/planning/keys/key_file.hpp"
#include "gate/planning/rings.hpp"
#include "gate/report/picture_of.hpp"
#include "properties/kit/decimal.hpp"

namespace clockwise::gate {
namespace {

struct Arguments {
  std::string ring;
  std::vector<std::string> joins;
  std::vector<std::string> leaves;
  std::string to;
  std::string keys;
  std::string svg;
  std::string format;
  bool full = false;
};

// A map of all positions is for rings that one can look at.
constexpr Count kMostInFull = 4096;

void check(const Arguments& arguments) {
  const bool steps = !arguments.joins.empty() || !arguments.leaves.empty();
  if (steps == !arguments.to.empty()) {
    throw UsageError("expected a change: --join NODE@POSITION, --leave NODE or both, or --to RING");
  }
  if (arguments.full && arguments.format == "text") {
    throw UsageError("--full: expected --format json, found --format text");
  }
}

SortedRing read_target(const Arguments& arguments, const NamedRing& before, Book& book) {
  NamedRing after = read_ring(arguments.to, book);
  if (after.size != before.size) {
    throw UsageError(
        fmt::format("{}: at /size: expected {} as in {}, found {}: where the ring size changes, "
                    "positions do not "
                    "correspond, and the two placements cannot be compared",
                    input_name(arguments.to), to_decimal(before.size.positions()),
                    input_name(arguments.ring), to_decimal(after.size.positions())));
  }
  return std::move(after.ring);
}

SortedRing take_steps(const Arguments& arguments, const NamedRing& before, Book& book) {
  SortedRing ring = before.ring;
  if (!arguments.joins.empty()) {
    const auto joined = ring.join(parse_tokens("--join", arguments.joins, book));
    if (!joined) refuse(fmt::format("--join {}", visible(arguments.joins.front())), joined.error());
  }
  for (const std::string& node : arguments.leaves) {
    const auto left = ring.leave(NodeId{book.nodes.find(node)});
    if (!left) refuse(fmt::format("--leave {}", visible(node)), left.error());
  }
  return ring;
}

void read_keys(const Arguments& arguments, Change& change, MovingKeys& moving) {
  bool has_bytes = false;
  bool has_requests = false;
  Progress progress;
  for_each_key(arguments.keys, change.size, progress, [&](const Key& key) {
    const NodeId giver = *change.before.owner(key.at);
    const NodeId taker = *change.after.owner(key.at);
    has_bytes |= key.bytes.has_value();
    has_requests |= key.requests.has_value();
    change.count(Unit::bytes, giver, taker, key.bytes.value_or(0));
    change.count(Unit::requests, giver, taker, key.requests.value_or(0));
    if (change.count(Unit::keys, giver, taker, 1)) moving.add(change, key, giver, taker);
  });
  change.units.push_back(Unit::keys);
  if (has_bytes) change.units.push_back(Unit::bytes);
  if (has_requests) change.units.push_back(Unit::requests);
}

// The ring after a change, with what moved.
Picture picture_after(const Change& change) {
  Picture picture = picture_of(change.size, change.nodes, change.after);
  picture.title = fmt::format("{} of {} positions move", to_decimal(change.moved[Unit::positions]),
                              to_decimal(change.size.positions()));
  picture.moves = change.moves;
  return picture;
}

int run(const Arguments& arguments) {
  check(arguments);
  const bool as_json = arguments.full || arguments.format == "json";
  Book book;
  NamedRing before = read_ring(arguments.ring, book);
  if (arguments.full && before.size.positions() > kMostInFull) {
    throw UsageError(fmt::format("--full: expected a ring of at most {} positions, found {}",
                                 to_decimal(kMostInFull), to_decimal(before.size.positions())));
  }
  SortedRing after = arguments.to.empty() ? take_steps(arguments, before, book)
                                          : read_target(arguments, before, book);
  Change change = compare(before.size, book.nodes.all(), std::move(before.ring), std::move(after));
  std::optional<OutputFile> svg;
  if (!arguments.svg.empty()) svg.emplace(arguments.svg);
  std::optional<MovingKeys> keys;
  if (!arguments.keys.empty()) read_keys(arguments, change, keys.emplace(as_json));
  if (svg) svg->commit(to_svg(picture_after(change)));
  if (as_json) {
    print_json(change, keys ? &*keys : nullptr, arguments.full);
  } else {
    print_text(change, keys ? &*keys : nullptr);
  }
  return 0;
}

std::function<int()> set_up(Declare declare) {
  auto arguments = std::make_shared<Arguments>();
  declare.required("ring", arguments->ring,
                   "the ring as it is: a file with a case without steps and keys; - is standard "
                   "input");
  declare.several(
      "--join", arguments->joins,
      "NODE@POSITION or NODE@POSITION,POSITION…: tokens that join; may be given several "
      "times, and all of them join at once");
  declare.several("--leave", arguments->leaves,
                  "a node that leaves, after the join if there is one; may be given several times");
  declare.one("--to", arguments->to, "in their place: a file with the ring as it is to be");
  declare.one(
      "--keys", arguments->keys,
      "a file of keys, to list those that move: JSON lines {\"key\": \"k1\", \"at\": \"0\"}, "
      "with \"bytes\" and \"requests\" optional, or CSV with these columns");
  declare.one("--svg", arguments->svg,
              "draw the ring after the change, and what moved, to this file");
  declare.flag("--full", arguments->full,
               "the owner of every position before and after, as JSON; up to 4096 positions");
  declare.one_of("--format", arguments->format, {"text", "json"}, "text (default) or json");
  declare.footer(
      "An arc (from, to] begins after `from` and ends with `to`, walking up and past the last\n"
      "position to 0.\n"
      "Example: clockwise plan ring.json --join E@12 --keys keys.jsonl");
  return [arguments] { return run(*arguments); };
}

}  // namespace

extern const Verb plan_verb;
const Verb plan_verb{
    .slug = "plan",
    .about = "what a join, a leave or any other change moves: arcs, loads and keys",
    .set_up = set_up,
};

}  // namespace clockwise::gate
