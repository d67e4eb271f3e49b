#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "properties/kit/json.hpp"
#include "properties/kit/json_text.hpp"

namespace clockwise {
namespace {

using nlohmann::json;

std::string list(const std::vector<std::string>& elements) {
  return fmt::format("[{}]", fmt::join(elements, ", "));
}

// What to call the tokens of a case, so that two have one name exactly when they have one id. Those
// that the case names keep their name. Of the others, one that is alone at its position of its node
// throughout the case has the default name; the rest are numbered.
class TokenNames {
 public:
  explicit TokenNames(const Case& c) {
    collect(c);
    for (const TokenId id : order_) keep_given(c, id);
    for (const TokenId id : order_) take_default(id);
    for (const TokenId id : order_) take_number(id);
  }

  const std::string& operator[](TokenId id) const { return names_.at(id); }

 private:
  struct Use {
    std::string by_default;  // the default name of its first token
    bool is_uniform = true;  // whether that is the default name of all its tokens
  };

  void collect(const Case& c) {
    for_each_batch(c, [&](const std::vector<Token>& tokens) {
      for (const Token& token : tokens) {
        const auto name = default_token_name(node_name(c, token.node), token.position);
        const auto [use, is_new] = uses_.try_emplace(token.id, Use{name});
        if (is_new) order_.push_back(token.id);
        if (use->second.by_default != name) use->second.is_uniform = false;
        claims_[name].insert(token.id);
      }
    });
  }

  void keep_given(const Case& c, TokenId id) {
    const auto number = static_cast<std::size_t>(id);
    if (number >= c.token_names.size()) return;
    const std::string& name = c.token_names[number];
    // A default name may be longer than one that is written down; it is not kept for being given.
    if (is_name(name)) take(id, name);
  }

  void take_default(TokenId id) {
    const Use& use = uses_.at(id);
    if (use.is_uniform && claims_.at(use.by_default).size() == 1) take(id, use.by_default);
  }

  void take_number(TokenId id) {
    const auto number = fmt::format("t{}", static_cast<std::uint32_t>(id));
    std::string name = number;
    for (int i = 2; !take(id, name); ++i) name = fmt::format("{}-{}", number, i);
  }

  // Whether the token has a name now: its own, or this one where no other has it.
  bool take(TokenId id, const std::string& name) {
    if (names_.contains(id)) return true;
    if (!taken_.insert(name).second) return false;
    names_.emplace(id, name);
    return true;
  }

  std::vector<TokenId> order_;
  std::map<TokenId, Use> uses_;
  std::map<std::string, std::set<TokenId>> claims_;
  std::map<TokenId, std::string> names_;
  std::set<std::string> taken_;
};

// Where lines are broken.
struct Layout {
  std::string_view between_members;
  std::string_view before_steps;
  std::string_view between_steps;
  bool in_full = false;  // whether members at their default are there, too
};
constexpr Layout kOneLine{", ", "", ", "};
constexpr Layout kPretty{",\n ", "\n   ", ",\n   "};
constexpr Layout kInFull{", ", "", ", ", true};

class CaseWriter {
 public:
  CaseWriter(const Case& c, const Layout& layout) : case_(c), layout_(layout), token_names_(c) {}

  std::string write() const {
    std::vector<std::string> members;
    if (!case_.name.empty()) {
      members.push_back(fmt::format("\"name\": {}", json_string(case_.name)));
    }
    members.push_back(fmt::format("\"size\": {}", json_string(case_.start.size)));
    members.push_back(fmt::format("\"tokens\": {}", tokens(case_.start.tokens)));
    if (!case_.steps.empty() || layout_.in_full) {
      std::vector<std::string> steps;
      for (const Step& s : case_.steps) {
        steps.push_back(std::visit([&](const auto& kind) { return step(kind); }, s));
      }
      members.push_back(fmt::format("\"steps\": [{}{}]", layout_.before_steps,
                                    fmt::join(steps, layout_.between_steps)));
    }
    if (!case_.keys.empty() || layout_.in_full) {
      std::vector<std::string> keys;
      for (const Position key : case_.keys) keys.push_back(json_string(key));
      members.push_back(fmt::format("\"keys\": {}", list(keys)));
    }
    if (case_.replicas) members.push_back(fmt::format("\"replicas\": {}", *case_.replicas));
    return fmt::format("{{{}}}", fmt::join(members, layout_.between_members));
  }

 private:
  std::string step(const Build& build) const {
    return fmt::format("{{\"build\": {{\"size\": {}, \"tokens\": {}}}}}", json_string(build.size),
                       tokens(build.tokens));
  }
  std::string step(const Join& join) const {
    return fmt::format("{{\"join\": {}}}", tokens(join.tokens));
  }
  std::string step(const Leave& leave) const {
    return fmt::format("{{\"leave\": {}}}", json_string(node_name(case_, leave.node)));
  }

  std::string tokens(const std::vector<Token>& tokens) const {
    std::vector<std::string> written;
    for (const Token& token : tokens) {
      const auto node = node_name(case_, token.node);
      const auto& name = token_names_[token.id];
      const bool is_default = name == default_token_name(node, token.position);
      const bool is_left_out = is_default && !(layout_.in_full && is_name(name));
      written.push_back(
          fmt::format("{{{}\"node\": {}, \"at\": {}}}",
                      is_left_out ? "" : fmt::format("\"id\": {}, ", json_string(name)),
                      json_string(node), json_string(token.position)));
    }
    return list(written);
  }

  const Case& case_;
  const Layout& layout_;
  const TokenNames token_names_;
};

class TraceWriter {
 public:
  TraceWriter(const Case& c, const Trace& trace) : case_(c), trace_(trace) {}

  std::string write() const {
    std::vector<std::string> states;
    for (const State& s : trace_.states) states.push_back(state(s));
    return fmt::format("{{\"states\": {}}}", list(states));
  }

 private:
  std::string state(const State& state) const {
    std::string step;
    if (state.step.kind() == Answer::Kind::untold) {
      step = "\"refused\": null, ";
    } else if (state.step.kind() != Answer::Kind::done) {
      step = fmt::format("{}, ", no_answer(state.step));
    }
    const std::string replicas =
        case_.replicas ? fmt::format(", \"replicas\": {}", answers(state, state.replicas)) : "";
    return fmt::format("{{{}\"owners\": {}{}}}", step, answers(state, state.owners), replicas);
  }

  std::string answers(const State& state, const std::vector<Answer>& answers) const {
    std::vector<std::string> written;
    for (const Answer a : answers) written.push_back(answer(state, a));
    return list(written);
  }

  std::string answer(const State& state, Answer answer) const {
    switch (answer.kind()) {
      case Answer::Kind::node: return node(answer.node());
      case Answer::Kind::list: {
        std::vector<std::string> nodes;
        const auto listed =
            std::span(state.listed).subspan(answer.list_begin(), answer.list_size());
        for (const NodeId n : listed) nodes.push_back(node(n));
        return list(nodes);
      }
      case Answer::Kind::untold: return "null";
      default: return fmt::format("{{{}}}", no_answer(answer));
    }
  }

  std::string no_answer(Answer answer) const {
    if (answer.kind() == Answer::Kind::refused) {
      return fmt::format("\"refused\": \"{}\"", slug(answer.refusal()));
    }
    return fmt::format("\"error\": {}", json_string(trace_.failures.at(answer.failure())));
  }

  std::string node(NodeId node) const { return json_string(node_name(case_, trace_, node)); }

  const Case& case_;
  const Trace& trace_;
};

}  // namespace

std::string json_string(std::string_view text) {
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string json_string(Count number) { return fmt::format("\"{}\"", number); }

std::string write_case(const Case& c) { return CaseWriter(c, kOneLine).write(); }

std::string write_case_pretty(const Case& c) { return CaseWriter(c, kPretty).write(); }

std::string write_case_in_full(const Case& c) { return CaseWriter(c, kInFull).write(); }

std::string write_trace(const Case& c, const Trace& trace) { return TraceWriter(c, trace).write(); }

std::string node_name(const Case& c, const Trace& trace, NodeId node) {
  const std::size_t next = next_node(c);
  const std::size_t number = static_cast<std::size_t>(node);
  if (number < next || number - next >= trace.strangers.size()) return node_name(c, node);
  return trace.strangers[number - next];
}

}  // namespace clockwise
