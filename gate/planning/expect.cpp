// What a change moves in the mean over random placements, beside what it moves on one ring.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "gate/base/usage_error.hpp"
#include "gate/base/verb.hpp"
#include "gate/base/words.hpp"
#include "gate/planning/change.hpp"
#include "gate/planning/fraction.hpp"
#include "gate/planning/rings.hpp"
#include "properties/kit/decimal.hpp"
#include "properties/kit/json.hpp"

namespace clockwise::gate {
namespace {

struct Arguments {
  std::string tokens;
  std::vector<std::string> joins;
  std::string keys;
  std::string ring;
  std::string format = "text";
};

// One node of the given ring, as it is once the tokens have joined where they are said to.
struct Node {
  std::string name;
  std::size_t tokens = 0;
  Count positions = 0;
};

struct Shares {
  Count tokens = 0;   // N, before
  Count joining = 0;  // J
  std::optional<Count> keys;
  std::optional<Count> size;   // of the given ring
  std::optional<Count> moved;  // the positions that move there
  std::vector<Node> nodes;

  Count all() const { return tokens + joining; }
  Fraction share() const { return reduced(joining, all()); }
  Fraction moved_keys() const { return reduced(*keys * joining, all()); }
  // What there is on the given ring: all tokens, once they have joined, or those that were there.
  Count here() const { return moved ? all() : tokens; }
};

Count whole_number(std::string_view option, const std::string& text, Count least) {
  const auto number = parse_position(text);
  if (!number || *number < least) {
    throw UsageError(fmt::format("{}: expected a whole number from {}, found \"{}\"", option,
                                 to_decimal(least), visible(text)));
  }
  return *number;
}

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

void look_at_ring(const Arguments& arguments, bool has_places, Shares& shares) {
  Book book;
  const NamedRing named = read_ring(arguments.ring, book);
  SortedRing ring = named.ring;
  if (!arguments.tokens.empty() && shares.tokens != named.ring.count()) {
    throw UsageError(fmt::format("--tokens: expected {}, as many as the ring has, found {}",
                                 named.ring.count(), to_decimal(shares.tokens)));
  }
  shares.tokens = named.ring.count();
  shares.size = named.size.positions();
  if (has_places) {
    const std::vector<Token> batch = parse_tokens("--join", arguments.joins, book);
    if (const auto joined = ring.join(batch); !joined) {
      refuse(fmt::format("--join {}", visible(arguments.joins.front())), joined.error());
    }
    shares.joining = batch.size();
    const Change change = compare(named.size, book.nodes.all(), named.ring, ring);
    shares.moved = change.moved[Unit::positions];
  }
  const std::vector<std::string>& names = book.nodes.all();
  const std::vector<Token> tokens = ring.tokens();
  const std::vector<Load> loads = loads_of(tokens, named.size, names.size());
  const std::vector<std::size_t> counts = token_counts(tokens, names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    shares.nodes.push_back({names[i], counts[i], loads[i][Unit::positions]});
  }
}

Shares reckon(const Arguments& arguments) {
  Shares shares;
  const bool is_count = arguments.joins.size() == 1 && is_number(arguments.joins.front());
  const bool has_places = !arguments.joins.empty() && !is_count;
  if (has_places && arguments.ring.empty()) {
    throw UsageError(
        fmt::format("--join: expected how many tokens join; or NODE@POSITION together with --ring, "
                    "found \"{}\"",
                    visible(arguments.joins.front())));
  }
  if (arguments.tokens.empty() && arguments.ring.empty()) {
    throw UsageError("expected --tokens N, or a ring that has them: --ring RING");
  }
  if (arguments.joins.empty() && arguments.ring.empty()) {
    throw UsageError("expected --join J, how many tokens join");
  }
  if (!arguments.tokens.empty()) shares.tokens = whole_number("--tokens", arguments.tokens, 1);
  if (is_count) shares.joining = whole_number("--join", arguments.joins.front(), 0);
  if (!arguments.keys.empty()) shares.keys = whole_number("--keys", arguments.keys, 0);
  if (!arguments.ring.empty()) look_at_ring(arguments, has_places, shares);
  return shares;
}

std::string averaged_over(const Shares& shares) {
  return fmt::format(
      "every placement of all {} tokens, the {} old ones included: which of the {} positions are "
      "the "
      "newcomers'",
      to_decimal(shares.all()), to_decimal(shares.tokens), to_decimal(shares.all()));
}

std::string to_text(const Shares& shares) {
  const auto both = [](Fraction fraction) {
    return fraction.denominator == 1
               ? to_text(fraction)
               : fmt::format("{} = {}", to_text(fraction), to_decimals(fraction));
  };
  std::vector<Cells> means{{"mean", "", "formula"}};
  means.push_back({"share that moves", both(shares.share()), "J/(N + J)"});
  if (shares.keys) {
    means.push_back({fmt::format("of {}", counted(static_cast<std::uint64_t>(*shares.keys), "key")),
                     both(shares.moved_keys()), "K·J/(N + J)"});
  }
  means.push_back(
      {"share of a node of v tokens", fmt::format("v/{}", to_decimal(shares.all())), "v/(N + J)"});
  std::string text = fmt::format("N = {}, J = {} joining\n\n{}\n", counted(shares.tokens, "token"),
                                 to_decimal(shares.joining), aligned(means));
  text += paragraph("averaged over  ", averaged_over(shares) + ".");
  text +=
      paragraph("",
                "Old tokens that stay where they are have another mean, and one ring has no mean "
                "at all: its share is what it is.");
  if (!shares.size) return text;

  std::vector<Cells> rows{{"node", "tokens", "in the mean", "", "on this ring", ""}};
  for (const Node& node : shares.nodes) {
    const Fraction mean = reduced(node.tokens, shares.here());
    rows.push_back({visible(node.name), std::to_string(node.tokens), to_text(mean),
                    to_decimals(mean),
                    fmt::format("{}/{}", to_decimal(node.positions), to_decimal(*shares.size)),
                    to_decimals(reduced(node.positions, *shares.size))});
  }
  text += "\n" + aligned(rows, {false, true, true, false, true, false});
  if (shares.moved) {
    text +=
        fmt::format("\nmoves on this ring: {}/{} of the positions; in the mean: {}\n",
                    to_decimal(*shares.moved), to_decimal(*shares.size), to_text(shares.share()));
  }
  return text;
}

std::string to_json(const Shares& shares) {
  std::string json = fmt::format(
      "{{\n  \"tokens\": \"{}\",\n  \"joining\": \"{}\",\n  \"mean\": {{\"share\": \"{}\"",
      to_decimal(shares.tokens), to_decimal(shares.joining), to_text(shares.share()));
  if (shares.keys) json += fmt::format(", \"keys\": \"{}\"", to_text(shares.moved_keys()));
  json += fmt::format("}},\n  \"averaged-over\": {}", json_string(averaged_over(shares)));
  if (shares.size) {
    std::vector<std::string> nodes;
    for (const Node& node : shares.nodes) {
      nodes.push_back(fmt::format(
          R"(    {{"node": {}, "tokens": "{}", "mean": "{}", "here": "{}/{}"}})",
          json_string(node.name), node.tokens, to_text(reduced(node.tokens, shares.here())),
          to_decimal(node.positions), to_decimal(*shares.size)));
    }
    json += fmt::format(",\n  \"nodes\": [\n{}\n  ]", fmt::join(nodes, ",\n"));
  }
  if (shares.moved) {
    json += fmt::format(",\n  \"moved-here\": \"{}/{}\"", to_decimal(*shares.moved),
                        to_decimal(*shares.size));
  }
  return json + "\n}\n";
}

int run(const Arguments& arguments) {
  const Shares shares = reckon(arguments);
  fmt::print("{}", arguments.format == "json" ? to_json(shares) : to_text(shares));
  return 0;
}

std::function<int()> set_up(Declare declare) {
  auto arguments = std::make_shared<Arguments>();
  declare.one("--tokens", arguments->tokens, "N: how many tokens there are before");
  declare.several("--join", arguments->joins,
                  "J: how many tokens join; with --ring also NODE@POSITION,POSITION…, as for plan");
  declare.one("--keys", arguments->keys, "K: how many keys there are");
  declare.one("--ring", arguments->ring, "a ring whose shares to show beside the means");
  declare.one_of("--format", arguments->format, {"text", "json"}, "text (default) or json");
  declare.footer(
      "Means are exact fractions, over random placements; no ring needs to have them.\n"
      "Examples:\n"
      "  clockwise expect --tokens 4 --join 1 --keys 32\n"
      "  clockwise expect --ring ring.json --join E@12");
  return [arguments] { return run(*arguments); };
}

}  // namespace

extern const Verb expect_verb;
const Verb expect_verb{
    .slug = "expect",
    .about = "what a join moves in the mean, exactly, and what that is the mean of",
    .set_up = set_up,
};

}  // namespace clockwise::gate
