#include "gate/protocol/smoke.hpp"

#include <fmt/format.h>

#include <set>

#include "properties/kit/property.hpp"

namespace clockwise::gate {
namespace {

Case smoke_case(Level level) {
  Case c;
  c.level = level;
  c.name = "smoke";
  c.node_names = {"alpha", "beta", "gamma"};
  if (level == Level::names) {
    for (std::uint32_t i = 0; i < 3; ++i) c.start.nodes.push_back({NodeId{i}, 1});
    for (Position i = 0; i < 64; ++i) {
      c.keys.push_back(i);
      c.key_names.push_back(fmt::format("key{}", i));
    }
    return c;
  }
  c.start.size = 1024;
  for (std::uint32_t i = 0; i < 3; ++i) {
    c.start.tokens.push_back({TokenId{i}, 100 + 400 * Position{i}, NodeId{i}});
  }
  // Keys that any ring can answer: between the tokens, and not past the last of them.
  for (Position key = 131; key < 900; key += 31) c.keys.push_back(key);
  return c;
}

Smoke smoke_of(const Case& c, const Trace& trace) {
  std::set<NodeId> owners;
  std::size_t failed = 0;
  for (std::size_t k = 0; k < c.keys.size(); ++k) {
    const Answer owner = trace.states[0].owners[k];
    failed += owner.kind() == Answer::Kind::failed;
    if (owner.kind() == Answer::Kind::node) owners.insert(owner.node());
  }
  if (failed == c.keys.size()) {
    return {fmt::format("it answers the smoke case, three nodes and {} keys, with nothing but "
                        "errors: {}",
                        c.keys.size(), say_owner(c, trace, 0, 0)),
            true};
  }
  if (!trace.strangers.empty()) {
    return {fmt::format("in the smoke case it names a node that was never given: \"{}\"",
                        trace.strangers.front()),
            false};
  }
  if (owners.size() < 2) {
    return {fmt::format("in the smoke case, three nodes and {} keys, {} owns every key; is the "
                        "adapter asking what it is to?",
                        c.keys.size(), owners.empty() ? "no node" : node_name(c, *owners.begin())),
            false};
  }
  return {};
}

}  // namespace

Smoke smoke(Subject& subject) {
  const Case c = smoke_case(subject.level());
  try {
    return smoke_of(c, subject.run(c));
  } catch (const NoTrace& none) {
    if (none.why() == NoTrace::Why::lost) return {};  // it is reported as an incident
    return {fmt::format("it does not answer the smoke case, three nodes without steps: {}",
                        none.what()),
            true};
  }
}

}  // namespace clockwise::gate
