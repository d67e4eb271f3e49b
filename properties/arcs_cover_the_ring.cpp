#include <algorithm>
#include <map>

#include "properties/kit/property.hpp"

namespace clockwise {
namespace {

// Rings up to this many positions are counted position by position. On larger ones the two ends of
// each arc stand for the arc: a ring that strays in the middle of one is not seen here.
constexpr Count kCountable = 64;

// The last positions of disjoint stretches that cover the ring, ascending. Within a stretch there
// is no token but at its end.
std::vector<Position> stretch_ends(const Members& members) {
  std::vector<Position> ends{members.size->last()};
  if (members.size->positions() <= kCountable) {
    for (Position p = 0; p < members.size->last(); ++p) ends.push_back(p);
  }
  for (const Token& token : members.tokens) ends.push_back(token.position);
  std::ranges::sort(ends);
  ends.erase(std::ranges::unique(ends).begin(), ends.end());
  return ends;
}

// The size of each node's arcs (pred(t), t], by subtraction.
std::map<NodeId, Count> arc_sizes(const Members& members) {
  std::map<NodeId, Count> sizes;
  for (const Token& token : members.tokens) {
    const Position before = predecessor(members.tokens, token.position);
    const Count to = token.position;
    sizes[token.node] += to > before ? to - before : to + members.size->positions() - before;
  }
  return sizes;
}

// Every first and last position of a stretch in any state, ascending.
std::vector<Position> keys_for(const Trial& trial) {
  std::vector<Position> keys{0};
  for (const Members& members : trial.expected.members) {
    if (!members.size) continue;
    for (const Position end : stretch_ends(members)) {
      keys.push_back(end);
      if (end < members.size->last()) keys.push_back(end + 1);
    }
  }
  std::ranges::sort(keys);
  keys.erase(std::ranges::unique(keys).begin(), keys.end());
  return keys;
}

Verdict check_state(const Case& derived, const Trace& trace, std::size_t i,
                    const Members& members) {
  const auto index = [&](Position key) {
    const auto at = std::ranges::lower_bound(derived.keys, key);
    return static_cast<std::size_t>(at - derived.keys.begin());
  };
  std::map<NodeId, Count> counted;
  Position first = 0;
  for (const Position end : stretch_ends(members)) {
    const Answer owner = trace.states[i].owners[index(end)];
    if (owner.kind() != Answer::Kind::node || !has_node(members.tokens, owner.node())) {
      return wrong_owner(derived, trace, i, index(end), "a node of the ring");
    }
    if (!trace.states[i].owners[index(first)].is(owner.node())) {
      return wrong_owner(derived, trace, i, index(first),
                         node_name(derived, owner.node()) + ", as at the end of the same arc");
    }
    counted[owner.node()] += Count{end} - first + 1;
    first = end + 1;
  }
  for (const auto& [node, size] : arc_sizes(members)) {
    if (counted[node] == size) continue;
    const std::string name = node_name(derived, node);
    return Verdict::violated({i, std::nullopt,
                              name + " owns " + clockwise::counted(size, "position"),
                              name + " owns " + to_decimal(counted[node]), derived});
  }
  return Verdict::holds();
}

Verdict check(const Trial& trial) {
  Case derived = with_keys(trial.asked, keys_for(trial));
  derived.replicas.reset();
  const Trace trace = trial.run(derived);
  bool spoke = false;
  for (std::size_t i = 0; i < trial.asked.states(); ++i) {
    const Members& members = trial.expected.members[i];
    if (!members.size || !trial.expected.accepted(i)) continue;
    spoke = true;
    if (Verdict v = check_state(derived, trace, i, members); v.is_violated()) return v;
  }
  return spoke ? Verdict::holds() : Verdict::vacuous("no ring was built");
}

}  // namespace

extern const Property arcs_cover_the_ring;
const Property arcs_cover_the_ring{
    .slug = "arcs-cover-the-ring",
    .claim = "Each node owns as many positions as the arcs of its tokens have, and all sum to M.",
    .formula = "|{k : owner(k) = n}| = Σ over t of n: (t − pred(t)) mod M;  Σ over n = M",
    .rule = "arcs",
    .needs = classes(Class::lone_token, Class::full_size),
    .asks_further = true,
    .catches = {"no-wrap"},
    .at_positions = check,
};

}  // namespace clockwise
