#include "gate/protocol/discover.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

#include "properties/kit/json.hpp"

namespace clockwise::gate {
namespace {

constexpr Position kSize = 64;  // of the rings that are asked about, where sizes are given

NodeId node(std::uint32_t i) { return NodeId{i}; }

// A ring of the first `count` of four nodes.
Case ring_of(std::uint32_t count) {
  Case c;
  c.level = Level::names;
  c.node_names = {"node1", "node2", "node3", "node4"};
  for (std::uint32_t i = 0; i < count; ++i) c.start.nodes.push_back({node(i), 1});
  for (Position i = 0; i < 400; ++i) {
    c.keys.push_back(i);
    c.key_names.push_back(fmt::format("key{}", i));
  }
  return c;
}

// The same with positions: three tokens a node, and every position a key.
Case with_positions(Case c) {
  std::uint32_t id = 0;
  for_each_arrival(c, [&](auto& arrival) {
    for (const Member& member : arrival.nodes) {
      const Position offset = 5 * static_cast<Position>(member.node);
      for (const Position at : {Position{2}, Position{23}, Position{44}}) {
        arrival.tokens.push_back({TokenId{id++}, at + offset, member.node});
      }
    }
    arrival.nodes.clear();
  });
  c.level = Level::positions;
  c.start.size = kSize;
  c.key_names.clear();
  c.keys.clear();
  for (Position key = 0; key < kSize; ++key) c.keys.push_back(key);
  return c;
}

class Discovery {
 public:
  explicit Discovery(Adapter& adapter) : adapter_(adapter) {}

  std::vector<Proposal> run() {
    const Hello& hello = adapter_.hello();
    is_ring_ = hello.level == Level::positions;
    if (is_ring_) {
      propose("boundary", [this] { return boundary(); });
      propose("collision", [this] { return collision(); });
    }
    if (hello.leaves) {
      propose("unknown", [this] { return unknown(); });
      propose("last", [this] { return last(); });
    }
    if (hello.lists_replicas) {
      if (is_ring_) propose("walk", [this] { return walk(); });
      propose("shortage", [this] { return shortage(); });
      propose("replicas", [this] { return replicas(); });
    }
    if (!is_ring_) {
      propose("weights", [this] { return weights(); });
      if (hello.joins) propose("rejoin", [this] { return rejoin(); });
      if (hello.leaves) propose("membership", [this] { return membership(); });
    }
    return std::move(proposals_);
  }

 private:
  struct Finding {
    std::string value;
    std::string evidence;
  };

  template <class Find>
  void propose(std::string_view convention, Find find) {
    if (adapter_.has_given_up()) return;
    Finding finding;
    try {
      finding = find();
    } catch (const NoTrace& none) {
      finding.evidence = fmt::format("it does not answer: {}", none.what());
    }
    proposals_.push_back({convention, finding.value, finding.evidence});
  }

  Trace ask(const Case& c) {
    adapter_.put(is_ring_ && c.level == Level::names ? with_positions(c) : c);
    return adapter_.take();
  }

  static bool was_done(const Trace& trace, std::size_t state) {
    return trace.states[state].step.kind() == Answer::Kind::done;
  }
  static bool was_refused(const Trace& trace, std::size_t state) {
    return trace.states[state].step.is_refusal();
  }
  static bool same(const Trace& trace, std::size_t i, std::size_t j) {
    return first_difference(trace.states[i], trace.states[j]) == trace.states[i].owners.size();
  }
  static bool owns(const State& state, NodeId who) {
    return std::ranges::any_of(state.owners, [&](Answer owner) { return owner.is(who); });
  }
  static Finding nothing(std::string evidence) { return {"", std::move(evidence)}; }

  // The index of the token that a rule gives a key to, the tokens being sorted by position.
  static std::size_t chosen(std::string_view rule, const std::vector<Token>& tokens, Position key) {
    const auto from = rule == "at-or-after" || rule == "before"
                          ? std::ranges::lower_bound(tokens, key, {}, &Token::position)
                          : std::ranges::upper_bound(tokens, key, {}, &Token::position);
    const auto at = static_cast<std::size_t>(from - tokens.begin());
    const bool is_ahead = rule == "at-or-after" || rule == "after";
    return (at + (is_ahead ? 0 : tokens.size() - 1)) % tokens.size();
  }

  static Case three_tokens() {
    Case c = with_positions(ring_of(3));
    c.start.tokens = {
        {TokenId{0}, 9, node(0)}, {TokenId{1}, 30, node(1)}, {TokenId{2}, 50, node(2)}};
    return c;
  }

  Finding boundary() {
    const Case c = three_tokens();
    const Trace trace = ask(c);
    for (const std::string_view rule : {"at-or-after", "after", "at-or-before", "before"}) {
      bool fits = true;
      for (std::size_t k = 0; k < c.keys.size(); ++k) {
        const Token& right = c.start.tokens[chosen(rule, c.start.tokens, c.keys[k])];
        fits &= trace.states[0].owners[k].is(right.node);
      }
      if (fits) {
        boundary_ = rule;
        return {boundary_, "three tokens, every position as a key"};
      }
    }
    return nothing("three tokens, every position as a key: its answers are none of the four");
  }

  Finding walk() {
    Case c = three_tokens();
    c.replicas = 3;
    const Trace trace = ask(c);
    for (const bool clockwise : {true, false}) {
      bool fits = !boundary_.empty();
      for (std::size_t k = 0; fits && k < c.keys.size(); ++k) {
        const std::size_t at = chosen(boundary_, c.start.tokens, c.keys[k]);
        const auto list = trace.states[0].list(k);
        fits = list.size() == 3;
        for (std::size_t i = 0; fits && i < 3; ++i) {
          fits = list[i] == c.start.tokens[(at + (clockwise ? i : 3 - i)) % 3].node;
        }
      }
      if (fits) {
        return {clockwise ? "clockwise" : "counter-clockwise", "three tokens, three replicas"};
      }
    }
    return nothing("three tokens, three replicas: they follow the ring neither way");
  }

  Finding collision() {
    Case c = three_tokens();
    c.start.tokens[1].position = c.start.tokens[0].position;
    const Trace trace = ask(c);
    const std::string asked = "two nodes at one position";
    if (was_refused(trace, 0)) return {"refuse", asked + ": refused"};
    const bool first = owns(trace.states[0], node(0));
    const bool second = owns(trace.states[0], node(1));
    if (first != second) return {first ? "first" : "last", asked + ": one of them owns keys"};
    return nothing(asked + (first ? ": both own keys" : ": neither owns a key"));
  }

  Finding unknown() {
    Case c = ring_of(3);
    c.steps = {Leave{node(3)}};
    const Trace trace = ask(c);
    const std::string asked = "a leave of no member";
    if (!same(trace, 0, 1)) return nothing(asked + " changes answers, which no convention allows");
    if (was_refused(trace, 1)) return {"refuse", asked + ": refused"};
    if (was_done(trace, 1)) return {"ignore", asked + ": done, and nothing changes"};
    return nothing(asked + " is an error");
  }

  Finding last() {
    Case c = ring_of(1);
    c.steps = {Leave{node(0)}};
    const Trace trace = ask(c);
    const std::string asked = "a leave of the only node";
    if (was_refused(trace, 1)) return {"refuse", asked + ": refused"};
    if (was_done(trace, 1)) return {"empty", asked + ": done"};
    return nothing(asked + " is an error");
  }

  Finding shortage() {
    Case c = ring_of(2);
    c.replicas = 3;
    const Trace trace = ask(c);
    const std::string asked = "three replicas of two nodes";
    bool refuses = true;
    bool lists_all = true;
    for (std::size_t k = 0; k < trace.states[0].replicas.size(); ++k) {
      const auto list = trace.states[0].list(k);
      refuses &= trace.states[0].replicas[k].is_refusal();
      lists_all &= list.size() == 2 && list[0] != list[1];
    }
    if (refuses) return {"refuse", asked + ": refused"};
    if (lists_all) return {"truncate", asked + ": both are listed"};
    return nothing(asked + ": neither refused nor each of them once");
  }

  Finding replicas() {
    Case c = ring_of(4);
    c.replicas = 2;
    const Trace fewer = ask(c);
    c.replicas = 3;
    const Trace more = ask(c);
    const std::string asked = "two replicas, and three";
    bool is_prefix = true;
    bool is_within = true;
    for (std::size_t k = 0; k < more.states[0].replicas.size(); ++k) {
      const auto two = fewer.states[0].list(k);
      const auto three = more.states[0].list(k);
      if (two.size() != 2 || three.size() != 3) return nothing(asked + ": not so many are listed");
      is_prefix &=
          std::ranges::equal(two, three.first(2)) && more.states[0].owners[k].is(three.front());
      const std::set<NodeId> all(three.begin(), three.end());
      is_within &= all.contains(two[0]) && all.contains(two[1]);
    }
    if (is_prefix) return {"ordered", asked + ": the owner first, and the two are the first"};
    if (is_within) return {"set", asked + ": the two are among the three, in another order"};
    return nothing(asked + ": the two are not among the three");
  }

  Finding weights() {
    Case c = ring_of(3);
    const Trace equal = ask(c);
    c.start.nodes[0].weight = 5;
    const Trace heavy = ask(c);
    const std::string asked = "a node of weight 5 among three";
    if (first_difference(equal.states[0], heavy.states[0]) == c.keys.size()) {
      return {"none", asked + ": owns what it owned with weight 1"};
    }
    weighs_ = true;
    for (std::size_t k = 0; k < c.keys.size(); ++k) {
      const bool moved = !same_owner(equal.states[0], k, heavy.states[0], k);
      if (moved && !heavy.states[0].owners[k].is(node(0))) {
        return {"normalised", asked + ": keys of the others move between them"};
      }
    }
    return {"absolute", asked + ": it takes keys, and no other does"};
  }

  Finding rejoin() {
    Case c = ring_of(3);
    c.steps = {Join{{}, {Member{node(1), weighs_ ? 5U : 1U}}}, Leave{node(1)}};
    if (!adapter_.hello().leaves) c.steps.pop_back();
    const Trace trace = ask(c);
    const std::string asked = "a second join of a member";
    if (was_refused(trace, 1)) return {"refuse", asked + ": refused"};
    if (!was_done(trace, 1)) return nothing(asked + " is an error");
    if (c.steps.size() == 2 && owns(trace.states[2], node(1))) {
      return {"count", asked + ": done, and one leave is not enough"};
    }
    if (same(trace, 0, 1)) return {"ignore", asked + ": done, and nothing changes"};
    return {weighs_ ? "replace" : "count", asked + ": done, and it owns other keys than before"};
  }

  // How many keys of others move when one of four leaves; none where it may not.
  std::optional<std::size_t> strays_when(NodeId leaver) {
    Case c = ring_of(4);
    c.steps = {Leave{leaver}};
    std::optional<Trace> trace;
    try {
      trace = ask(c);
    } catch (const NoTrace& none) {
      if (none.why() != NoTrace::Why::unsupported) throw;
    }
    if (!trace || !was_done(*trace, 1)) return std::nullopt;
    std::size_t strays = 0;
    for (std::size_t k = 0; k < c.keys.size(); ++k) {
      const bool moved = !same_owner(trace->states[0], k, trace->states[1], k);
      strays += moved && !trace->states[0].owners[k].is(leaver);
    }
    return strays;
  }

  Finding membership() {
    const auto strays = strays_when(node(0));
    if (!strays) return {"append", "the first of four may not leave"};
    const std::string asked = fmt::format("the first of four leaves: {} of the others' {}", *strays,
                                          *strays == 1 ? "keys moves" : "keys move");
    if (*strays == 0) return {"any", asked};
    if (*strays <= ring_of(4).keys.size() / 20) return {"bounded", asked};
    if (strays_when(node(3)) == 0) return {"append", asked + "; none when the last one does"};
    return nothing(asked + ", more than any convention allows");
  }

  Adapter& adapter_;
  bool is_ring_ = false;
  bool weighs_ = false;
  std::string boundary_;
  std::vector<Proposal> proposals_;
};

}  // namespace

std::vector<Proposal> discover(Adapter& adapter) { return Discovery(adapter).run(); }

std::string as_conventions(const std::vector<Proposal>& proposals) {
  const bool looks_back = std::ranges::any_of(proposals, [](const Proposal& proposal) {
    return proposal.value == "at-or-before" || proposal.value == "before";
  });
  std::vector<std::string> members;
  for (const Proposal& proposal : proposals) {
    const auto known =
        std::ranges::find(known_conventions(), proposal.convention, &Convention::slug);
    // Where it is not declared, the walk goes the way in which the boundary looks.
    const std::string_view usual =
        looks_back && proposal.convention == "walk" ? "counter-clockwise" : *known->values.begin();
    if (proposal.value.empty() || proposal.value == usual) continue;
    members.push_back(fmt::format("\"{}\": \"{}\"", proposal.convention, proposal.value));
  }
  return fmt::format("\"conventions\": {{{}}}", fmt::join(members, ", "));
}

}  // namespace clockwise::gate
