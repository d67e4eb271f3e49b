#include "properties/kit/classes.hpp"

#include <algorithm>

namespace clockwise {
namespace {

// What the ring in one state is like.
Classes of_members(const Members& members) {
  if (!members.size) return 0;
  Classes met = 0;
  if (members.size->last() == ~Position{0}) met |= bit(Class::full_size);
  std::vector<Token> tokens = members.tokens;
  std::ranges::sort(tokens, {}, &Token::position);
  if (tokens.back().position >> 63 != 0) met |= bit(Class::top_bit_set);
  if (tokens.size() == 1) return met | bit(Class::lone_token);
  const auto of_first = [&](const Token& token) { return token.node == tokens.front().node; };
  if (std::ranges::all_of(tokens, of_first)) return met | bit(Class::one_node);
  const auto same_node = [](const Token& a, const Token& b) { return a.node == b.node; };
  if (std::ranges::adjacent_find(tokens, same_node) != tokens.end()) {
    met |= bit(Class::node_side_by_side);
  }
  return met;
}

// What its keys are like there.
Classes of_keys(const Case& c, const Members& members, const State& state) {
  Classes met = 0;
  Position largest = 0;
  for (const Token& token : members.tokens) largest = std::max(largest, token.position);
  const auto has_token = [&](Position p) {
    return std::ranges::find(members.tokens, p, &Token::position) != members.tokens.end();
  };
  for (std::size_t i = 0; i < c.keys.size(); ++i) {
    if (state.owners[i].is_refusal()) {
      met |= bit(Class::refused_question);
    } else {
      if (c.keys[i] > largest) met |= bit(Class::key_past_last);
      if (has_token(c.keys[i])) met |= bit(Class::key_on_token);
    }
    if (state.replicas.empty()) continue;
    if (state.list(i).size() >= 2) met |= bit(Class::replicas_listed);
    if (agree(state.replicas[i], Answer::refused(Refusal::too_few_nodes))) {
      met |= bit(Class::shortage);
    }
  }
  return met;
}

// What the step was that led from one state to the next.
Classes of_step(const Step& step, const Members& before, const State& after) {
  if (after.step.is_refusal()) return bit(Class::refused_change);
  const auto tokens_of = [&](NodeId node) {
    return std::ranges::count(before.tokens, node, &Token::node);
  };
  if (const auto* join = std::get_if<Join>(&step)) {
    const auto is_member = [&](const Token& token) { return tokens_of(token.node) > 0; };
    return std::ranges::any_of(join->tokens, is_member) ? classes(Class::join, Class::member_joins)
                                                        : bit(Class::join);
  }
  if (const auto* leave = std::get_if<Leave>(&step)) {
    return tokens_of(leave->node) > 1 ? classes(Class::leave, Class::several_leave)
                                      : bit(Class::leave);
  }
  return 0;
}

// The same of a state at the level of names.
Classes of_names(const Case& c, const Trace& answered, std::size_t i) {
  const State& state = answered.states[i];
  Classes met = 0;
  const Step* step = i == 0 ? nullptr : &c.steps[i - 1];
  if (state.step.is_refusal()) met |= bit(Class::refused_change);
  if (step != nullptr && state.step.kind() == Answer::Kind::done) {
    if (std::holds_alternative<Join>(*step)) met |= bit(Class::join);
    if (std::holds_alternative<Leave>(*step)) met |= bit(Class::leave);
  }
  for (std::size_t k = 0; k < state.replicas.size(); ++k) {
    if (state.list(k).size() >= 2) met |= bit(Class::replicas_listed);
  }
  return met;
}

bool repeats_a_key(const Case& c) {
  std::vector<Position> keys = c.keys;
  std::ranges::sort(keys);
  return std::ranges::adjacent_find(keys) != keys.end();
}

}  // namespace

const std::array<ClassInfo, kClasses>& class_infos() {
  static constexpr std::array<ClassInfo, kClasses> kInfos{{
      {"key-on-token", "a key exactly at a token's position"},
      {"key-past-last", "a key after the largest token, so that the wrap is taken"},
      {"lone-token", "a ring of one token"},
      {"one-node", "a ring of several tokens, all of one node"},
      {"node-side-by-side", "two neighbouring tokens of one node among others"},
      {"repeated-key", "two keys at one position"},
      {"top-bit-set", "a token at or above 2^63"},
      {"full-size", "a ring of 2^64 positions"},
      {"join", "a join that is carried out"},
      {"member-joins", "a join of a node that has tokens already"},
      {"leave", "a leave that is carried out"},
      {"several-leave", "a leave of a node with several tokens"},
      {"refused-change", "a build, a join or a leave that is refused"},
      {"refused-question", "a question that is refused"},
      {"replicas-listed", "a list of two replicas or more"},
      {"shortage", "more replicas asked for than there are nodes"},
  }};
  return kInfos;
}

Classes classes_of(Level level) {
  if (level == Level::positions) return (Classes{1} << kClasses) - 1;
  return classes(Class::repeated_key, Class::join, Class::leave, Class::refused_change,
                 Class::replicas_listed);
}

Classes classify(const Case& c, const Trace& answered, const Expected& expected) {
  Classes met = repeats_a_key(c) ? bit(Class::repeated_key) : 0;
  if (c.level == Level::names) {
    for (std::size_t i = 0; i < c.states(); ++i) met |= of_names(c, answered, i);
    return met;
  }
  for (std::size_t i = 0; i < c.states(); ++i) {
    const State& state = expected.trace.states[i];
    met |= of_members(expected.members[i]) | of_keys(c, expected.members[i], state);
    if (i == 0 && state.step.is_refusal()) met |= bit(Class::refused_change);
    if (i > 0) met |= of_step(c.steps[i - 1], expected.members[i - 1], state);
  }
  return met;
}

}  // namespace clockwise
