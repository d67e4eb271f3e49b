#include "properties/placement/placement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace clockwise {

Case shape_of(const PlacementCase& c) {
  Case shape;
  const auto tokens = [](const std::vector<Member>& nodes) {
    std::vector<Token> all;
    for (const Member& member : nodes) all.push_back({TokenId{0}, 0, member.node});
    return all;
  };
  shape.start.size = 2;
  shape.start.tokens = tokens(c.nodes);
  for (const PlacementStep& step : c.steps) {
    if (const auto* arrive = std::get_if<Arrive>(&step)) {
      shape.steps.emplace_back(Join{tokens(arrive->nodes)});
    } else if (const auto* depart = std::get_if<Depart>(&step)) {
      shape.steps.emplace_back(Leave{depart->node});
    } else {
      shape.steps.emplace_back(Leave{std::get<Weigh>(step).node.node});
    }
  }
  shape.keys.resize(c.keys.size());
  shape.replicas = c.replicas;
  shape.node_names = c.node_names;
  return shape;
}

bool is_member(const std::vector<Member>& members, NodeId node) {
  return std::ranges::find(members, node, &Member::node) != members.end();
}

Membership members_of(const PlacementCase& c, const Trace& trace) {
  Membership all{c.nodes};
  if (trace.states[0].step.is_refusal()) all[0].clear();
  for (std::size_t i = 0; i < c.steps.size(); ++i) {
    std::vector<Member> now = all.back();
    const auto set = [&](const Member& member) {
      const auto known = std::ranges::find(now, member.node, &Member::node);
      if (known == now.end()) {
        now.push_back(member);
      } else {
        known->weight = member.weight;
      }
    };
    if (trace.states[i + 1].step.kind() == Answer::Kind::done) {
      if (const auto* arrive = std::get_if<Arrive>(&c.steps[i])) {
        std::ranges::for_each(arrive->nodes, set);
      } else if (const auto* depart = std::get_if<Depart>(&c.steps[i])) {
        std::erase_if(now, [&](const Member& member) { return member.node == depart->node; });
      } else {
        set(std::get<Weigh>(c.steps[i]).node);
      }
    }
    all.push_back(std::move(now));
  }
  return all;
}

std::string say_owner(const PlacementCase& c, const Trace& trace, std::size_t state,
                      std::size_t k) {
  return say_owner(shape_of(c), trace, state, k);
}

std::string say_replicas(const PlacementCase& c, const Trace& trace, std::size_t state,
                         std::size_t k) {
  return say_replicas(shape_of(c), trace, state, k);
}

PlacementVerdict wrong_owner(const PlacementCase& c, const Trace& trace, std::size_t state,
                             std::size_t k, std::string expected, bool is_derived) {
  return PlacementVerdict::violated({state, k, std::move(expected), say_owner(c, trace, state, k),
                                     is_derived ? std::optional(c) : std::nullopt});
}

PlacementVerdict wrong_replicas(const PlacementCase& c, const Trace& trace, std::size_t state,
                                std::size_t k, std::string expected, bool is_derived) {
  return PlacementVerdict::violated({state, k, std::move(expected),
                                     say_replicas(c, trace, state, k),
                                     is_derived ? std::optional(c) : std::nullopt});
}

PlacementVerdict wrong_step(const PlacementCase& c, const Trace& trace, std::size_t state,
                            std::string expected, bool is_derived) {
  return PlacementVerdict::violated({state, std::nullopt, std::move(expected),
                                     say_step(trace, state),
                                     is_derived ? std::optional(c) : std::nullopt});
}

PlacementVerdict same_answers(const PlacementCase& c, const Trace& trace, std::size_t i,
                              const PlacementCase& derived, const Trace& other, std::size_t j) {
  const State& before = trace.states[i];
  const State& after = other.states[j];
  for (std::size_t k = 0; k < before.owners.size(); ++k) {
    if (!same_owner(before, k, after, k)) {
      return wrong_owner(derived, other, j, k, say_owner(c, trace, i, k), true);
    }
    if (before.replicas.empty() || after.replicas.empty()) continue;
    if (!same_replicas(before, k, after, k)) {
      return wrong_replicas(derived, other, j, k, say_replicas(c, trace, i, k), true);
    }
  }
  return PlacementVerdict::holds();
}

NodeId newcomer(PlacementCase& c) {
  // Named as the others are, and unlike any of them.
  std::string name = c.node_names.empty() ? "newcomer" : c.node_names.front() + "0";
  while (std::ranges::find(c.node_names, name) != c.node_names.end()) name += '0';
  if (name.size() > 60) name = "newcomer";
  c.node_names.push_back(name);
  return NodeId{static_cast<std::uint32_t>(c.node_names.size() - 1)};
}

std::string chance_of_missing(std::size_t most) {
  const auto missed = [](double share, std::size_t keys) {
    return std::pow(1 - share, static_cast<double>(keys));
  };
  const std::size_t least = most / 8;
  return fmt::format(
      "{} to {} keys a case: a fault that touches one key in a hundred is missed by a case with a "
      "chance of {:.2g} to {:.2g}, one that touches one in a thousand with {:.2g} to {:.2g}",
      least, most, missed(0.01, least), missed(0.01, most), missed(0.001, least),
      missed(0.001, most));
}

}  // namespace clockwise
