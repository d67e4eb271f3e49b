#include "gate/planning/change_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>

#include "gate/base/words.hpp"
#include "properties/kit/decimal.hpp"
#include "properties/kit/json.hpp"

namespace clockwise::gate {
namespace {

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

std::string arc_of(const Change& change, const Move& move) {
  if (move.from == move.to) return "the whole ring";
  const bool crosses = move.from > move.to && move.from != change.size.last();
  return fmt::format("({}, {}]{}", move.from, move.to, crosses ? ", across 0" : "");
}

// "4 of 32 positions, 1 of 6 keys", all of them of the total.
std::string amounts(const Change& change, const Load& part) {
  std::vector<std::string> all;
  for (const Unit unit : change.units) {
    all.push_back(fmt::format("{} of {} {}", to_decimal(part[unit]), to_decimal(change.total[unit]),
                              slug(unit)));
  }
  return fmt::format("{}", fmt::join(all, ", "));
}

void print_moves(const Change& change) {
  if (change.moves.empty()) {
    print("\nNo arc changes its owner.\n");
    return;
  }
  std::vector<Cells> rows{{"arc", "positions", "from", "to"}};
  for (const Move& move : change.moves) {
    rows.push_back({arc_of(change, move), to_decimal(arc_size(change.size, move.from, move.to)),
                    visible(change.name(move.giver)), visible(change.name(move.taker))});
  }
  print("\n" + aligned(rows, {false, true, false, false}));
}

void print_loads(const Change& change) {
  for (const Unit unit : change.units) {
    std::vector<Cells> rows{
        {"node", fmt::format("{} before", slug(unit)), "", "after", "", "change"}};
    for (std::size_t i = 0; i < change.nodes.size(); ++i) {
      const Count before = change.loads_before[i][unit];
      const Count after = change.loads_after[i][unit];
      const bool grows = after > before;
      const std::string sign = before == after ? "" : grows ? "+" : "-";
      rows.push_back({visible(change.nodes[i]), to_decimal(before),
                      percent(before, change.total[unit]), to_decimal(after),
                      percent(after, change.total[unit]),
                      sign + to_decimal(grows ? after - before : before - after)});
    }
    print("\n" + aligned(rows, {false, true, true, true, true, true}));
  }
}

// ---- JSON. -------------------------------------------------------------------------------------

std::string json_list(const std::vector<std::string>& elements) {
  if (elements.empty()) return "[]";
  return fmt::format("[\n    {}\n  ]", fmt::join(elements, ",\n    "));
}

std::string json_names(const Change& change, const std::vector<NodeId>& nodes) {
  std::vector<std::string> names;
  for (const NodeId node : nodes) names.push_back(json_string(change.name(node)));
  return fmt::format("[{}]", fmt::join(names, ", "));
}

std::string json_load(const Change& change, const Load& load) {
  std::vector<std::string> members;
  for (const Unit unit : change.units) {
    members.push_back(fmt::format("\"{}\": {}", slug(unit), json_string(load[unit])));
  }
  return fmt::format("{{{}}}", fmt::join(members, ", "));
}

void print_full(const Change& change) {
  std::vector<std::string> before;
  std::vector<std::string> after;
  std::vector<std::string> moved;
  for (Position p = 0;; ++p) {
    const NodeId giver = *change.before.owner(p);
    const NodeId taker = *change.after.owner(p);
    before.push_back(json_string(change.name(giver)));
    after.push_back(json_string(change.name(taker)));
    if (giver != taker) moved.push_back(fmt::format("\"{}\"", p));
    if (p == change.size.last()) break;
  }
  print(fmt::format(
      ",\n  \"full\": {{\n    \"before\": [{}],\n    \"after\": [{}],\n    \"moved\": [{}]\n  }}",
      fmt::join(before, ", "), fmt::join(after, ", "), fmt::join(moved, ", ")));
}

}  // namespace

void MovingKeys::add(const Change& change, const Key& key, NodeId giver, NodeId taker) {
  std::string line;
  if (as_json_) {
    line = fmt::format(R"({}    {{"key": {}, "at": "{}", "giver": {}, "taker": {})",
                       lines_.is_empty() ? "" : ",\n", json_string(key.name), key.at,
                       json_string(change.name(giver)), json_string(change.name(taker)));
    if (key.bytes) line += fmt::format(R"(, "bytes": "{}")", *key.bytes);
    if (key.requests) line += fmt::format(R"(, "requests": "{}")", *key.requests);
    line += "}";
  } else {
    line = fmt::format("{}  at {}  from {} to {}", visible(key.name), key.at,
                       visible(change.name(giver)), visible(change.name(taker)));
    if (key.bytes) line += fmt::format("  {}", counted(*key.bytes, "byte"));
    if (key.requests) line += fmt::format("  {}", counted(*key.requests, "request"));
    line += "\n";
  }
  lines_.add(line);
}

void print_text(const Change& change, const MovingKeys* keys) {
  print(paragraph("", describe(change)));
  print_moves(change);
  print_loads(change);
  if (keys != nullptr) {
    print(keys->lines().is_empty() ? "\nNo key moves.\n" : "\nkeys that move\n");
    keys->lines().print();
  }
  print(fmt::format("\nmoves: {}\n", amounts(change, change.moved)));
}

void print_json(const Change& change, const MovingKeys* keys, bool full) {
  std::vector<std::string> moves;
  for (const Move& move : change.moves) {
    moves.push_back(
        fmt::format(R"({{"from": "{}", "to": "{}", "size": {}, "giver": {}, "taker": {}}})",
                    move.from, move.to, json_string(arc_size(change.size, move.from, move.to)),
                    json_string(change.name(move.giver)), json_string(change.name(move.taker))));
  }
  std::vector<std::string> loads;
  for (std::size_t i = 0; i < change.nodes.size(); ++i) {
    loads.push_back(fmt::format(
        R"({{"node": {}, "before": {}, "after": {}}})", json_string(change.nodes[i]),
        json_load(change, change.loads_before[i]), json_load(change, change.loads_after[i])));
  }
  print(fmt::format("{{\n  \"size\": {},\n  \"change\": \"{}\",\n",
                    json_string(change.size.positions()), slug(change.kind)));
  print(fmt::format("  \"joined\": {},\n  \"left\": {},\n  \"gaining\": {},\n  \"losing\": {},\n",
                    json_names(change, change.joined), json_names(change, change.left),
                    json_names(change, change.gaining), json_names(change, change.shorn)));
  print(fmt::format("  \"moves\": {},\n  \"loads\": {},\n", json_list(moves), json_list(loads)));
  print(fmt::format("  \"total\": {},\n  \"moved\": {},\n  \"between-survivors\": {}",
                    json_load(change, change.total), json_load(change, change.moved),
                    json_load(change, change.between_survivors)));
  if (keys != nullptr) {
    print(",\n  \"keys\": [\n");
    keys->lines().print();
    print(keys->lines().is_empty() ? "  ]" : "\n  ]");
  }
  if (full) print_full(change);
  print("\n}\n");
}

}  // namespace clockwise::gate
