#include "properties/kit/run.hpp"

#include <algorithm>
#include <exception>
#include <stdexcept>

namespace clockwise {
namespace {

Answer to_answer(const Outcome<void>& outcome) {
  return outcome ? Answer::done() : Answer::refused(outcome.error());
}

// What a case of positions does to a ring of positions.
class ByPosition {
 public:
  ByPosition(Ring& ring, const Case& c) : ring_(ring), case_(c) {}

  Outcome<void> take(const Build& build) {
    const auto size = RingSize::of(build.size);
    if (!size) return std::unexpected(size.error());
    return ring_.build(*size, build.tokens);
  }
  Outcome<void> take(const Join& join) { return ring_.join(join.tokens); }
  Outcome<void> take(const Leave& leave) { return ring_.leave(leave.node); }
  Outcome<void> take(const Weigh&) { throw std::logic_error("tokens have no weight"); }

  Outcome<NodeId> owner(std::size_t key) const { return ring_.owner(case_.keys[key]); }
  Outcome<std::size_t> replicas(std::size_t key, std::span<NodeId> out) const {
    return ring_.replicas(case_.keys[key], out);
  }

 private:
  Ring& ring_;
  const Case& case_;
};

// What a case of names does to a ring of names.
class ByName {
 public:
  ByName(NameRing& ring, const Case& c) : ring_(ring), case_(c) {}

  Outcome<void> take(const Build& build) { return ring_.build(named(build.nodes)); }
  Outcome<void> take(const Join& join) { return ring_.join(named(join.nodes)); }
  Outcome<void> take(const Leave& leave) { return ring_.leave(leave.node); }
  Outcome<void> take(const Weigh& weigh) { return ring_.weigh(named(weigh.node)); }

  Outcome<NodeId> owner(std::size_t key) const { return ring_.owner(name_of(key)); }
  Outcome<std::size_t> replicas(std::size_t key, std::span<NodeId> out) const {
    return ring_.replicas(name_of(key), out);
  }

 private:
  NamedNode named(const Member& member) const {
    return {member.node, case_.node_names[static_cast<std::size_t>(member.node)], member.weight};
  }
  std::vector<NamedNode> named(const std::vector<Member>& members) const {
    std::vector<NamedNode> all;
    for (const Member& member : members) all.push_back(named(member));
    return all;
  }
  const std::string& name_of(std::size_t key) const {
    return case_.key_names[static_cast<std::size_t>(case_.keys[key])];
  }

  NameRing& ring_;
  const Case& case_;
};

// The answer that `ask` gives, or the failure that it throws.
template <class Ask>
Answer guarded(Trace& trace, Ask ask) {
  try {
    return ask();
  } catch (const std::exception& thrown) {
    trace.failures.emplace_back(thrown.what());
  } catch (...) {
    trace.failures.emplace_back("an exception that is no std::exception");
  }
  return Answer::failed(trace.failures.size() - 1);
}

template <class Asked>
void ask_replicas(const Asked& ring, std::size_t key, std::size_t count, Trace& trace,
                  State& state) {
  const std::size_t begin = state.listed.size();
  state.listed.resize(begin + count);
  const Answer answer = guarded(trace, [&] {
    const auto filled = ring.replicas(key, std::span(state.listed).subspan(begin));
    if (!filled) return Answer::refused(filled.error());
    if (*filled > count) throw std::length_error("replicas: more written than there was room for");
    return Answer::list(begin, *filled);
  });
  state.listed.resize(begin + (answer.kind() == Answer::Kind::list ? answer.list_size() : 0));
  state.replicas.push_back(answer);
}

// Owner and replicas of one key after the other's, so that each question follows one of the other
// sort, too.
template <class Asked>
void ask(const Asked& ring, const Case& c, std::size_t replicas, Trace& trace, State& state) {
  state.owners.reserve(c.keys.size());
  if (c.replicas) {
    state.replicas.reserve(c.keys.size());
    state.listed.reserve(c.keys.size() * replicas);
  }
  for (std::size_t key = 0; key < c.keys.size(); ++key) {
    state.owners.push_back(guarded(trace, [&] {
      const auto owner = ring.owner(key);
      return owner ? Answer::owner(*owner) : Answer::refused(owner.error());
    }));
    if (c.replicas) ask_replicas(ring, key, replicas, trace, state);
  }
}

template <class Asked>
Trace run_all(Asked ring, const Case& c, const std::function<void(std::size_t)>& after,
              const AskIn& ask_in) {
  Trace trace;
  trace.states.reserve(c.states());
  // No ring has more nodes than the case names, so one more than these is as much of a shortage as
  // any larger count: it is not allocated for.
  const std::size_t replicas = std::min(c.replicas.value_or(0), std::uint64_t{next_node(c)} + 1);

  for (std::size_t i = 0; i < c.states(); ++i) {
    State& state = trace.states.emplace_back();
    state.step = guarded(trace, [&] {
      if (i == 0) return to_answer(ring.take(c.start));
      return std::visit([&](const auto& step) { return to_answer(ring.take(step)); },
                        c.steps[i - 1]);
    });
    if (!ask_in || ask_in(i)) ask(ring, c, replicas, trace, state);
    if (after) after(i);
  }
  return trace;
}

}  // namespace

Trace run(Ring& ring, const Case& c, const std::function<void(std::size_t)>& after,
          const AskIn& ask_in) {
  return run_all(ByPosition(ring, c), c, after, ask_in);
}

Trace run(NameRing& ring, const Case& c, const AskIn& ask_in) {
  return run_all(ByName(ring, c), c, {}, ask_in);
}

const Conventions& Subject::conventions() const {
  static const Conventions kRules;
  return kRules;
}

Moves Subject::plan(const Case& /*change*/) {
  throw std::logic_error(name() + " plans no changes");
}

Trace RingSubject::run_asking(const Case& c, const AskIn& ask_in) {
  const auto ring = make_();
  return clockwise::run(*ring, c, {}, ask_in);
}

Moves RingSubject::plan(const Case& change) {
  if (!plans()) return Subject::plan(change);
  const auto& target = std::get<Build>(change.steps.front());
  return mover_.plan(RingSize::of(target.size).value(), change.start.tokens, target.tokens);
}

Trace NameRingSubject::run_asking(const Case& c, const AskIn& ask_in) {
  return clockwise::run(*make_(0), c, ask_in);
}

std::optional<Trace> NameRingSubject::run_afresh(const Case& c) {
  return clockwise::run(*make_(1), c);
}

std::optional<Case> NameRingSubject::narrowed(Case c) {
  if (!ruled_out(c, conventions_).empty()) return std::nullopt;
  return narrowed_names(std::move(c), conventions_);
}

}  // namespace clockwise
