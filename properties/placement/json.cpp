// Placement cases as JSON. corpus/placement.schema.json defines the form.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "properties/kit/json_reader.hpp"
#include "properties/placement/placement.hpp"

namespace clockwise {
namespace {

class CaseReader {
 public:
  PlacementCase read(const Reader& top) && {
    top.allow_only({"name", "nodes", "steps", "keys", "replicas"});
    if (const auto name = top.find("name")) case_.name = name->text();
    case_.nodes = members(top["nodes"]);
    if (const auto steps = top.find("steps")) {
      steps->for_each("steps", [&](const Reader& s) { case_.steps.push_back(step(s)); });
    }
    if (const auto keys = top.find("keys")) {
      keys->for_each("keys", [&](const Reader& key) { case_.keys.push_back(key.text()); });
    }
    if (const auto replicas = top.find("replicas")) case_.replicas = replicas->whole_number();
    return std::move(case_);
  }

 private:
  std::vector<Member> members(const Reader& reader) {
    std::vector<Member> all;
    reader.for_each("nodes", [&](const Reader& node) { all.push_back(member(node)); });
    return all;
  }

  Member member(const Reader& reader) {
    reader.allow_only({"node", "weight"});
    Member member{node(reader["node"]), 1};
    if (const auto weight = reader.find("weight")) {
      member.weight = weight->whole_number();
      if (member.weight == 0) weight->fail("a weight of 1 or more");
    }
    return member;
  }

  PlacementStep step(const Reader& reader) {
    const auto [name, step] = reader.the_one({"join", "leave", "weigh"});
    if (name == "join") return Arrive{members(step)};
    if (name == "leave") return Depart{node(step)};
    return Weigh{member(step)};
  }

  NodeId node(const Reader& reader) {
    const auto next = NodeId{static_cast<std::uint32_t>(case_.node_names.size())};
    const auto [entry, is_new] = nodes_.try_emplace(reader.name(), next);
    if (is_new) case_.node_names.push_back(entry->first);
    return entry->second;
  }

  PlacementCase case_;
  std::map<std::string, NodeId> nodes_;
};

std::string name(const PlacementCase& c, NodeId node) {
  return json_string(c.node_names[static_cast<std::size_t>(node)]);
}

std::string with_weight(const PlacementCase& c, const Member& member) {
  return fmt::format("{{\"node\": {}, \"weight\": {}}}", name(c, member.node), member.weight);
}

std::string written(const PlacementCase& c, const std::vector<Member>& members) {
  std::vector<std::string> all;
  for (const Member& member : members) {
    all.push_back(member.weight == 1 ? fmt::format("{{\"node\": {}}}", name(c, member.node))
                                     : with_weight(c, member));
  }
  return fmt::format("[{}]", fmt::join(all, ", "));
}

std::string written(const PlacementCase& c, const PlacementStep& step) {
  if (const auto* arrive = std::get_if<Arrive>(&step)) {
    return fmt::format("{{\"join\": {}}}", written(c, arrive->nodes));
  }
  if (const auto* depart = std::get_if<Depart>(&step)) {
    return fmt::format("{{\"leave\": {}}}", name(c, depart->node));
  }
  return fmt::format("{{\"weigh\": {}}}", with_weight(c, std::get<Weigh>(step).node));
}

}  // namespace

Read<PlacementCase> read_placement_case(std::string_view text) {
  const auto tree = parse_json(text);
  if (!tree) return std::unexpected(tree.error());
  try {
    return CaseReader().read(Reader(*tree));
  } catch (Malformed& malformed) {
    return std::unexpected(std::move(malformed));
  }
}

std::string write_placement_case(const PlacementCase& c) {
  std::vector<std::string> members;
  if (!c.name.empty()) members.push_back(fmt::format("\"name\": {}", json_string(c.name)));
  members.push_back(fmt::format("\"nodes\": {}", written(c, c.nodes)));
  std::vector<std::string> steps;
  for (const PlacementStep& step : c.steps) steps.push_back(written(c, step));
  members.push_back(fmt::format("\"steps\": [{}]", fmt::join(steps, ", ")));
  std::vector<std::string> keys;
  for (const std::string& key : c.keys) keys.push_back(json_string(key));
  members.push_back(fmt::format("\"keys\": [{}]", fmt::join(keys, ", ")));
  if (c.replicas) members.push_back(fmt::format("\"replicas\": {}", *c.replicas));
  return fmt::format("{{{}}}", fmt::join(members, ", "));
}

}  // namespace clockwise
