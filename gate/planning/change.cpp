#include "gate/planning/change.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gate/base/words.hpp"
#include "properties/kit/decimal.hpp"

namespace clockwise::gate {
namespace {

std::size_t index(NodeId node) { return static_cast<std::size_t>(node); }

// For each node the number of its tokens: on both rings, on the old one alone, on the new one
// alone.
struct Tokens {
  std::size_t kept = 0;
  std::size_t gone = 0;
  std::size_t added = 0;
};

std::vector<Tokens> compare_tokens(std::span<const Token> before, std::span<const Token> after,
                                   std::size_t nodes) {
  std::vector<Tokens> tokens(nodes);
  std::size_t a = 0;
  std::size_t b = 0;
  while (a < before.size() || b < after.size()) {
    const bool has_old = a < before.size();
    const bool has_new = b < after.size();
    const bool takes_old = has_old && (!has_new || before[a].position <= after[b].position);
    const bool takes_new = has_new && (!has_old || after[b].position <= before[a].position);
    if (takes_old && takes_new && before[a].node == after[b].node) {
      ++tokens[index(before[a].node)].kept;
    } else {
      if (takes_old) ++tokens[index(before[a].node)].gone;
      if (takes_new) ++tokens[index(after[b].node)].added;
    }
    a += takes_old ? 1 : 0;
    b += takes_new ? 1 : 0;
  }
  return tokens;
}

void classify(Change& change, std::span<const Token> before, std::span<const Token> after) {
  const auto tokens = compare_tokens(before, after, change.nodes.size());
  change.staying.resize(change.nodes.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const NodeId node{static_cast<std::uint32_t>(i)};
    const auto [kept, gone, added] = tokens[i];
    const bool was = kept + gone > 0;
    const bool is = kept + added > 0;
    change.staying[i] = was && is;
    if (!was && is) change.joined.push_back(node);
    if (was && !is) change.left.push_back(node);
    if (was && is && added > 0) change.gaining.push_back(node);
    if (was && is && gone > 0) change.shorn.push_back(node);
  }
  const bool joins = !change.joined.empty() || !change.gaining.empty();
  const bool leaves = !change.left.empty();
  change.kind = !change.shorn.empty() ? ChangeKind::retokenization
                : joins && leaves     ? ChangeKind::join_and_leave
                : joins               ? ChangeKind::join
                : leaves              ? ChangeKind::leave
                                      : ChangeKind::nothing;
}

std::string list(const Change& change, const std::vector<NodeId>& nodes) {
  constexpr std::size_t kShown = 12;
  std::vector<std::string> names;
  for (const NodeId node : nodes) {
    if (names.size() == kShown) {
      names.push_back(fmt::format("{} more", nodes.size() - kShown));
      break;
    }
    names.push_back(visible(change.name(node)));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::string_view slug(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::nothing: return "nothing";
    case ChangeKind::join: return "join";
    case ChangeKind::leave: return "leave";
    case ChangeKind::join_and_leave: return "join-and-leave";
    case ChangeKind::retokenization: return "re-tokenization";
  }
  return "";
}

std::vector<std::size_t> token_counts(std::span<const Token> tokens, std::size_t nodes) {
  std::vector<std::size_t> counts(nodes);
  for (const Token& token : tokens) ++counts[index(token.node)];
  return counts;
}

bool Change::count(Unit unit, NodeId giver, NodeId taker, Count amount) {
  loads_before[index(giver)][unit] += amount;
  loads_after[index(taker)][unit] += amount;
  total[unit] += amount;
  if (giver == taker) return false;
  move(unit, giver, taker, amount);
  return true;
}

void Change::move(Unit unit, NodeId giver, NodeId taker, Count amount) {
  moved[unit] += amount;
  if (stays(giver) && stays(taker)) between_survivors[unit] += amount;
}

Change compare(RingSize size, std::vector<std::string> nodes, SortedRing before, SortedRing after) {
  Change change{.size = size,
                .nodes = std::move(nodes),
                .before = std::move(before),
                .after = std::move(after),
                .staying = {},
                .joined = {},
                .left = {},
                .gaining = {},
                .shorn = {},
                .moves = {},
                .loads_before = {},
                .loads_after = {},
                .total = {},
                .moved = {},
                .between_survivors = {}};
  const std::vector<Token> old_tokens = change.before.tokens();
  const std::vector<Token> new_tokens = change.after.tokens();
  classify(change, old_tokens, new_tokens);
  change.moves = plan(old_tokens, new_tokens);
  change.loads_before = loads_of(old_tokens, size, change.nodes.size());
  change.loads_after = loads_of(new_tokens, size, change.nodes.size());
  change.total[Unit::positions] = size.positions();
  for (const Move& move : change.moves) {
    change.move(Unit::positions, move.giver, move.taker, arc_size(size, move.from, move.to));
  }
  return change;
}

std::string describe(const Change& change) {
  std::vector<std::string> who;
  if (!change.joined.empty()) who.push_back(fmt::format("joining {}", list(change, change.joined)));
  if (!change.gaining.empty()) {
    who.push_back(fmt::format("gaining tokens {}", list(change, change.gaining)));
  }
  if (!change.left.empty()) who.push_back(fmt::format("leaving {}", list(change, change.left)));
  if (!change.shorn.empty()) {
    who.push_back(fmt::format("losing tokens {}", list(change, change.shorn)));
  }
  const std::string all = fmt::format("{}", fmt::join(who, "; "));
  switch (change.kind) {
    case ChangeKind::nothing: return "Nothing changes: the tokens are the same.";
    case ChangeKind::join:
      return fmt::format("A pure join: {}. Only the joining tokens take, each from one node.", all);
    case ChangeKind::leave:
      return fmt::format("A pure leave: {}. Only the leaving nodes give.", all);
    case ChangeKind::join_and_leave:
      return fmt::format(
          "A join and a leave: {}. What moves goes to a joining token or comes from a leaving "
          "node.",
          all);
    case ChangeKind::retokenization:
      return fmt::format(
          "A re-tokenization: {}. Tokens moved or vanished while their nodes stayed, so the "
          "promise of a join and of a leave does not apply. Moved between nodes that stay: {} of "
          "{}.",
          all, to_decimal(change.between_survivors[Unit::positions]),
          counted(change.moved[Unit::positions], "position"));
  }
  return "";
}

}  // namespace clockwise::gate
