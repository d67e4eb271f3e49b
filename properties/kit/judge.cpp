#include "properties/kit/judge.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <stdexcept>

#include "properties/kit/no_trace.hpp"

namespace clockwise {
namespace {

// What shrinking a violation may cost, in token-questions: a second or a few. Not counted in
// seconds, so that the same run gives the same report everywhere.
constexpr std::uint64_t kShrinkingEffort = 500'000'000;
// The same for a subject at a distance, in questions.
constexpr std::uint64_t kDistantEffort = 400'000;
// What a property may ask a subject at a distance about a case, in answers; what would ask n times
// as much is judged on one case in n. More of it where each case is there for a reason of its own.
constexpr std::uint64_t kAtEase = 2'000;
constexpr std::uint64_t kAtEaseOnce = 20'000;

// A node of a ring that hashes by itself costs a hash for each key: as much as this many tokens.
constexpr std::uint64_t kTokensANode = 32;

std::uint64_t effort(const Case& c) {
  std::uint64_t tokens = 1;
  for_each_arrival(c, [&](const auto& arrival) {
    tokens += arrival.tokens.size() + kTokensANode * arrival.nodes.size();
  });
  return c.states() * (c.keys.size() + 1) * tokens;
}

// How many names the answers have, those in lists counted one by one.
std::uint64_t answers(const Case& c, const Expected& expected) {
  std::uint64_t count = 0;
  for (const State& state : expected.trace.states) count += c.keys.size() + state.listed.size();
  return count;
}

}  // namespace

void Tally::count(const Verdict& verdict) {
  if (verdict.is_violated()) {
    ++violated;
  } else if (verdict.is_excused()) {
    ++excused;
    why = verdict.reason();
  } else if (verdict.is_vacuous()) {
    ++vacuous;
    reason = verdict.reason();
  } else {
    ++holds;
  }
}

void Tally::count(const NoTrace& none) {
  if (none.why() == NoTrace::Why::unsupported) ++unsupported;
  if (none.why() == NoTrace::Why::excused) ++excused;
  if (none.why() != NoTrace::Why::lost) why = none.what();
}

Judge::Judge(Subject& subject, std::vector<const Property*> properties)
    : subject_(subject), properties_(std::move(properties)), violated_(properties_.size()) {
  for (const Property* property : properties_) {
    if (property->check_at(subject_.level()) != nullptr) continue;
    throw std::logic_error(std::string(property->slug) + " is judged at a level that it has not");
  }
}

void Judge::begin(std::string_view engine) {
  Score& score = scores_.emplace_back();
  score.engine = engine;
  score.tallies.resize(properties_.size());
  prepared_ = 0;
  begun_ = std::chrono::steady_clock::now();
}

void Judge::end(std::string summary) {
  while (!waiting_.empty() && !done()) judge_first();
  if (!waiting_.empty()) scores_.back().is_stopped = true;
  waiting_.clear();
  if (one_in_ > 1 && subject_.looks_ahead() > 0) {
    summary += "; properties that ask about further cases were judged on one case in " +
               std::to_string(one_in_) + ", and on fewer of the large ones";
  }
  scores_.back().summary = std::move(summary);
  scores_.back().took = std::chrono::steady_clock::now() - begun_;
}

void Judge::add(const Score& part) {
  Score& score = scores_.back();
  score.cases += part.cases;
  score.questions += part.questions;
  for (std::size_t i = 0; i < kClasses; ++i) score.classes[i] += part.classes[i];
  for (std::size_t p = 0; p < properties_.size(); ++p) {
    Tally& tally = score.tallies[p];
    tally.holds += part.tallies[p].holds;
    tally.vacuous += part.tallies[p].vacuous;
    tally.violated += part.tallies[p].violated;
    tally.unsupported += part.tallies[p].unsupported;
    tally.excused += part.tallies[p].excused;
    if (!part.tallies[p].reason.empty()) tally.reason = part.tallies[p].reason;
  }
}

namespace {

// Answers rightly, and records what it is asked: a rehearsal, for what a distant subject will be
// asked in earnest.
class Rehearsal final : public Subject {
 public:
  const std::string& name() const override { return name_; }
  Trace run_asking(const Case& c, const AskIn& ask_in) override {
    Expected expected = expect(c);
    if (!ask_in) {  // else it was asked before, in all states
      asked.push_back(c);
      effort += answers(c, expected);
    }
    return std::move(expected.trace);
  }
  std::vector<Case> asked;
  std::uint64_t effort = 0;

 private:
  std::string name_ = "rehearsal";
};

}  // namespace

Judge::Waiting Judge::prepared(Case c, Shrunk shrunk, bool as_it_is) {
  Waiting waiting{std::move(c), std::move(shrunk), std::vector<bool>(properties_.size())};
  for (std::size_t p = 0; p < properties_.size(); ++p) {
    waiting.by[p] = is_open(p) && !(as_it_is && properties_[p]->asks_further);
  }
  const std::uint64_t number = prepared_++;
  if (subject_.looks_ahead() == 0) return waiting;

  const Expected expected = expect(waiting.asked);
  std::vector<Case> asked{waiting.asked};
  for (std::size_t p = 0; p < properties_.size(); ++p) {
    if (!waiting.by[p] || !properties_[p]->asks_further) continue;
    const bool is_its_turn = (number + p) % one_in_ == 0;
    if (!is_its_turn) {
      waiting.by[p] = false;
      continue;
    }
    Rehearsal rehearsal;
    static_cast<void>(
        properties_[p]->at_positions({waiting.asked, expected.trace, expected, rehearsal}));
    if (rehearsal.asked.empty()) continue;
    const std::uint64_t rounds = 1 + rehearsal.effort / (one_in_ > 1 ? kAtEase : kAtEaseOnce);
    waiting.by[p] = (number + p) / one_in_ % rounds == 0;
    if (waiting.by[p]) std::ranges::move(rehearsal.asked, std::back_inserter(asked));
  }
  subject_.prefetch(asked);
  return waiting;
}

bool Judge::judge(Case c, Shrunk shrunk) { return enqueue(std::move(c), std::move(shrunk), false); }

bool Judge::judge_as_it_is(Case c) { return enqueue(std::move(c), {}, true); }

bool Judge::enqueue(Case c, Shrunk shrunk, bool as_it_is) {
  auto narrowed = subject_.narrowed(std::move(c));
  if (narrowed) waiting_.push_back(prepared(*std::move(narrowed), std::move(shrunk), as_it_is));
  while (waiting_.size() > subject_.looks_ahead() && !done()) judge_first();
  scores_.back().is_stopped = done();
  return !scores_.back().is_stopped;
}

void Judge::judge_first() {
  const Waiting waiting = std::move(waiting_.front());
  waiting_.pop_front();
  for (Failure& failure : failures(waiting.asked, waiting.by)) {
    record(std::move(failure), waiting.asked, waiting.shrunk);
  }
}

std::vector<const Property*> Judge::try_case(const Case& c) {
  std::vector<const Property*> violated;
  for (const Failure& failure : failures(c, std::vector<bool>(properties_.size(), true))) {
    violated.push_back(failure.property);
  }
  return violated;
}

std::vector<Judge::Failure> Judge::failures(const Case& c, const std::vector<bool>& by) {
  Score& score = scores_.back();
  Trace answered;
  try {
    answered = subject_.run(c);
  } catch (const NoTrace& none) {
    if (none.why() == NoTrace::Why::lost) ++score.lost;
    for (std::size_t p = 0; p < properties_.size(); ++p) {
      if (by[p] && is_open(p)) score.tallies[p].count(none);
    }
    return {};
  }
  const Expected expected = expect(c, answered, subject_.conventions());
  const Trial trial{c, answered, expected, subject_};

  ++score.cases;
  score.questions += c.keys.size() * c.states();
  for (Classes met = classify(c, answered, expected); met != 0; met &= met - 1) {
    ++score.classes[static_cast<std::size_t>(std::countr_zero(met))];
  }
  if (observer_) observer_(trial);

  std::vector<Failure> found;
  for (std::size_t p = 0; p < properties_.size(); ++p) {
    if (!by[p] || !is_open(p)) continue;
    try {
      Verdict verdict = properties_[p]->check_at(c.level)(trial);
      score.tallies[p].count(verdict);
      if (verdict.is_violated()) found.push_back({properties_[p], answered, std::move(verdict)});
    } catch (const NoTrace& none) {
      score.tallies[p].count(none);
    }
  }
  return found;
}

bool Judge::violates(const Property& property, const Case& c) {
  try {
    return verdict_on(property, c).is_violated();
  } catch (const NoTrace&) {
    return false;
  }
}

Verdict Judge::verdict_on(const Property& property, const Case& c) {
  const Trace answered = subject_.run(c);
  const Expected expected = expect(c, answered, subject_.conventions());
  return property.check_at(c.level)({c, answered, expected, subject_});
}

// Whether a candidate violates the property of a failure, which it then takes the place of. Says no
// to every candidate once the effort that one violation is worth, or the time, is spent.
class Judge::Shrinking {
 public:
  Shrinking(Judge& judge, Failure& failure)
      : judge_(judge),
        failure_(failure),
        is_remote_(judge.subject_.is_remote()),
        left_(is_remote_ ? kDistantEffort : kShrinkingEffort) {}

  bool operator()(const Case& c) {
    const std::uint64_t needed = is_remote_ ? c.states() * (c.keys.size() + 1) : effort(c);
    if (left_ < needed || (judge_.stop_shrinking_ && judge_.stop_shrinking_())) return false;
    left_ -= needed;
    if (judge_.subject_.narrowed(c) != c) return false;
    try {
      Trace answered = judge_.subject_.run(c);
      const Expected expected = expect(c, answered, judge_.subject_.conventions());
      Verdict verdict =
          failure_.property->check_at(c.level)({c, answered, expected, judge_.subject_});
      if (!verdict.is_violated()) return false;
      failure_.answered = std::move(answered);
      failure_.verdict = std::move(verdict);
      return true;
    } catch (const NoTrace&) {
      return false;
    }
  }

 private:
  Judge& judge_;
  Failure& failure_;
  bool is_remote_;
  std::uint64_t left_;
};

void Judge::record(const Property& property, const Case& found) {
  Trace answered = subject_.run(found);
  const Expected expected = expect(found, answered, subject_.conventions());
  Verdict verdict = property.check_at(found.level)({found, answered, expected, subject_});
  record({&property, std::move(answered), std::move(verdict)}, found, {});
}

void Judge::record(Failure failure, const Case& found, const Shrunk& shrunk) {
  const Property* property = failure.property;
  Case smallest = found;
  bool repeats = failure.verdict.is_violated();
  if (shrinks_ && repeats) {
    if (shrunk) smallest = shrunk(Shrinking(*this, failure));
    smallest = shrink(smallest, Shrinking(*this, failure));
    try {
      const Verdict again = verdict_on(*property, smallest);
      repeats = again.is_violated() || again.is_vacuous();
    } catch (const NoTrace&) {
      // Whatever it does then is reported as an incident.
    }
  }
  violations_.push_back({property, scores_.back().engine, found, std::move(smallest),
                         std::move(failure.answered), std::move(failure.verdict), repeats});
  for (std::size_t p = 0; p < properties_.size(); ++p) {
    if (properties_[p] == property) violated_[p] = true;
  }
}

bool Judge::done() const { return violations_.size() == properties_.size() || (stop_ && stop_()); }

}  // namespace clockwise
