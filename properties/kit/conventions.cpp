#include "properties/kit/conventions.hpp"

#include <algorithm>

#include "properties/kit/decimal.hpp"

namespace clockwise {
namespace {

// Calls `visit` with the nodes of each state, were every step carried out, and the step that comes
// next (null behind the last); until it returns false.
template <class Visit>
bool follow(const Case& c, Visit visit) {
  std::vector<Member> nodes = c.start.nodes;
  for (std::size_t i = 0; i <= c.steps.size(); ++i) {
    const Step* step = i < c.steps.size() ? &c.steps[i] : nullptr;
    if (!visit(nodes, step)) return false;
    if (step == nullptr) break;
    if (const auto* build = std::get_if<Build>(step)) nodes = build->nodes;
    if (const auto* join = std::get_if<Join>(step)) {
      nodes.insert(nodes.end(), join->nodes.begin(), join->nodes.end());
    }
    if (const auto* leave = std::get_if<Leave>(step)) {
      std::erase_if(nodes, [&](const Member& member) { return member.node == leave->node; });
    }
  }
  return true;
}

}  // namespace

Case narrowed_names(Case c, const Conventions& conventions) {
  if (!conventions.lists_replicas) c.replicas.reset();
  std::erase_if(c.keys, [&](Position key) {
    const std::size_t bytes = c.key_names[static_cast<std::size_t>(key)].size();
    return bytes > conventions.most_key_bytes || bytes < conventions.least_key_bytes;
  });
  const bool weighs = conventions.weights != Conventions::Weights::none;
  std::erase_if(c.steps, [&](const Step& step) {
    return (std::holds_alternative<Join>(step) && !conventions.joins) ||
           (std::holds_alternative<Leave>(step) && !conventions.leaves) ||
           (std::holds_alternative<Weigh>(step) && !weighs);
  });
  if (weighs) return c;
  for_each_arrival(c, [](auto& arrival) {
    for (Member& member : arrival.nodes) member.weight = 1;
  });
  return c;
}

std::string ruled_out(const Case& c, const Conventions& conventions) {
  const bool has_room = follow(c, [&](const std::vector<Member>& nodes, const Step*) {
    return nodes.size() <= conventions.most_nodes;
  });
  if (!has_room) return "limits: at most " + counted(conventions.most_nodes, "node");
  if (conventions.membership != Conventions::Membership::append) return "";
  const bool leaves_from_the_end =
      follow(c, [](const std::vector<Member>& nodes, const Step* next) {
        const auto* leave = next == nullptr ? nullptr : std::get_if<Leave>(next);
        if (leave == nullptr || nodes.empty()) return true;
        return std::ranges::find(nodes, leave->node, &Member::node) == nodes.end() ||
               nodes.back().node == leave->node;
      });
  return leaves_from_the_end ? "" : "membership: append";
}

}  // namespace clockwise
