// What each node carries, unit by unit.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>

#include "gate/base/files.hpp"
#include "gate/base/verb.hpp"
#include "gate/base/words.hpp"
#include "gate/planning/change.hpp"
#include "gate/planning/fraction.hpp"
#include "gate/planning/keys/key_file.hpp"
#include "gate/planning/rings.hpp"
#include "gate/report/picture_of.hpp"
#include "properties/kit/decimal.hpp"
#include "properties/kit/json.hpp"

namespace clockwise::gate {
namespace {

struct Arguments {
  std::string ring;
  std::string keys;
  std::string svg;
  std::string format = "text";
};

// The heaviest keys of a unit: which of them are too heavy is known only at the end.
class Heaviest {
 public:
  struct Item {
    Count amount = 0;
    std::string key;
    Position at = 0;
  };

  void see(const Key& key, std::uint64_t amount) {
    if (items_.size() == kMost && amount <= items_.back().amount) return;
    const auto place =
        std::ranges::find_if(items_, [&](const Item& i) { return i.amount < amount; });
    items_.insert(place, {amount, std::string(key.name), key.at});
    if (items_.size() > kMost) items_.pop_back();
  }
  const std::vector<Item>& items() const { return items_; }  // the heaviest first

 private:
  static constexpr std::size_t kMost = 10;
  std::vector<Item> items_;
};

// What there is to tell.
struct Measured {
  RingSize size;
  SortedRing ring;
  std::vector<std::string> nodes;
  std::vector<std::size_t> tokens;  // by NodeId, as all below
  std::vector<Load> loads;
  Load total;
  std::vector<Unit> units{Unit::positions};
  struct Hot {
    Unit unit;
    Heaviest::Item item;
    NodeId node;
  };
  std::vector<Hot> hot;
};

Measured measure(const Arguments& arguments) {
  Book book;
  const NamedRing ring = read_ring(arguments.ring, book);
  Measured measured{ring.size, ring.ring, book.nodes.all(), {}, {}, {}, {Unit::positions}, {}};
  const std::vector<Token> tokens = ring.ring.tokens();
  measured.loads = loads_of(tokens, ring.size, measured.nodes.size());
  measured.tokens = token_counts(tokens, measured.nodes.size());
  measured.total[Unit::positions] = ring.size.positions();
  if (arguments.keys.empty()) return measured;

  std::optional<Heaviest> heaviest[kUnits.size()];
  const auto add = [&](Unit unit, const Key& key, NodeId node, std::uint64_t amount) {
    measured.loads[static_cast<std::size_t>(node)][unit] += amount;
    measured.total[unit] += amount;
    if (unit == Unit::keys) return;  // each is one of its own
    auto& of_unit = heaviest[static_cast<std::size_t>(unit)];
    if (!of_unit) of_unit.emplace();
    of_unit->see(key, amount);
  };
  Progress progress;
  for_each_key(arguments.keys, ring.size, progress, [&](const Key& key) {
    const NodeId node = *ring.ring.owner(key.at);
    add(Unit::keys, key, node, 1);
    if (key.bytes) add(Unit::bytes, key, node, *key.bytes);
    if (key.requests) add(Unit::requests, key, node, *key.requests);
  });
  measured.units.push_back(Unit::keys);
  for (const Unit unit : {Unit::bytes, Unit::requests}) {
    const auto& of_unit = heaviest[static_cast<std::size_t>(unit)];
    if (!of_unit) continue;
    measured.units.push_back(unit);
    for (const Heaviest::Item& item : of_unit->items()) {
      if (item.amount * measured.nodes.size() <= measured.total[unit]) continue;
      measured.hot.push_back({unit, item, *ring.ring.owner(item.at)});
    }
  }
  return measured;
}

std::size_t largest(const Measured& measured, Unit unit) {
  std::size_t at = 0;
  for (std::size_t i = 1; i < measured.loads.size(); ++i) {
    if (measured.loads[i][unit] > measured.loads[at][unit]) at = i;
  }
  return at;
}

// The largest load over the mean load; of nothing, nothing.
std::string over_mean(const Measured& measured, Unit unit) {
  if (measured.total[unit] == 0) return "0";
  const Count most = measured.loads[largest(measured, unit)][unit] * measured.nodes.size();
  return to_decimals(reduced(most, measured.total[unit]), 3);
}

std::string to_text(const Measured& measured) {
  std::vector<Cells> rows{{"node", "tokens"}};
  Cells totals{"in all", std::to_string(std::accumulate(measured.tokens.begin(),
                                                        measured.tokens.end(), std::size_t{0}))};
  Cells ratios{"largest over mean", ""};
  for (const Unit unit : measured.units) {
    rows[0].emplace_back(slug(unit));
    rows[0].emplace_back("");
    totals.push_back(to_decimal(measured.total[unit]));
    totals.emplace_back("");
    ratios.push_back(over_mean(measured, unit));
    ratios.emplace_back("");
  }
  for (std::size_t i = 0; i < measured.nodes.size(); ++i) {
    Cells& row =
        rows.emplace_back(Cells{visible(measured.nodes[i]), std::to_string(measured.tokens[i])});
    for (const Unit unit : measured.units) {
      row.push_back(to_decimal(measured.loads[i][unit]));
      row.push_back(percent(measured.loads[i][unit], measured.total[unit]));
    }
  }
  rows.push_back(std::move(totals));
  rows.push_back(std::move(ratios));
  std::string text = aligned(rows, std::vector<bool>(rows[0].size(), true));
  for (const Measured::Hot& hot : measured.hot) {
    const std::string sentence = fmt::format(
        "The key {} at {} alone has {} of {} {}, more than a node's fair share ({} of them for "
        "each "
        "of {}). A key has one owner: more tokens will not split it.",
        visible(hot.item.key), hot.item.at, to_decimal(hot.item.amount),
        to_decimal(measured.total[hot.unit]), slug(hot.unit),
        to_decimals(reduced(measured.total[hot.unit], measured.nodes.size()), 2),
        counted(measured.nodes.size(), "node"));
    text += "\n" + paragraph("", sentence);
  }
  return text;
}

std::string to_json(const Measured& measured) {
  const auto load = [&](const auto& value_of) {
    std::vector<std::string> members;
    for (const Unit unit : measured.units) {
      members.push_back(fmt::format("\"{}\": \"{}\"", slug(unit), value_of(unit)));
    }
    return fmt::format("{{{}}}", fmt::join(members, ", "));
  };
  std::vector<std::string> nodes;
  for (std::size_t i = 0; i < measured.nodes.size(); ++i) {
    nodes.push_back(fmt::format(
        R"(    {{"node": {}, "tokens": "{}", "load": {}}})", json_string(measured.nodes[i]),
        measured.tokens[i], load([&](Unit unit) { return to_decimal(measured.loads[i][unit]); })));
  }
  std::vector<std::string> hot;
  for (const Measured::Hot& each : measured.hot) {
    hot.push_back(fmt::format(R"({{"key": {}, "at": "{}", "node": {}, "{}": "{}"}})",
                              json_string(each.item.key), each.item.at,
                              json_string(measured.nodes[static_cast<std::size_t>(each.node)]),
                              slug(each.unit), to_decimal(each.item.amount)));
  }
  return fmt::format(
      "{{\n  \"size\": \"{}\",\n  \"nodes\": [\n{}\n  ],\n  \"total\": {},\n"
      "  \"largest-over-mean\": {},\n  \"hot-keys\": [{}]\n}}\n",
      to_decimal(measured.size.positions()), fmt::join(nodes, ",\n"),
      load([&](Unit unit) { return to_decimal(measured.total[unit]); }),
      load([&](Unit unit) { return over_mean(measured, unit); }), fmt::join(hot, ", "));
}

int run(const Arguments& arguments) {
  std::optional<OutputFile> svg;
  if (!arguments.svg.empty()) svg.emplace(arguments.svg);
  const Measured measured = measure(arguments);
  if (svg) svg->commit(to_svg(picture_of(measured.size, measured.nodes, measured.ring)));
  fmt::print("{}", arguments.format == "json" ? to_json(measured) : to_text(measured));
  return 0;
}

std::function<int()> set_up(Declare declare) {
  auto arguments = std::make_shared<Arguments>();
  declare.required("ring", arguments->ring,
                   "a file with a case without steps and keys; - is standard input");
  declare.one("--keys", arguments->keys,
              "a file of keys: JSON lines {\"key\": \"k1\", \"at\": \"0\"}, with \"bytes\" and "
              "\"requests\" optional, or CSV with these columns");
  declare.one("--svg", arguments->svg, "draw the ring to this file");
  declare.one_of("--format", arguments->format, {"text", "json"}, "text (default) or json");
  declare.footer(
      "Positions, keys, bytes and requests are four loads, and none follows from another.\n"
      "Example: clockwise load ring.json --keys keys.csv");
  return [arguments] { return run(*arguments); };
}

}  // namespace

extern const Verb load_verb;
const Verb load_verb{
    .slug = "load",
    .about = "what each node carries: positions, keys, bytes and requests, and hot keys",
    .set_up = set_up,
};

}  // namespace clockwise::gate
