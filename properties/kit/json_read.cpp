#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "properties/kit/json.hpp"
#include "properties/kit/json_reader.hpp"
#include "properties/kit/json_text.hpp"
#include "properties/kit/reply.hpp"

namespace clockwise {
namespace {

using nlohmann::json;

// What `body` makes of the text, or where it is malformed.
template <class Body>
auto reading(std::string_view text, Body body) -> Read<decltype(body(std::declval<Reader>()))> {
  const auto tree = parse_json(text);
  if (!tree) return std::unexpected(tree.error());
  try {
    return body(Reader(*tree));
  } catch (Malformed& malformed) {
    return std::unexpected(std::move(malformed));
  }
}

// Numbers names in the order in which they first appear.
template <class Id>
class Names {
 public:
  explicit Names(std::vector<std::string>& names) : names_(names) {}

  Id id(const std::string& name) {
    const auto [entry, is_new] =
        ids_.try_emplace(name, Id{static_cast<std::uint32_t>(names_.size())});
    if (is_new) names_.push_back(name);
    return entry->second;
  }

 private:
  std::vector<std::string>& names_;
  std::unordered_map<std::string, Id> ids_;
};

class CaseReader {
 public:
  Case read(const Reader& top) && {
    const bool is_of_names = top.find("nodes") && !top.find("size") && !top.find("tokens");
    case_.level = is_of_names ? Level::names : Level::positions;
    if (is_of_names) {
      top.allow_only({"name", "nodes", "steps", "keys", "replicas"});
    } else {
      top.allow_only({"name", "size", "tokens", "steps", "keys", "replicas"});
    }
    if (const auto name = top.find("name")) case_.name = name->text();
    if (is_of_names) {
      case_.start.nodes = members(top["nodes"]);
    } else {
      case_.start = build(top);
    }
    if (const auto steps = top.find("steps")) {
      steps->for_each("steps", [&](const Reader& s) {
        case_.steps.push_back(is_of_names ? step_of_names(s) : step(s));
      });
    }
    if (const auto keys = top.find("keys")) {
      keys->for_each("keys", [&](const Reader& key) {
        case_.keys.push_back(is_of_names ? key_names_.id(key.text()) : key.position());
      });
    }
    if (const auto replicas = top.find("replicas")) case_.replicas = replicas->whole_number();
    return std::move(case_);
  }

 private:
  Build build(const Reader& reader) {
    return {.size = reader["size"].count(), .tokens = tokens(reader["tokens"])};
  }

  Step step(const Reader& reader) {
    const auto [name, step] = reader.the_one({"build", "join", "leave"});
    if (name == "join") return Join{tokens(step)};
    if (name == "leave") return Leave{nodes_.id(step.name())};
    step.allow_only({"size", "tokens"});
    return build(step);
  }

  Step step_of_names(const Reader& reader) {
    const auto [name, step] = reader.the_one({"join", "leave", "weigh"});
    if (name == "join") return Join{{}, members(step)};
    if (name == "leave") return Leave{nodes_.id(step.name())};
    return Weigh{member(step)};
  }

  std::vector<Token> tokens(const Reader& reader) {
    std::vector<Token> tokens;
    reader.for_each("tokens", [&](const Reader& t) { tokens.push_back(token(t)); });
    return tokens;
  }

  Token token(const Reader& reader) {
    reader.allow_only({"id", "node", "at"});
    const std::string& node = reader["node"].name();
    const Position at = reader["at"].position();
    const auto id = reader.find("id");
    return {.id = token_ids_.id(id ? id->name() : default_token_name(node, at)),
            .position = at,
            .node = nodes_.id(node)};
  }

  std::vector<Member> members(const Reader& reader) {
    std::vector<Member> members;
    reader.for_each("nodes", [&](const Reader& node) { members.push_back(member(node)); });
    return members;
  }

  Member member(const Reader& reader) {
    reader.allow_only({"node", "weight"});
    Member member{nodes_.id(reader["node"].name()), 1};
    if (const auto weight = reader.find("weight")) {
      member.weight = weight->whole_number();
      if (member.weight == 0) weight->fail("a weight of 1 or more");
    }
    return member;
  }

  Case case_;
  Names<NodeId> nodes_{case_.node_names};
  Names<TokenId> token_ids_{case_.token_names};
  Names<Position> key_names_{case_.key_names};
};

// A case of positions: what has a right answer.
Case case_of_positions(const Reader& reader) {
  Case c = CaseReader().read(reader);
  if (c.level != Level::positions)
    reader["nodes"].fail("a case of positions, with size and tokens");
  return c;
}

class TraceReader {
 public:
  explicit TraceReader(const Case& c) : case_(c) {
    const auto know = [&](NodeId node) { nodes_.try_emplace(node_name(c, node), node); };
    for_each_arrival(c, [&](const auto& arrival) {
      for (const Token& token : arrival.tokens) know(token.node);
      for (const Member& member : arrival.nodes) know(member.node);
    });
    for (const Step& step : c.steps) {
      if (const auto* leave = std::get_if<Leave>(&step)) know(leave->node);
      if (const auto* weigh = std::get_if<Weigh>(&step)) know(weigh->node.node);
    }
  }

  Trace read(const Reader& top) && {
    top.allow_only({"states"});
    top["states"].for_each("states, one for the build and one for each step", case_.states(),
                           [&](const Reader& s) { trace_.states.push_back(state(s)); });
    return std::move(trace_);
  }

 private:
  State state(const Reader& reader) {
    reader.allow_only({"refused", "error", "owners", "replicas"});
    State state;
    state.step = step(reader);
    reader["owners"].for_each("owners, one for each key", case_.keys.size(),
                              [&](const Reader& r) { state.owners.push_back(owner(r)); });
    if (case_.replicas) {
      reader["replicas"].for_each(
          "lists of replicas, one for each key", case_.keys.size(),
          [&](const Reader& r) { state.replicas.push_back(replicas(r, state.listed)); });
    } else if (const auto unasked = reader.find("replicas")) {
      unasked->fail("no replicas, as the case asks for none");
    }
    return state;
  }

  Answer step(const Reader& state) {
    const auto refused = state.find("refused");
    const auto error = state.find("error");
    if (refused && error) state.fail("at most one of the members \"refused\" and \"error\"");
    if (error) return failure(*error);
    if (refused) return refused->is_null() ? Answer::untold() : refusal(*refused);
    return Answer::done();
  }

  Answer owner(const Reader& reader) {
    if (reader.is_string()) return Answer::owner(node(reader));
    return no_answer(reader, "the name of a node");
  }

  Answer replicas(const Reader& reader, std::vector<NodeId>& listed) {
    if (!reader.is_list()) return no_answer(reader, "a list of nodes");
    const std::size_t begin = listed.size();
    reader.for_each("nodes", [&](const Reader& name) { listed.push_back(node(name)); });
    return Answer::list(begin, listed.size() - begin);
  }

  Answer no_answer(const Reader& reader, std::string_view answer) {
    if (reader.is_null()) return Answer::untold();
    if (!reader.is_object()) {
      reader.fail(fmt::format("{}, {{\"refused\": kind}}, null or {{\"error\": text}}", answer));
    }
    const auto [name, value] = reader.the_one({"refused", "error"});
    return name == "refused" ? refusal(value) : failure(value);
  }

  Answer refusal(const Reader& reader) {
    std::vector<std::string_view> kinds;
    for (std::uint8_t i = 0; i <= static_cast<std::uint8_t>(Refusal::too_few_nodes); ++i) {
      const auto kind = static_cast<Refusal>(i);
      if (reader.is_string() && reader.text() == slug(kind)) return Answer::refused(kind);
      kinds.push_back(slug(kind));
    }
    reader.fail(fmt::format("one of the refusals \"{}\"", fmt::join(kinds, "\", \"")));
  }

  Answer failure(const Reader& reader) {
    trace_.failures.push_back(reader.text());
    return Answer::failed(trace_.failures.size() - 1);
  }

  NodeId node(const Reader& reader) {
    const auto next = static_cast<std::uint32_t>(next_node_ + trace_.strangers.size());
    const auto [entry, is_stranger] = nodes_.try_emplace(reader.name(), NodeId{next});
    if (is_stranger) trace_.strangers.push_back(entry->first);
    return entry->second;
  }

  const Case& case_;
  const std::uint32_t next_node_ = next_node(case_);
  std::unordered_map<std::string, NodeId> nodes_;
  Trace trace_;
};

Vector::Loads loads(const Reader& reader) {
  Vector::Loads loads;
  reader.for_each_member([&](const std::string& node, const Reader& load) {
    if (!is_name(node)) load.fail("a node of 1 to 255 bytes", shown(json(node)));
    loads.emplace(node, load.count());
  });
  return loads;
}

std::vector<Position> moved(const Reader& reader) {
  std::vector<Position> moved;
  reader.for_each("positions", [&](const Reader& position) {
    if (!moved.empty() && position.position() <= moved.back()) {
      position.fail("a position above the one before it");
    }
    moved.push_back(position.position());
  });
  return moved;
}

NodeId node_of(const Case& c, const Reader& reader) {
  const auto name = std::ranges::find(c.node_names, reader.name());
  if (name == c.node_names.end()) reader.fail("a node of the case");
  return NodeId{static_cast<std::uint32_t>(name - c.node_names.begin())};
}

Moves plan(const Case& c, const Reader& reader) {
  Moves moves;
  reader.for_each("arcs", [&](const Reader& arc) {
    arc.allow_only({"from", "to", "giver", "taker"});
    moves.push_back({arc["from"].position(), arc["to"].position(), node_of(c, arc["giver"]),
                     node_of(c, arc["taker"])});
  });
  return moves;
}

std::vector<bool> reads(const Case& c, const Reader& reader) {
  std::vector<bool> found;
  reader.for_each("true or false, one for each key", c.keys.size(),
                  [&](const Reader& read) { found.push_back(read.boolean()); });
  return found;
}

Vector vector(const Reader& top) {
  top.allow_only({"rule", "about", "source", "case", "trace", "loads", "moved", "plans", "reads"});
  Vector v;
  v.rule = top["rule"].name();
  v.about = top["about"].text();
  if (const auto sources = top.find("source")) {
    sources->for_each("sources", [&](const Reader& s) { v.source.push_back(s.text()); });
  }
  v.asked = case_of_positions(top["case"]);
  v.trace = TraceReader(v.asked).read(top["trace"]);
  if (const auto states = top.find("loads")) {
    states->for_each("objects, one for each state", v.asked.states(),
                     [&](const Reader& state) { v.loads.push_back(loads(state)); });
  }
  if (const auto steps = top.find("moved")) {
    steps->for_each("lists of positions, one for each step", v.asked.steps.size(),
                    [&](const Reader& step) { v.moved.push_back(moved(step)); });
  }
  if (const auto steps = top.find("plans")) {
    steps->for_each("lists of arcs, one for each step", v.asked.steps.size(),
                    [&](const Reader& step) { v.plans.push_back(plan(v.asked, step)); });
  }
  if (const auto steps = top.find("reads")) {
    steps->for_each("lists of true and false, one for each step", v.asked.steps.size(),
                    [&](const Reader& step) { v.reads.push_back(reads(v.asked, step)); });
  }
  return v;
}

}  // namespace

Read<Case> read_case(std::string_view text) {
  return reading(text, [](const Reader& top) { return CaseReader().read(top); });
}

Read<Trace> read_trace(std::string_view text, const Case& c) {
  return reading(text, [&](const Reader& top) { return TraceReader(c).read(top); });
}

Read<Question> read_question(std::string_view line) {
  return reading(line, [](const Reader& top) {
    top.allow_only({"id", "case"});
    Question question{top["id"].whole_number(), Case{}};
    const Reader asked = top["case"];
    try {
      question.asked = CaseReader().read(asked);
    } catch (Malformed& malformed) {
      question.asked = std::unexpected(std::move(malformed));
    }
    return question;
  });
}

Read<Reply> read_reply(std::string_view line, std::uint64_t id, const Case& c) {
  return reading(line, [&](const Reader& top) {
    top.allow_only({"id", "trace", "unsupported", "error"});
    Reply reply;
    reply.id = top["id"].whole_number();
    const auto trace = top.find("trace");
    const auto unsupported = top.find("unsupported");
    const auto error = top.find("error");
    if (int{trace.has_value()} + int{unsupported.has_value()} + int{error.has_value()} != 1) {
      top.fail(R"(one of the members "trace", "unsupported" and "error" beside "id")");
    }
    if (reply.id != id) return reply;
    if (trace) reply.said = TraceReader(c).read(*trace);
    if (unsupported) reply.said = Unsupported{unsupported->text()};
    if (error) reply.said = Thrown{error->text()};
    return reply;
  });
}

Trace failed_throughout(const Case& c, std::string what) {
  Trace trace;
  trace.failures.push_back(std::move(what));
  State state;
  state.step = Answer::failed(0);
  state.owners.assign(c.keys.size(), Answer::failed(0));
  if (c.replicas) state.replicas = state.owners;
  trace.states.assign(c.states(), state);
  return trace;
}

Read<Vector> read_vector(std::string_view text) { return reading(text, vector); }

Read<Vector> read_vector_or_case(std::string_view text) {
  return reading(text, [](const Reader& top) {
    // A vector that lacks its case is no bare case for that.
    const bool is_vector = top.is_object() && (top.find("case") || top.find("rule"));
    if (is_vector) return vector(top);
    return Vector{.rule = "",
                  .about = "",
                  .source = {},
                  .asked = CaseReader().read(top),
                  .trace = {},
                  .loads = {},
                  .moved = {},
                  .plans = {},
                  .reads = {}};
  });
}

}  // namespace clockwise
