#include "properties/kit/run.hpp"

#include <algorithm>
#include <exception>
#include <stdexcept>

namespace clockwise {
namespace {

Answer to_answer(const Outcome<void>& outcome) {
  return outcome ? Answer::done() : Answer::refused(outcome.error());
}

Outcome<void> take(Ring& ring, const Build& build) {
  const auto size = RingSize::of(build.size);
  if (!size) return std::unexpected(size.error());
  return ring.build(*size, build.tokens);
}

Outcome<void> take(Ring& ring, const Join& join) { return ring.join(join.tokens); }

Outcome<void> take(Ring& ring, const Leave& leave) { return ring.leave(leave.node); }

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

void ask_replicas(const Ring& ring, Position key, std::size_t count, Trace& trace, State& state) {
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
void ask(const Ring& ring, const Case& c, std::size_t replicas, Trace& trace, State& state) {
  state.owners.reserve(c.keys.size());
  if (c.replicas) {
    state.replicas.reserve(c.keys.size());
    state.listed.reserve(c.keys.size() * replicas);
  }
  for (const Position key : c.keys) {
    state.owners.push_back(guarded(trace, [&] {
      const auto owner = ring.owner(key);
      return owner ? Answer::owner(*owner) : Answer::refused(owner.error());
    }));
    if (c.replicas) ask_replicas(ring, key, replicas, trace, state);
  }
}

}  // namespace

Trace run(Ring& ring, const Case& c, const std::function<void(std::size_t)>& after,
          const AskIn& ask_in) {
  Trace trace;
  trace.states.reserve(c.states());
  // No ring has more nodes than the case names, so one more than these is as much of a shortage as
  // any larger count: it is not allocated for.
  const std::size_t replicas = std::min(c.replicas.value_or(0), std::uint64_t{next_node(c)} + 1);

  for (std::size_t i = 0; i < c.states(); ++i) {
    State& state = trace.states.emplace_back();
    state.step = guarded(trace, [&] {
      if (i == 0) return to_answer(take(ring, c.start));
      return std::visit([&](const auto& step) { return to_answer(take(ring, step)); },
                        c.steps[i - 1]);
    });
    if (!ask_in || ask_in(i)) ask(ring, c, replicas, trace, state);
    if (after) after(i);
  }
  return trace;
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

}  // namespace clockwise
