#include "properties/kit/property.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "properties/kit/json.hpp"

namespace clockwise {

Position predecessor(std::span<const Token> tokens, Position position) {
  const Token* below = nullptr;
  const Token* largest = &tokens.front();
  for (const Token& token : tokens) {
    if (token.position > largest->position) largest = &token;
    if (token.position < position && (below == nullptr || token.position > below->position)) {
      below = &token;
    }
  }
  return below != nullptr ? below->position : largest->position;
}

const Token& token_over(std::span<const Token> tokens, Position key) {
  const Token* above = nullptr;
  const Token* smallest = &tokens.front();
  for (const Token& token : tokens) {
    if (token.position < smallest->position) smallest = &token;
    if (token.position >= key && (above == nullptr || token.position < above->position)) {
      above = &token;
    }
  }
  return above != nullptr ? *above : *smallest;
}

const Token* token_at(std::span<const Token> tokens, Position position) {
  const auto at = std::ranges::find(tokens, position, &Token::position);
  return at == tokens.end() ? nullptr : &*at;
}

std::size_t node_count(std::span<const Token> tokens) {
  std::size_t count = 0;
  for (auto token = tokens.begin(); token != tokens.end(); ++token) {
    if (!has_node({tokens.begin(), token}, token->node)) ++count;
  }
  return count;
}

bool has_node(std::span<const Token> tokens, NodeId node) {
  return std::ranges::find(tokens, node, &Token::node) != tokens.end();
}

std::optional<RingSize> only_size(const Case& c) {
  for (const Step& step : c.steps) {
    const auto* build = std::get_if<Build>(&step);
    if (build != nullptr && build->size != c.start.size) return std::nullopt;
  }
  const auto size = RingSize::of(c.start.size);
  return size ? std::optional(*size) : std::nullopt;
}

bool is_member(std::span<const Member> nodes, NodeId node) {
  return std::ranges::find(nodes, node, &Member::node) != nodes.end();
}

NodeId newcomer(Case& c) {
  constexpr std::size_t kLong = 60;
  std::string name = c.node_names.empty() || c.node_names.front().size() > kLong
                         ? "newcomer"
                         : c.node_names.front() + "0";
  while (std::ranges::find(c.node_names, name) != c.node_names.end()) name += '0';
  c.node_names.push_back(std::move(name));
  return NodeId{static_cast<std::uint32_t>(c.node_names.size() - 1)};
}

Case with_keys(Case c, std::vector<Position> keys) {
  c.keys = std::move(keys);
  return c;
}

Case with_replicas(Case c, std::uint64_t count) {
  c.replicas = count;
  return c;
}

namespace {

std::string say(const Trace& trace, Answer answer) {
  switch (answer.kind()) {
    case Answer::Kind::done: return "done";
    case Answer::Kind::refused: return fmt::format("refused as {}", slug(answer.refusal()));
    case Answer::Kind::untold: return "refused";
    case Answer::Kind::failed: return fmt::format("failed: {}", trace.failures[answer.failure()]);
    case Answer::Kind::node:
    case Answer::Kind::list: break;
  }
  return "?";
}

}  // namespace

std::string say_owner(const Case& c, const Trace& trace, std::size_t state, std::size_t key) {
  const Answer answer = trace.states[state].owners[key];
  if (answer.kind() != Answer::Kind::node) return say(trace, answer);
  return node_name(c, trace, answer.node());
}

std::string say_replicas(const Case& c, const Trace& trace, std::size_t state, std::size_t key) {
  const Answer answer = trace.states[state].replicas[key];
  if (answer.kind() != Answer::Kind::list) return say(trace, answer);
  std::vector<std::string> names;
  for (const NodeId node : trace.states[state].list(key)) {
    names.push_back(node_name(c, trace, node));
  }
  return fmt::format("[{}]", fmt::join(names, ", "));
}

std::string say_step(const Trace& trace, std::size_t state) {
  return say(trace, trace.states[state].step);
}

Verdict wrong_owner(const Trial& trial, std::size_t state, std::size_t key, std::string expected) {
  return Verdict::violated({state, key, std::move(expected),
                            say_owner(trial.asked, trial.answered, state, key), std::nullopt});
}

Verdict wrong_owner(const Case& derived, const Trace& trace, std::size_t state, std::size_t key,
                    std::string expected) {
  return Verdict::violated({state, key, std::move(expected), say_owner(derived, trace, state, key),
                            derived, trace.said});
}

Verdict wrong_replicas(const Trial& trial, std::size_t state, std::size_t key,
                       std::string expected) {
  return Verdict::violated({state, key, std::move(expected),
                            say_replicas(trial.asked, trial.answered, state, key), std::nullopt});
}

Verdict wrong_replicas(const Case& derived, const Trace& trace, std::size_t state, std::size_t key,
                       std::string expected) {
  return Verdict::violated({state, key, std::move(expected),
                            say_replicas(derived, trace, state, key), derived, trace.said});
}

Verdict wrong_step(const Trial& trial, std::size_t state, std::string expected) {
  return Verdict::violated(
      {state, std::nullopt, std::move(expected), say_step(trial.answered, state), std::nullopt});
}

Verdict wrong_step(const Case& derived, const Trace& trace, std::size_t state,
                   std::string expected) {
  return Verdict::violated(
      {state, std::nullopt, std::move(expected), say_step(trace, state), derived, trace.said});
}

Verdict same_answers(const Trial& trial, std::size_t i, const Case& derived, const Trace& trace,
                     std::size_t j) {
  return same_answers(trial.asked, trial.answered, i, derived, trace, j);
}

Verdict same_answers(const Case& c, const Trace& before, std::size_t i, const Case& derived,
                     const Trace& trace, std::size_t j) {
  const State& from = before.states[i];
  const State& to = trace.states[j];
  for (std::size_t key = 0; key < from.owners.size(); ++key) {
    if (!same_owner(from, key, to, key)) {
      return wrong_owner(derived, trace, j, key, say_owner(c, before, i, key));
    }
    if (!from.replicas.empty() && !same_replicas(from, key, to, key)) {
      return wrong_replicas(derived, trace, j, key, say_replicas(c, before, i, key));
    }
  }
  return Verdict::holds();
}

Verdict same_trace(const Trial& trial, const Case& derived, const Trace& trace) {
  for (std::size_t i = 0; i < trial.asked.states(); ++i) {
    if (!agree(trial.answered.states[i].step, trace.states[i].step)) {
      return wrong_step(derived, trace, i, say_step(trial.answered, i));
    }
    if (Verdict v = same_answers(trial, i, derived, trace, i); v.is_violated()) return v;
  }
  return Verdict::holds();
}

}  // namespace clockwise
