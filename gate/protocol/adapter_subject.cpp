#include "gate/protocol/adapter_subject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "properties/kit/expected.hpp"
#include "properties/kit/property.hpp"

namespace clockwise::gate {
namespace {

// Position p of a ring of `size` positions moved to the same place, seen from the nearer end, on a
// ring of `to` positions: order, neighbours and both ends stay. What is past the ring stays past
// it.
Position stretched(Position p, Count size, Count to) {
  if (p < size / 2) return p;
  const Count moved = to - size + p;
  return moved > ~Position{0} ? ~Position{0} : static_cast<Position>(moved);
}

template <class Move>
void move_positions(Case& c, Move move) {
  for_each_batch(c, [&](std::vector<Token>& tokens) {
    for (Token& token : tokens) token.position = move(token.position);
  });
  for (Position& key : c.keys) key = move(key);
}

std::optional<RingSize> size_of(const Build& build) {
  const auto size = RingSize::of(build.size);
  return size ? std::optional(*size) : std::nullopt;
}

// The one size of the rings that are built, those left out that are refused; none where there are
// several.
std::optional<RingSize> built_size(const Case& c, const Expected& expected) {
  std::optional<RingSize> one = size_of(c.start).value_or(*RingSize::of(2));
  for (std::size_t i = 0; i < c.states(); ++i) {
    if (!expected.members[i].size) continue;
    if (i > 0 && expected.members[i - 1].size && *expected.members[i].size != *one) return {};
    one = expected.members[i].size;
  }
  return one;
}

}  // namespace

Conventions conventions_of(const Hello& hello) {
  using C = Conventions;
  C c;
  const std::string_view rejoin = hello.convention("rejoin");
  c.rejoin = rejoin == "ignore"    ? C::Rejoin::ignore
             : rejoin == "replace" ? C::Rejoin::replace
             : rejoin == "count"   ? C::Rejoin::count
                                   : C::Rejoin::refuse;
  const std::string_view weights = hello.convention("weights");
  c.weights = weights == "absolute"     ? C::Weights::absolute
              : weights == "normalised" ? C::Weights::normalised
                                        : C::Weights::none;
  const std::string_view membership = hello.convention("membership");
  c.membership = membership == "append"    ? C::Membership::append
                 : membership == "bounded" ? C::Membership::bounded
                                           : C::Membership::any;
  c.ignores_unknown = hello.is("unknown", "ignore");
  c.empties = hello.is("last", "empty");
  c.truncates = hello.is("shortage", "truncate");
  c.orders = hello.is("replicas", "ordered");
  // An adapter that declares no walk goes on from the owner in the direction in which it was found.
  const std::string_view boundary = hello.convention("boundary");
  const bool looks_back = boundary == "at-or-before" || boundary == "before";
  c.walks_back =
      hello.declared.contains("walk") && hello.is("walk", "counter-clockwise") != looks_back;
  c.joins = hello.joins;
  c.leaves = hello.leaves;
  c.lists_replicas = hello.lists_replicas;
  c.most_nodes = hello.nodes.value_or(c.most_nodes);
  c.most_key_bytes = hello.key_bytes.value_or(c.most_key_bytes);
  c.least_key_bytes = hello.least_key_bytes.value_or(0);
  c.share_tolerance = hello.share_tolerance;
  return c;
}

AdapterSubject::AdapterSubject(std::shared_ptr<Adapter> adapter)
    : adapter_(std::move(adapter)),
      name_(adapter_->hello().title()),
      conventions_(conventions_of(adapter_->hello())) {
  const Hello& hello = adapter_->hello();
  const std::string_view boundary = hello.convention("boundary");
  mirrors_ = boundary == "at-or-before" || boundary == "before";
  turns_ = boundary == "after" || boundary == "before";
  is_plain_ = hello.joins && hello.leaves && hello.lists_replicas && !hello.size && !hello.nodes &&
              !mirrors_ && hello.is("collision", "refuse") && hello.is("last", "refuse");
}

// The cases of names that a run asks are few and large, and the gate needs the answer to one before
// it knows the next.
std::size_t AdapterSubject::looks_ahead() const { return level() == Level::positions ? 6 : 0; }

Classes AdapterSubject::excused_classes() const {
  const Hello& hello = adapter_->hello();
  Classes excused = 0;
  if (!hello.joins) excused |= classes(Class::join, Class::member_joins);
  if (!hello.leaves) excused |= classes(Class::leave, Class::several_leave);
  if (!hello.lists_replicas) excused |= classes(Class::replicas_listed, Class::shortage);
  if (hello.size && *hello.size <= Count{1} << 63) excused |= classes(Class::top_bit_set);
  if (hello.size && *hello.size < Count{1} << 64) excused |= classes(Class::full_size);
  return excused;
}

// Why the adapter cannot or need not be asked this; empty where it can.
std::string AdapterSubject::why_not(const Case& c) const {
  if (level() == Level::names) return ruled_out(c, conventions_);
  if (is_plain_) return "";
  const Expected expected = expect(c);
  const Hello& hello = adapter_->hello();
  if (c.replicas && !hello.lists_replicas) return "it does not support replicas";
  for (std::size_t i = 0; i < c.states(); ++i) {
    if (i > 0 && std::holds_alternative<Join>(c.steps[i - 1]) && !hello.joins) {
      return "it does not support join";
    }
    if (i > 0 && std::holds_alternative<Leave>(c.steps[i - 1]) && !hello.leaves) {
      return "it does not support leave";
    }
    const Answer step = expected.trace.states[i].step;
    const auto is_refused_as = [&](Refusal kind) {
      return step.kind() == Answer::Kind::refused && step.refusal() == kind;
    };
    if (is_refused_as(Refusal::duplicate_position) && !hello.is("collision", "refuse")) {
      return fmt::format("collision: {}", hello.convention("collision"));
    }
    if (is_refused_as(Refusal::last_node) && !hello.is("last", "refuse")) {
      return fmt::format("last: {}", hello.convention("last"));
    }
    if (hello.nodes && expected.members[i].size &&
        node_count(expected.members[i].tokens) > *hello.nodes) {
      return fmt::format("limits: at most {}", counted(*hello.nodes, "node"));
    }
  }
  if (hello.size) {
    const auto size = only_size(c);
    if (!size || size->positions() > *hello.size) {
      return fmt::format("limits: a ring of {} positions", to_decimal(*hello.size));
    }
    const auto past = [&](Position p) { return !size->contains(p); };
    bool has_past = std::ranges::any_of(c.keys, past);
    for_each_batch(c, [&](const std::vector<Token>& tokens) {
      has_past |= std::ranges::any_of(tokens, past, &Token::position);
    });
    if (has_past && *hello.size == Count{1} << 64) return "limits: no position is past the ring";
  }
  if (mirrors_ && !built_size(c, expected)) return "boundary: a mirror takes rings of one size";
  return "";
}

std::optional<Case> AdapterSubject::narrowed(Case c) {
  if (level() == Level::positions) return narrowed_positions(std::move(c));
  if (const std::string why = why_not(c); !why.empty()) {
    ++excuses_["cases left out (" + why + ")"];
    return std::nullopt;
  }
  return narrowed_names(std::move(c), conventions_);
}

std::optional<Case> AdapterSubject::narrowed_positions(Case c) {
  const Hello& hello = adapter_->hello();
  if (!hello.lists_replicas) c.replicas.reset();
  if (hello.size == Count{1} << 64) {  // then no position is past the ring
    const auto size = only_size(c);
    std::erase_if(c.keys, [&](Position key) { return size && !size->contains(key); });
  }
  if (why_not(c).empty()) return c;

  // The steps that it can do, one after the other, as what follows depends on them.
  std::vector<Step> steps = std::move(c.steps);
  c.steps.clear();
  if (const std::string why = why_not(c); !why.empty()) {
    ++excuses_["cases left out (" + why + ")"];
    return std::nullopt;
  }
  for (Step& step : steps) {
    c.steps.push_back(std::move(step));
    const std::string why = why_not(c);
    if (why.empty()) continue;
    ++excuses_["steps left out (" + why + ")"];
    c.steps.pop_back();
  }
  return c;
}

// Where a token has to be for the subject to see it as the rules do. Strictly after k is at or
// after k, with every token one position further on; before k is after k in the mirror.
Position AdapterSubject::moved(Position p, RingSize size) const {
  if (turns_) p = p == size.last() ? 0 : p + 1;
  return mirrors_ ? size.last() - p : p;
}

std::optional<Case> AdapterSubject::mapped(const Case& c) {
  Case sent = c;
  if (level() == Level::names) return sent;
  const Hello& hello = adapter_->hello();
  if (turns_ || mirrors_) {
    const Expected expected = expect(c);
    // On the ring that the tokens are for. What is past its end stays there.
    const auto move = [&](std::vector<Token>& tokens, std::optional<RingSize> size) {
      for (Token& token : tokens) {
        if (size && size->contains(token.position)) token.position = moved(token.position, *size);
      }
    };
    move(sent.start.tokens, size_of(sent.start));
    for (std::size_t i = 0; i < sent.steps.size(); ++i) {
      if (auto* build = std::get_if<Build>(&sent.steps[i])) move(build->tokens, size_of(*build));
      if (auto* join = std::get_if<Join>(&sent.steps[i])) {
        move(join->tokens, expected.members[i].size);
      }
    }
    if (mirrors_) {
      const auto size = built_size(c, expected);
      if (!size) return std::nullopt;
      for (Position& key : sent.keys) {
        if (size->contains(key)) key = size->last() - key;
      }
    }
  }
  if (hello.size && sent.start.size != *hello.size) {
    const Count size = sent.start.size;
    move_positions(sent, [&](Position p) { return stretched(p, size, *hello.size); });
    sent.start.size = *hello.size;
    for (Step& step : sent.steps) {
      if (auto* build = std::get_if<Build>(&step)) build->size = *hello.size;
    }
  }
  return sent;
}

void AdapterSubject::put(const Case& c, Case sent) {
  asked_.push_back(c);
  adapter_->put(std::move(sent));
}

void AdapterSubject::prefetch(std::span<const Case> cases) {
  for (const Case& c : cases) {
    if (!why_not(c).empty()) continue;
    if (auto sent = mapped(c)) put(c, *std::move(sent));
  }
}

Trace AdapterSubject::run_asking(const Case& c, const AskIn& ask_in) {
  // It makes no difference in which states it is asked: the answers are those of a moment ago.
  if (ask_in && c == last_case_) return last_trace_;
  if (const auto prefetched = std::ranges::find(asked_, c); prefetched != asked_.end()) {
    for (auto skipped = prefetched - asked_.begin(); skipped > 0; --skipped) {
      adapter_->drop();
      asked_.pop_front();
    }
  } else {
    const std::string why = why_not(c);
    const bool cannot = why.starts_with("it does not");
    if (!why.empty()) {
      throw NoTrace(cannot ? NoTrace::Why::unsupported : NoTrace::Why::excused, why);
    }
    auto sent = mapped(c);
    if (!sent) throw NoTrace(NoTrace::Why::excused, "boundary: it cannot be mapped");
    // Behind what was prefetched; that is not taken for it.
    put(c, *std::move(sent));
    while (adapter_->waiting() > 1) {
      adapter_->drop();
      asked_.pop_front();
    }
  }
  asked_.pop_front();
  last_case_ = {};
  last_trace_ = read(c, adapter_->take());
  last_case_ = c;
  return last_trace_;
}

std::optional<Trace> AdapterSubject::run_afresh(const Case& c) {
  if (fresh_left_ == 0 || !why_not(c).empty()) return std::nullopt;
  const auto sent = mapped(c);
  if (!sent) return std::nullopt;
  --fresh_left_;
  Adapter other(adapter_->command(), adapter_->limits());
  other.put(*sent);
  try {
    return read(c, other.take());
  } catch (const NoTrace&) {
    // A crash or a hang is reported where the case is asked in earnest.
    return std::nullopt;
  }
}

// The answers, where they are as declared, in the words of the rules.
Trace AdapterSubject::read(const Case& c, Trace trace) {
  const Hello& hello = adapter_->hello();
  const bool ignores = hello.is("unknown", "ignore");
  const bool truncates = hello.is("shortage", "truncate");
  const bool unordered = hello.is("replicas", "set");
  const bool is_to_be_read = ignores || truncates || unordered;
  if (level() == Level::names || !is_to_be_read) return trace;
  const Expected expected = expect(c, trace, conventions_);
  for (std::size_t i = 0; i < c.states(); ++i) {
    State& state = trace.states[i];
    const State& right = expected.trace.states[i];
    if (ignores && state.step.kind() == Answer::Kind::done &&
        right.step.kind() == Answer::Kind::refused &&
        right.step.refusal() == Refusal::unknown_node) {
      state.step = Answer::untold();
      ++excuses_["leaves of no member carried out (unknown: ignore)"];
    }
    for (std::size_t k = 0; k < state.replicas.size(); ++k) {
      const Answer short_of = right.replicas[k];
      const auto list = state.list(k);
      const std::set<NodeId> listed(list.begin(), list.end());
      if (truncates && short_of.kind() == Answer::Kind::refused &&
          short_of.refusal() == Refusal::too_few_nodes &&
          state.replicas[k].kind() == Answer::Kind::list && listed.size() == list.size() &&
          list.size() == node_count(expected.members[i].tokens)) {
        state.replicas[k] = Answer::untold();
        ++excuses_["lists of all nodes in place of a refusal (shortage: truncate)"];
        continue;
      }
      // A set that is the right one is listed in the right order.
      const auto ordered = right.list(k);
      if (unordered && !std::ranges::equal(list, ordered) && list.size() == ordered.size() &&
          listed == std::set<NodeId>(ordered.begin(), ordered.end())) {
        std::ranges::copy(ordered, state.listed.begin() +
                                       static_cast<std::ptrdiff_t>(state.replicas[k].list_begin()));
        ++excuses_["lists in another order (replicas: set)"];
      }
    }
  }
  return trace;
}

}  // namespace clockwise::gate
