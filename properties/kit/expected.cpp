#include "properties/kit/expected.hpp"

#include <algorithm>

#include "properties/kit/property.hpp"
#include "properties/kit/run.hpp"
#include "reference/naive_ring.hpp"

namespace clockwise {
namespace {

void set(std::vector<Member>& nodes, const Member& member) {
  const auto known = std::ranges::find(nodes, member.node, &Member::node);
  if (known == nodes.end()) {
    nodes.push_back(member);
  } else {
    known->weight = member.weight;
  }
}

// The nodes of every state, as far as the steps were carried out.
std::vector<Members> followed(const Case& c, const Trace& answered) {
  std::vector<Members> all(c.states());
  if (!answered.states[0].step.is_refusal()) all[0].nodes = c.start.nodes;
  for (std::size_t i = 1; i < c.states(); ++i) {
    std::vector<Member>& nodes = all[i].nodes = all[i - 1].nodes;
    if (answered.states[i].step.kind() != Answer::Kind::done) continue;
    const Step& step = c.steps[i - 1];
    if (const auto* build = std::get_if<Build>(&step)) nodes = build->nodes;
    if (const auto* join = std::get_if<Join>(&step)) {
      for (const Member& member : join->nodes) set(nodes, member);
    }
    if (const auto* leave = std::get_if<Leave>(&step)) {
      std::erase_if(nodes, [&](const Member& member) { return member.node == leave->node; });
    }
    if (const auto* weigh = std::get_if<Weigh>(&step)) set(nodes, weigh->node);
  }
  return all;
}

// The right lists of a ring that walks up to the owner, and down from it.
void turn_lists(const Case& c, const Members& members, State& state) {
  const Position last = members.size->last();
  std::vector<Token> mirrored = members.tokens;
  for (Token& token : mirrored) token.position = last - token.position;
  NaiveRing mirror;
  static_cast<void>(mirror.build(*members.size, mirrored));
  for (std::size_t k = 0; k < c.keys.size(); ++k) {
    if (state.replicas[k].kind() != Answer::Kind::list) continue;
    const Token& owner = token_over(members.tokens, c.keys[k]);
    static_cast<void>(mirror.replicas(
        last - owner.position,
        std::span(state.listed)
            .subspan(state.replicas[k].list_begin(), state.replicas[k].list_size())));
  }
}

}  // namespace

Expected expect(const Case& c) {
  Expected expected;
  expected.members.reserve(c.states());
  NaiveRing ring;
  expected.trace = run(ring, c, [&](std::size_t) {
    expected.members.push_back({ring.size(), {ring.tokens().begin(), ring.tokens().end()}, {}});
  });
  return expected;
}

Expected expect(const Case& c, const Trace& answered, const Conventions& conventions) {
  if (c.level == Level::names) return {.trace = {}, .members = followed(c, answered)};
  Expected expected = expect(c);
  if (!conventions.walks_back || !c.replicas) return expected;
  for (std::size_t i = 0; i < c.states(); ++i) {
    if (expected.members[i].size) turn_lists(c, expected.members[i], expected.trace.states[i]);
  }
  return expected;
}

}  // namespace clockwise
