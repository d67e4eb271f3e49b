// Who owns a key, and why, by the rules.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "gate/base/files.hpp"
#include "gate/base/usage_error.hpp"
#include "gate/base/verb.hpp"
#include "gate/base/words.hpp"
#include "gate/planning/rings.hpp"
#include "gate/report/picture_of.hpp"
#include "properties/kit/property.hpp"
#include "reference/naive_ring.hpp"

namespace clockwise::gate {
namespace {

struct Arguments {
  std::string ring;
  std::vector<std::string> keys;
  std::string replicas;
  std::string svg;
  std::string format = "text";
};

// What is to be told of one key.
struct Answered {
  Position key = 0;
  std::string owner;
  Position at = 0;           // of the owner's token
  Position predecessor = 0;  // the token owns (predecessor, at]
  bool is_lone = false;      // then it owns the whole ring
  Position distance = 0;
  std::vector<std::string> replicas;
};

Case read_ring(const Arguments& arguments) {
  Case c = read_ring_case(arguments.ring);
  if (!arguments.replicas.empty()) {
    c.replicas = parse_position(arguments.replicas);
    if (!c.replicas) {
      throw UsageError(
          fmt::format("--replicas: expected a whole number, found \"{}\"", arguments.replicas));
    }
  }
  return c;
}

Answered ask(const Case& c, const NaiveRing& ring, const std::string& argument) {
  const Position key =
      parse_position_argument(fmt::format("key \"{}\"", visible(argument)), argument);
  const auto owner = ring.owner(key);
  if (!owner) refuse(fmt::format("key {}", key), owner.error());
  const Token& token = token_over(ring.tokens(), key);
  Answered row;
  row.key = key;
  row.owner = node_name(c, *owner);
  row.at = token.position;
  row.predecessor = predecessor(ring.tokens(), token.position);
  row.is_lone = ring.tokens().size() == 1;
  row.distance = clockwise_distance(ring.size()->last(), key, token.position);
  if (c.replicas) {
    const auto nodes = replicas(ring, key, *c.replicas);
    if (!nodes) {
      refuse(fmt::format("{} of key {}", counted(*c.replicas, "replica"), key), nodes.error());
    }
    for (const NodeId node : *nodes) row.replicas.push_back(node_name(c, node));
  }
  return row;
}

std::string to_text(const Case& c, const std::vector<Answered>& rows) {
  std::vector<Cells> table{{"key", "owner", "token at", "arc", "distance"}};
  if (c.replicas) table[0].emplace_back("replicas");
  for (const Answered& row : rows) {
    table.push_back(
        {std::to_string(row.key), visible(row.owner), std::to_string(row.at),
         row.is_lone ? "the whole ring" : fmt::format("({}, {}]", row.predecessor, row.at),
         std::to_string(row.distance)});
    if (c.replicas) {
      table.back().push_back(visible(fmt::format("{}", fmt::join(row.replicas, ", "))));
    }
  }
  return aligned(table);
}

std::string to_json(const Case& c, const std::vector<Answered>& rows) {
  using Json = nlohmann::ordered_json;
  Json keys = Json::array();
  for (const Answered& row : rows) {
    Json key = {
        {"key", std::to_string(row.key)},
        {"owner", row.owner},
        {"at", std::to_string(row.at)},
        {"after", std::to_string(row.predecessor)},
        {"arc",
         to_decimal(row.is_lone ? c.start.size
                                : Count{clockwise_distance(static_cast<Position>(c.start.size - 1),
                                                           row.predecessor, row.at)})},
        {"distance", std::to_string(row.distance)}};
    if (c.replicas) key["replicas"] = row.replicas;
    keys.push_back(std::move(key));
  }
  return Json{{"size", to_decimal(c.start.size)}, {"keys", std::move(keys)}}.dump(2) + "\n";
}

int run(const Arguments& arguments) {
  const Case c = read_ring(arguments);
  NaiveRing ring;
  const auto size = RingSize::of(c.start.size);
  if (!size) refuse(input_name(arguments.ring), size.error());
  if (const auto built = ring.build(*size, c.start.tokens); !built) {
    refuse(input_name(arguments.ring), built.error());
  }
  std::optional<OutputFile> svg;
  if (!arguments.svg.empty()) svg.emplace(arguments.svg);
  std::vector<Answered> rows;
  for (const std::string& key : arguments.keys) rows.push_back(ask(c, ring, key));
  if (svg) {
    std::vector<Picture::Point> keys;
    for (const Answered& row : rows) {
      keys.push_back({row.key, fmt::format("{} → {}", row.key, row.owner)});
    }
    svg->commit(to_svg(picture_of(c, *size, ring.tokens(), {}, std::move(keys))));
  }
  fmt::print("{}", arguments.format == "json" ? to_json(c, rows) : to_text(c, rows));
  return 0;
}

std::function<int()> set_up(Declare declare) {
  auto arguments = std::make_shared<Arguments>();
  declare.required("ring", arguments->ring,
                   "a file with a case without steps and keys; - is standard input");
  declare.several("keys", arguments->keys, "positions in decimal");
  declare.one("--replicas", arguments->replicas, "how many replicas to list for each key");
  declare.one("--svg", arguments->svg, "draw the ring with the keys to this file");
  declare.one_of("--format", arguments->format, {"text", "json"}, "text (default) or json");
  declare.footer(
      "Example:\n"
      "  echo '{\"size\":\"32\",\"tokens\":[{\"node\":\"A\",\"at\":\"1\"},"
      "{\"node\":\"B\",\"at\":\"8\"}]}' | clockwise owner - 5 30");
  return [arguments] { return run(*arguments); };
}

}  // namespace

extern const Verb owner_verb;
const Verb owner_verb{
    .slug = "owner",
    .about = "who owns a key, by which token, on which arc, at what distance",
    .set_up = set_up,
};

}  // namespace clockwise::gate
