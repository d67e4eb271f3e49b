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

using Json = nlohmann::ordered_json;

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

class CaseWriter {
 public:
  // In full, members are there also where they are at their default.
  CaseWriter(const Case& c, bool in_full) : case_(c), in_full_(in_full), token_names_(c) {}

  Json write() const {
    Json json = Json::object();
    if (!case_.name.empty()) json["name"] = case_.name;
    if (case_.level == Level::names) {
      json["nodes"] = nodes(case_.start.nodes);
    } else {
      json["size"] = to_decimal(case_.start.size);
      json["tokens"] = tokens(case_.start.tokens);
    }
    if (!case_.steps.empty() || in_full_) {
      Json& steps = json["steps"] = Json::array();
      for (const Step& each : case_.steps) {
        steps.push_back(std::visit([&](const auto& kind) { return step(kind); }, each));
      }
    }
    if (!case_.keys.empty() || in_full_) {
      Json& keys = json["keys"] = Json::array();
      for (const Position key : case_.keys) {
        keys.push_back(case_.level == Level::names ? case_.key_names[static_cast<std::size_t>(key)]
                                                   : to_decimal(key));
      }
    }
    if (case_.replicas) json["replicas"] = *case_.replicas;
    return json;
  }

 private:
  Json step(const Build& build) const {
    return {{"build", {{"size", to_decimal(build.size)}, {"tokens", tokens(build.tokens)}}}};
  }
  Json step(const Join& join) const {
    return {{"join", case_.level == Level::names ? nodes(join.nodes) : tokens(join.tokens)}};
  }
  Json step(const Leave& leave) const { return {{"leave", node_name(case_, leave.node)}}; }
  Json step(const Weigh& weigh) const {
    return {
        {"weigh", {{"node", node_name(case_, weigh.node.node)}, {"weight", weigh.node.weight}}}};
  }

  Json nodes(const std::vector<Member>& members) const {
    Json all = Json::array();
    for (const Member& member : members) {
      Json& node = all.emplace_back(Json{{"node", node_name(case_, member.node)}});
      if (member.weight != 1) node["weight"] = member.weight;
    }
    return all;
  }

  Json tokens(const std::vector<Token>& tokens) const {
    Json all = Json::array();
    for (const Token& token : tokens) {
      const std::string node = node_name(case_, token.node);
      const std::string& name = token_names_[token.id];
      const bool is_default = name == default_token_name(node, token.position);
      const bool is_left_out = is_default && !(in_full_ && is_name(name));
      Json& written = all.emplace_back(Json::object());
      if (!is_left_out) written["id"] = name;
      written["node"] = node;
      written["at"] = to_decimal(token.position);
    }
    return all;
  }

  const Case& case_;
  const bool in_full_;
  const TokenNames token_names_;
};

class TraceWriter {
 public:
  TraceWriter(const Case& c, const Trace& trace) : case_(c), trace_(trace) {}

  Json write() const {
    Json states = Json::array();
    for (const State& each : trace_.states) states.push_back(state(each));
    return {{"states", std::move(states)}};
  }

 private:
  Json state(const State& state) const {
    Json json = state.step.kind() == Answer::Kind::untold ? Json{{"refused", nullptr}}
                : state.step.kind() == Answer::Kind::done ? Json::object()
                                                          : no_answer(state.step);
    json["owners"] = answers(state, state.owners);
    if (case_.replicas) json["replicas"] = answers(state, state.replicas);
    return json;
  }

  Json answers(const State& state, const std::vector<Answer>& answers) const {
    Json all = Json::array();
    for (const Answer each : answers) all.push_back(answer(state, each));
    return all;
  }

  Json answer(const State& state, Answer answer) const {
    switch (answer.kind()) {
      case Answer::Kind::node: return node_name(case_, trace_, answer.node());
      case Answer::Kind::list: {
        Json nodes = Json::array();
        for (const NodeId node :
             std::span(state.listed).subspan(answer.list_begin(), answer.list_size())) {
          nodes.push_back(node_name(case_, trace_, node));
        }
        return nodes;
      }
      case Answer::Kind::untold: return nullptr;
      default: return no_answer(answer);
    }
  }

  Json no_answer(Answer answer) const {
    if (answer.kind() == Answer::Kind::refused) return {{"refused", slug(answer.refusal())}};
    return {{"error", trace_.failures.at(answer.failure())}};
  }

  const Case& case_;
  const Trace& trace_;
};

// ---- Text. -------------------------------------------------------------------------------------

// Appends a value on one line, with a blank behind each comma and colon.
void print(const Json& value, std::string& out) {
  if (value.is_object()) {
    out += '{';
    const char* between = "";
    for (const auto& [name, member] : value.items()) {
      out += std::exchange(between, ", ");
      out += json_string(name);
      out += ": ";
      print(member, out);
    }
    out += '}';
  } else if (value.is_array()) {
    out += '[';
    const char* between = "";
    for (const Json& element : value) {
      out += std::exchange(between, ", ");
      print(element, out);
    }
    out += ']';
  } else {
    out += value.dump(-1, ' ', false, Json::error_handler_t::replace);
  }
}

}  // namespace

Json json_of(const Case& c) { return CaseWriter(c, false).write(); }

Json json_of(const Case& c, const Trace& trace) { return TraceWriter(c, trace).write(); }

std::string one_line(const Json& json) {
  std::string out;
  print(json, out);
  return out;
}

std::string json_string(std::string_view text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string json_string(Count number) { return json_string(to_decimal(number)); }

std::string write_case(const Case& c) { return one_line(json_of(c)); }

std::string write_case_in_full(const Case& c) { return one_line(CaseWriter(c, true).write()); }

std::string write_case_pretty(const Case& c) {
  const Json json = json_of(c);
  std::string out = "{";
  const char* between = "";
  for (const auto& [name, member] : json.items()) {
    out += std::exchange(between, ",\n ") + json_string(name) + ": ";
    if (name != "steps") {
      print(member, out);
      continue;
    }
    const char* before = "[\n   ";
    for (const Json& step : member) {
      out += std::exchange(before, ",\n   ");
      print(step, out);
    }
    out += ']';
  }
  return out + "}";
}

std::string write_trace(const Case& c, const Trace& trace) { return one_line(json_of(c, trace)); }

std::string node_name(const Case& c, const Trace& trace, NodeId node) {
  const std::size_t next = next_node(c);
  const std::size_t number = static_cast<std::size_t>(node);
  if (number < next || number - next >= trace.strangers.size()) return node_name(c, node);
  return trace.strangers[number - next];
}

}  // namespace clockwise
