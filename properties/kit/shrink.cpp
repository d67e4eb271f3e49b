#include "properties/kit/shrink.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace clockwise {
namespace {

std::size_t batches(const Case& c) {
  std::size_t count = 0;
  for_each_batch(c, [&](const std::vector<Token>&) { ++count; });
  return count;
}

// What `of` gives of the arrival of this number.
template <class Of>
auto& arrival(Case& c, std::size_t number, Of of) {
  std::remove_reference_t<decltype(of(c.start))>* found = nullptr;
  for_each_arrival(c, [&](auto& each) {
    if (number-- == 0) found = &of(each);
  });
  return *found;
}
constexpr auto tokens_of = [](auto& arrival) -> std::vector<Token>& { return arrival.tokens; };
constexpr auto nodes_of = [](auto& arrival) -> std::vector<Member>& { return arrival.nodes; };

// Every position in the case, and every ring size.
template <class Visit>
void for_each_position(Case& c, Visit visit) {
  for_each_batch(c, [&](std::vector<Token>& tokens) {
    for (Token& token : tokens) visit(token.position);
  });
  for (Position& key : c.keys) visit(key);
}

template <class Visit>
void for_each_size(Case& c, Visit visit) {
  visit(c.start.size);
  for (Step& step : c.steps) {
    if (auto* build = std::get_if<Build>(&step)) visit(build->size);
  }
}

std::vector<Position> distinct_positions(Case c) {
  std::vector<Position> all;
  for_each_position(c, [&](Position p) { all.push_back(p); });
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  return all;
}

Case with_sizes(Case c, Count size) {
  for_each_size(c, [&](Count& each) { each = size; });
  return c;
}

Case with_position(Case c, Position from, Position to) {
  for_each_position(c, [&](Position& p) {
    if (p == from) p = to;
  });
  return c;
}

// Whether a case of names lost what makes it one: its answers would be wrong for another reason.
bool is_hollow(const Case& c) {
  if (c.level != Level::names) return false;
  bool is_empty = c.keys.empty();
  for_each_arrival(c, [&](const auto& arrival) { is_empty |= arrival.nodes.empty(); });
  return is_empty;
}

// How large a case is: what matters most comes first. A candidate must weigh less, so that
// shrinking comes to an end.
auto weight(Case c) {
  std::size_t tokens = 0;
  Count numbers = 0;
  Count largest = 0;
  std::vector<Position> order;  // of cases that are alike so far, the one with its tokens in order
  for_each_arrival(c, [&](const auto& arrival) {
    tokens += arrival.tokens.size() + arrival.nodes.size();
    for (const Token& token : arrival.tokens) {
      const auto node = static_cast<std::uint32_t>(token.node);
      const auto id = static_cast<std::uint32_t>(token.id);
      numbers += Count{node} + id;
      order.insert(order.end(), {token.position, node, id});
    }
    for (const Member& member : arrival.nodes) {
      numbers += static_cast<Count>(member.node) + member.weight;
    }
  });
  for (const Step& step : c.steps) {
    if (const auto* leave = std::get_if<Leave>(&step)) numbers += static_cast<Count>(leave->node);
    if (const auto* weigh = std::get_if<Weigh>(&step)) numbers += weigh->node.weight;
  }
  for_each_position(c, [&](Position p) { numbers += p; });
  for_each_size(c, [&](Count size) { largest = std::max(largest, size); });
  const Count replicas = c.replicas ? Count{*c.replicas} + 1 : 0;
  const std::size_t names =
      c.name.size() + c.node_names.size() + c.token_names.size() + c.key_names.size();
  return std::tuple(c.steps.size(), tokens, c.keys.size(), replicas, largest, numbers, names,
                    std::move(order));
}

// A case that shrinks: it is replaced by every lighter candidate that still fails, while tries
// last.
class Shrinker {
 public:
  Shrinker(Case start, const StillFails& still_fails, int tries)
      : smallest_(std::move(start)), still_fails_(still_fails), tries_(tries) {}

  const Case& smallest() const { return smallest_; }

  // Takes the candidate in place of the smallest case if it is lighter and still fails.
  bool take(Case candidate) {
    if (tries_ <= 0 || is_hollow(candidate) || weight(candidate) >= weight(smallest_)) return false;
    --tries_;
    if (!still_fails_(candidate)) return false;
    smallest_ = std::move(candidate);
    return true;
  }

  // Takes out of a list, `of` being where it is in a case, as many elements as will go: all of them
  // first, then runs of half its length, of a quarter, down to single elements, from the back.
  template <class Of>
  bool thin(Of of) {
    bool shrunk = false;
    for (std::size_t run = of(smallest_).size(); run > 0; run /= 2) {
      for (std::size_t end = of(smallest_).size(); end >= run && end > 0;) {
        Case candidate = smallest_;
        auto& list = of(candidate);
        const auto first = list.begin() + static_cast<std::ptrdiff_t>(end - run);
        list.erase(first, first + static_cast<std::ptrdiff_t>(run));
        shrunk |= take(std::move(candidate));
        end = std::min(end - run, of(smallest_).size());
      }
    }
    return shrunk;
  }

 private:
  Case smallest_;
  const StillFails& still_fails_;
  int tries_;
};

// Numbers things in the order in which they occur.
template <class Id>
class Numbers {
 public:
  void renumber(Id& id) {
    const auto next = Id{static_cast<std::uint32_t>(numbers_.size())};
    const auto [entry, is_new] = numbers_.try_emplace(id, next);
    if (is_new) order_.push_back(id);
    id = entry->second;
  }
  // The names of what occurs, each under its new number.
  std::vector<std::string> kept(const std::vector<std::string>& names) const {
    std::vector<std::string> kept;
    for (const Id id : order_) kept.push_back(names[static_cast<std::size_t>(id)]);
    return kept;
  }

 private:
  std::map<Id, Id> numbers_;
  std::vector<Id> order_;
};

// Nodes, tokens and keys of names numbered in the order in which they occur; without names, where
// these mean nothing.
Case renumbered(Case c) {
  Numbers<NodeId> nodes;
  Numbers<TokenId> ids;
  Numbers<Position> keys;
  const auto renumber = [&](auto& arrival) {
    for (Token& token : arrival.tokens) {
      nodes.renumber(token.node);
      ids.renumber(token.id);
    }
    for (Member& member : arrival.nodes) nodes.renumber(member.node);
  };
  renumber(c.start);
  for (Step& step : c.steps) {
    if (auto* build = std::get_if<Build>(&step)) renumber(*build);
    if (auto* join = std::get_if<Join>(&step)) renumber(*join);
    if (auto* leave = std::get_if<Leave>(&step)) nodes.renumber(leave->node);
    if (auto* weigh = std::get_if<Weigh>(&step)) nodes.renumber(weigh->node.node);
  }
  c.name.clear();
  if (c.level == Level::positions) {
    c.node_names.clear();
    c.token_names.clear();
    return c;
  }
  for (Position& key : c.keys) keys.renumber(key);
  c.node_names = nodes.kept(c.node_names);
  c.key_names = keys.kept(c.key_names);
  return c;
}

bool fewer_parts(Shrinker& s) {
  bool shrunk = s.thin([](Case& c) -> auto& { return c.steps; });
  shrunk |= s.thin([](Case& c) -> auto& { return c.keys; });
  for (std::size_t b = 0; b < batches(s.smallest()); ++b) {
    shrunk |= s.thin([b](Case& c) -> auto& { return arrival(c, b, tokens_of); });
    shrunk |= s.thin([b](Case& c) -> auto& { return arrival(c, b, nodes_of); });
  }
  return shrunk;
}

void erase_node(auto& arrival, NodeId node) {
  std::erase_if(arrival.tokens, [&](const Token& token) { return token.node == node; });
  std::erase_if(arrival.nodes, [&](const Member& member) { return member.node == node; });
}

// The first step carried out beforehand: the ring is built as it would be after it.
bool shorter_history(Shrinker& s) {
  bool shrunk = false;
  while (!s.smallest().steps.empty()) {
    Case shorter = s.smallest();
    const Step first = shorter.steps.front();
    shorter.steps.erase(shorter.steps.begin());
    auto& [size, tokens, nodes] = shorter.start;
    if (const auto* build = std::get_if<Build>(&first)) {
      shorter.start = *build;
    } else if (const auto* join = std::get_if<Join>(&first)) {
      tokens.insert(tokens.end(), join->tokens.begin(), join->tokens.end());
      nodes.insert(nodes.end(), join->nodes.begin(), join->nodes.end());
    } else if (const auto* leave = std::get_if<Leave>(&first)) {
      erase_node(shorter.start, leave->node);
    } else if (const auto* weigh = std::get_if<Weigh>(&first)) {
      const auto known = std::ranges::find(nodes, weigh->node.node, &Member::node);
      if (known != nodes.end()) *known = weigh->node;
    }
    if (!s.take(std::move(shorter))) break;
    shrunk = true;
  }
  return shrunk;
}

bool fewer_replicas(Shrinker& s) {
  const auto now = s.smallest().replicas;
  if (!now) return false;
  Case without = s.smallest();
  without.replicas.reset();
  if (s.take(std::move(without))) return true;
  for (std::uint64_t count = 0; count < std::min<std::uint64_t>(*now, 8); ++count) {
    Case fewer = s.smallest();
    fewer.replicas = count;
    if (s.take(std::move(fewer))) return true;
  }
  return false;
}

// One node fewer, and one replica: where all nodes are listed, neither goes without the other.
bool fewer_of_both(Shrinker& s) {
  if (s.smallest().replicas.value_or(0) == 0) return false;
  bool shrunk = false;
  for (std::uint32_t number = next_node(s.smallest()); number-- > 0;) {
    const NodeId node{number};
    Case smaller = s.smallest();
    if (*smaller.replicas == 0) break;
    --*smaller.replicas;
    for_each_arrival(smaller, [&](auto& arrival) { erase_node(arrival, node); });
    std::erase_if(smaller.steps, [&](const Step& step) {
      const auto* leave = std::get_if<Leave>(&step);
      return leave != nullptr && leave->node == node;
    });
    shrunk |= s.take(std::move(smaller));
  }
  return shrunk;
}

// The tokens of each batch by position, and all numbered as they come then.
bool tidy(Shrinker& s) {
  Case ordered = s.smallest();
  for_each_batch(ordered, [](std::vector<Token>& batch) {
    std::ranges::sort(batch, {}, [](const Token& token) {
      return std::tuple(token.position, token.node, token.id);
    });
  });
  if (s.take(renumbered(ordered))) return true;
  return s.take(renumbered(s.smallest()));
}

bool lighter_nodes(Shrinker& s) {
  Case light = s.smallest();
  for_each_arrival(light, [](auto& arrival) {
    for (Member& member : arrival.nodes) member.weight = 1;
  });
  return s.take(std::move(light));
}

// One node in place of another, for every pair.
bool fewer_nodes(Shrinker& s) {
  bool shrunk = false;
  for (std::uint32_t from = next_node(s.smallest()); from-- > 1;) {
    for (std::uint32_t to = 0; to < from; ++to) {
      Case merged = s.smallest();
      for_each_batch(merged, [&](std::vector<Token>& tokens) {
        for (Token& token : tokens) {
          if (token.node == NodeId{from}) token.node = NodeId{to};
        }
      });
      for (Step& step : merged.steps) {
        auto* leave = std::get_if<Leave>(&step);
        if (leave != nullptr && leave->node == NodeId{from}) leave->node = NodeId{to};
      }
      if (s.take(std::move(merged))) {
        shrunk = true;
        break;
      }
    }
  }
  return shrunk;
}

// All positions as close to one another as their order allows, on the smallest ring that has room.
bool pack(Shrinker& s) {
  const std::vector<Position> all = distinct_positions(s.smallest());
  Case packed = s.smallest();
  for_each_position(packed, [&](Position& p) {
    p = static_cast<Position>(std::ranges::lower_bound(all, p) - all.begin());
  });
  const Count room = std::max<Count>(2, all.size());
  if (s.take(with_sizes(packed, room))) return true;
  if (s.take(with_sizes(packed, room + 1))) return true;
  return s.take(std::move(packed));
}

bool smaller_positions(Shrinker& s) {
  bool shrunk = false;
  std::optional<Position> below;
  for (Position p : distinct_positions(s.smallest())) {
    // Onto the next lower one, right behind it, half-way down, one down: the first that fails is
    // taken, and the last of them again for as long as it does.
    const Position floor = below.value_or(0);
    while (p > floor) {
      const Position candidates[] = {floor, below ? floor + 1 : floor, floor + (p - floor) / 2,
                                     p - 1};
      const auto* next = std::ranges::find_if(candidates, [&](Position candidate) {
        return candidate < p && s.take(with_position(s.smallest(), p, candidate));
      });
      if (next == std::end(candidates)) break;
      p = *next;
      shrunk = true;
    }
    below = p;
  }
  return shrunk;
}

bool smaller_rings(Shrinker& s) {
  Count largest = 0;
  Case c = s.smallest();
  for_each_size(c, [&](Count size) { largest = std::max(largest, size); });
  const auto all = distinct_positions(c);
  const Count room = all.empty() ? 2 : Count{all.back()} + 1;
  for (const Count size : {Count{2}, room, room + 1, largest / 2, largest - 1}) {
    if (size >= 2 && size < largest && s.take(with_sizes(c, size))) return true;
  }
  return false;
}

}  // namespace

Case shrink(Case c, const StillFails& still_fails, int tries) {
  Shrinker s(std::move(c), still_fails, tries);
  const bool has_positions = s.smallest().level == Level::positions;
  bool shrunk = true;
  while (shrunk) {
    shrunk = fewer_parts(s);
    shrunk |= shorter_history(s);
    shrunk |= fewer_replicas(s);
    shrunk |= fewer_of_both(s);
    shrunk |= lighter_nodes(s);
    shrunk |= tidy(s);
    if (!has_positions) continue;
    shrunk |= fewer_nodes(s);
    shrunk |= pack(s);
    shrunk |= smaller_rings(s);
    shrunk |= smaller_positions(s);
  }
  return s.smallest();
}

}  // namespace clockwise
