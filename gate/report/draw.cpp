#include "gate/report/draw.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

#include "gate/base/words.hpp"
#include "properties/kit/expected.hpp"
#include "properties/kit/json.hpp"
#include "reference/naive_ring.hpp"

namespace clockwise::gate {
namespace {

constexpr std::size_t kColumns = 92;
constexpr Count kStrip = 40;         // the largest ring that is drawn position by position
constexpr std::size_t kTokens = 12;  // how many tokens a list shows

std::string name_of(const Case& c, NodeId node) { return visible(node_name(c, node)); }

std::string list_tokens(const Case& c, const std::vector<Token>& tokens) {
  if (tokens.empty()) return "no tokens";
  std::vector<std::string> shown;
  for (const Token& token : tokens) {
    if (shown.size() == 2 * kTokens) {
      shown.push_back(fmt::format("and {} more", tokens.size() - shown.size()));
      break;
    }
    shown.push_back(fmt::format("{} at {}", name_of(c, token.node), token.position));
  }
  return fmt::format("{}", fmt::join(shown, ", "));
}

std::string list_nodes(const Case& c, const std::vector<Member>& nodes) {
  std::vector<std::string> shown;
  for (const Member& member : nodes) {
    if (shown.size() == kTokens) {
      shown.push_back(fmt::format("and {} more", nodes.size() - shown.size()));
      break;
    }
    shown.push_back(name_of(c, member.node) +
                    (member.weight == 1 ? "" : fmt::format(" (weight {})", member.weight)));
  }
  return fmt::format("{}", fmt::join(shown, ", "));
}

std::string describe(const Case& c, const Build& build) {
  if (c.level == Level::names) {
    return fmt::format("build {}: {}", counted(build.nodes.size(), "node"),
                       list_nodes(c, build.nodes));
  }
  return fmt::format("build {}: {}", counted(build.size, "position"), list_tokens(c, build.tokens));
}
std::string describe(const Case& c, const Join& join) {
  return fmt::format("join: {}", c.level == Level::names ? list_nodes(c, join.nodes)
                                                         : list_tokens(c, join.tokens));
}
std::string describe(const Case& c, const Leave& leave) {
  return fmt::format("leave: {}", name_of(c, leave.node));
}

std::string describe(const Case& c, const Weigh& weigh) {
  return fmt::format("weigh: {} (weight {})", name_of(c, weigh.node.node), weigh.node.weight);
}

void add(std::vector<std::string>& lines, std::string_view first, std::string_view text) {
  const auto more = wrapped(text, kColumns - width(first));
  for (std::size_t i = 0; i < more.size(); ++i) {
    lines.push_back((i == 0 ? std::string(first) : std::string(width(first), ' ')) + more[i]);
  }
}

// Every position of a small ring in a row, what sits there below it.
void add_strip(std::vector<std::string>& lines, const Case& c, const Members& members,
               std::optional<Position> key) {
  const Position last = members.size->last();
  std::size_t cell = width(std::to_string(last));
  for (const Token& token : members.tokens) {
    cell = std::max(cell, width(name_of(c, token.node)));
  }
  if ((cell + 1) * (static_cast<std::size_t>(last) + 1) + 10 > kColumns) return;

  std::string positions = "position ";
  std::string tokens = "token    ";
  std::string keys = "key      ";
  for (Position p = 0; p <= last; ++p) {
    const auto token = std::ranges::find(members.tokens, p, &Token::position);
    positions += " " + right(std::to_string(p), cell);
    tokens += " " + right(token == members.tokens.end() ? "·" : name_of(c, token->node), cell);
    keys += " " + right(key == p ? "▲" : "", cell);
  }
  lines.push_back(positions + "  → 0");
  lines.push_back(tokens);
  if (!key || *key > last) return;
  keys.erase(keys.find_last_not_of(' ') + 1);
  lines.push_back(keys);
}

// The tokens as one meets them, walking up from the key; with the replicas that they make, if the
// right answer lists any.
void add_distances(std::vector<std::string>& lines, const Case& c, const Members& members,
                   Position key, std::span<const NodeId> replicas) {
  const Position last = members.size->last();
  if (!members.size->contains(key)) {
    lines.push_back(fmt::format("key {} is past the ring, which ends at {}", key, last));
    return;
  }
  std::vector<Token> met = members.tokens;
  const auto distance = [&](const Token& token) {
    return clockwise_distance(last, key, token.position);
  };
  std::ranges::sort(met, {}, distance);
  const std::size_t shown = std::min(met.size(), kTokens);
  std::size_t digits = 0;
  std::size_t names = 0;
  for (std::size_t i = 0; i < shown; ++i) {
    digits = std::max(digits, std::to_string(distance(met[i])).size());
    names = std::max(names,
                     width(name_of(c, met[i].node)) + 4 + std::to_string(met[i].position).size());
  }
  lines.push_back(fmt::format("clockwise from key {}:", key));
  for (std::size_t i = 0; i < shown; ++i) {
    const Token& token = met[i];
    std::string line =
        fmt::format("  distance {}  {}", right(std::to_string(distance(token)), digits),
                    left(fmt::format("{} at {}", name_of(c, token.node), token.position), names));
    if (token.position < key) line += "  (past the end)";
    const auto is_same_node = [&](const Token& other) { return other.node == token.node; };
    const bool is_first = std::none_of(met.data(), met.data() + i, is_same_node);
    const auto replica = std::ranges::find(replicas, token.node);
    if (i == 0) line += "  ← the least: its owner";
    if (is_first && replica != replicas.end()) {
      line += fmt::format("{} replica {}", i == 0 ? "," : "  ←", replica - replicas.begin() + 1);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(std::move(line));
  }
  if (shown < met.size()) {
    lines.push_back(
        fmt::format("  and {}, farther away", counted(met.size() - shown, "more token")));
  }
}

}  // namespace

std::string describe_step(const Case& c, std::size_t state) {
  if (state == 0) return describe(c, c.start);
  return std::visit([&](const auto& step) { return describe(c, step); }, c.steps[state - 1]);
}

std::vector<std::string> draw(const Case& c, std::size_t state, std::optional<std::size_t> key,
                              const Conventions& conventions) {
  std::vector<std::string> lines;
  if (c.level == Level::names) {
    for (std::size_t i = 0; i < c.states(); ++i) {
      add(lines, c.steps.empty() ? "" : fmt::format("state {}  ", i), describe_step(c, i));
    }
    return lines;
  }
  const Expected expected = expect(c, {}, conventions);
  for (std::size_t i = 0; i <= state; ++i) {
    std::string text = describe_step(c, i);
    const Answer answer = expected.trace.states[i].step;
    if (answer.is_refusal()) text += fmt::format("  (refused as {})", slug(answer.refusal()));
    add(lines, state == 0 ? "" : fmt::format("state {}  ", i), text);
  }
  const Members& members = expected.members[state];
  if (!members.size) {
    lines.emplace_back("nothing is built");
    return lines;
  }
  std::optional<Position> at;
  if (key) at = c.keys[*key];
  std::vector<std::string> ring;
  if (members.size->positions() <= kStrip) add_strip(ring, c, members, at);
  if (at) {
    const State& right = expected.trace.states[state];
    add_distances(ring, c, members, *at, c.replicas ? right.list(*key) : std::span<const NodeId>());
  }
  // After the build alone the tokens have been told already.
  if (ring.empty() && state > 0) add(ring, "on the ring: ", list_tokens(c, members.tokens));
  if (!ring.empty()) lines.emplace_back();
  lines.insert(lines.end(), ring.begin(), ring.end());
  return lines;
}

}  // namespace clockwise::gate
