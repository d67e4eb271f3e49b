#include "properties/kit/judge.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

#include "properties/kit/no_trace.hpp"
#include "properties/kit/reply.hpp"

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

std::uint64_t effort(const Case& c) {
  std::uint64_t tokens = 1;
  for_each_batch(c, [&](const std::vector<Token>& batch) { tokens += batch.size(); });
  return c.states() * (c.keys.size() + 1) * tokens;
}

// How many names the answers have, those in lists counted one by one.
std::uint64_t answers(const Case& c, const Expected& expected) {
  std::uint64_t count = 0;
  for (const State& state : expected.trace.states) count += c.keys.size() + state.listed.size();
  return count;
}

}  // namespace

void Tally::count_out(const NoTrace& none) {
  if (none.why() == NoTrace::Why::unsupported) ++unsupported;
  if (none.why() == NoTrace::Why::excused) ++excused;
  if (none.why() != NoTrace::Why::lost) why = none.what();
}

Judge::Judge(Subject& subject, std::vector<const Property*> properties)
    : subject_(subject),
      properties_(std::move(properties)),
      violated_(properties_.size()),
      asks_on_(properties_.size()) {}

void Judge::begin(std::string_view engine) {
  Score& score = scores_.emplace_back();
  score.engine = engine;
  score.tallies.resize(properties_.size());
  prepared_ = 0;
  begun_ = std::chrono::steady_clock::now();
}

void Judge::end(std::string summary) {
  while (!waiting_.empty() && !done()) try_first();
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
    if (!part.tallies[p].reason.empty()) tally.reason = part.tallies[p].reason;
  }
}

namespace {

// Answers rightly, and takes down what it is asked: a rehearsal, for what a distant subject will be
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

Judge::Waiting Judge::prepared(Case c, Shrunk shrunk) {
  Waiting waiting{std::move(c), std::move(shrunk), std::vector<bool>(properties_.size())};
  for (std::size_t p = 0; p < properties_.size(); ++p) waiting.by[p] = is_open(p);
  const std::uint64_t number = prepared_++;
  if (subject_.looks_ahead() == 0) return waiting;

  const Expected expected = expect(waiting.asked);
  std::vector<Case> asked{waiting.asked};
  for (std::size_t p = 0; p < properties_.size(); ++p) {
    if (!waiting.by[p]) continue;
    const bool is_its_turn = (number + p) % one_in_ == 0;
    if (asks_on_[p] && !is_its_turn) {
      waiting.by[p] = false;
      continue;
    }
    Rehearsal rehearsal;
    static_cast<void>(properties_[p]->check({waiting.asked, expected.trace, expected, rehearsal}));
    if (rehearsal.asked.empty()) continue;
    asks_on_[p] = true;
    const std::uint64_t rounds = 1 + rehearsal.effort / (one_in_ > 1 ? kAtEase : kAtEaseOnce);
    waiting.by[p] = is_its_turn && (number + p) / one_in_ % rounds == 0;
    if (waiting.by[p]) std::ranges::move(rehearsal.asked, std::back_inserter(asked));
  }
  subject_.foretell(asked);
  return waiting;
}

void Judge::try_first() {
  const Waiting waiting = std::move(waiting_.front());
  waiting_.pop_front();
  for (const Property* property : try_case(waiting.asked, waiting.by)) {
    record(*property, waiting.asked, waiting.shrunk);
  }
}

std::vector<const Property*> Judge::try_case(const Case& c) {
  return try_case(c, std::vector<bool>(properties_.size(), true));
}

std::vector<const Property*> Judge::try_case(const Case& c, const std::vector<bool>& by) {
  Score& score = scores_.back();
  const Expected expected = expect(c);
  Trace answered;
  try {
    answered = subject_.run(c);
  } catch (const NoTrace& none) {
    if (none.why() == NoTrace::Why::lost) ++score.lost;
    for (std::size_t p = 0; p < properties_.size(); ++p) {
      if (by[p] && is_open(p)) score.tallies[p].count_out(none);
    }
    return {};
  }
  const Trial trial{c, answered, expected, subject_};

  ++score.cases;
  score.questions += c.keys.size() * c.states();
  for (Classes met = classify(c, expected); met != 0; met &= met - 1) {
    ++score.classes[static_cast<std::size_t>(std::countr_zero(met))];
  }

  std::vector<const Property*> newly_violated;
  for (std::size_t p = 0; p < properties_.size(); ++p) {
    if (!by[p] || !is_open(p)) continue;
    Tally& tally = score.tallies[p];
    try {
      const Verdict verdict = properties_[p]->check(trial);
      if (verdict.is_violated()) {
        ++tally.violated;
        newly_violated.push_back(properties_[p]);
      } else if (verdict.is_vacuous()) {
        ++tally.vacuous;
        tally.reason = verdict.reason();
      } else {
        ++tally.holds;
      }
    } catch (const NoTrace& none) {
      score.tallies[p].count_out(none);
    }
  }
  return newly_violated;
}

bool Judge::judge(Case c, Shrunk shrunk) {
  auto narrowed = subject_.narrowed(std::move(c));
  if (narrowed) waiting_.push_back(prepared(*std::move(narrowed), std::move(shrunk)));
  while (waiting_.size() > subject_.looks_ahead() && !done()) try_first();
  scores_.back().is_stopped = done();
  return !scores_.back().is_stopped;
}

bool Judge::violates(const Property& property, const Case& c) {
  try {
    return verdict_on(property, c).is_violated();
  } catch (const NoTrace&) {
    return false;
  }
}

StillFails Judge::still_fails(const Property& property) {
  const bool is_distant = subject_.looks_ahead() > 0;
  return [this, &property, is_distant,
          left = is_distant ? kDistantEffort : kShrinkingEffort](const Case& c) mutable {
    const std::uint64_t needed = is_distant ? c.states() * (c.keys.size() + 1) : effort(c);
    if (left < needed || (hurry_ && hurry_())) return false;
    left -= needed;
    if (!is_distant) return violates(property, c);
    const auto narrowed = subject_.narrowed(c);
    return narrowed && *narrowed == c && violates(property, c);
  };
}

Verdict Judge::verdict_on(const Property& property, const Case& c) {
  const Expected expected = expect(c);
  const Trace answered = subject_.run(c);
  return property.check({c, answered, expected, subject_});
}

void Judge::record(const Property& property, const Case& found, const Shrunk& shrunk) {
  Case smallest = found;
  if (shrinks_) {
    if (shrunk) smallest = shrunk(still_fails(property));
    smallest = shrink(smallest, still_fails(property));
  }
  Violation violation{&property, scores_.back().engine, found, smallest, {}, Verdict::holds()};
  try {
    violation.answered = subject_.run(smallest);
    violation.verdict = verdict_on(property, smallest);
  } catch (const NoTrace& none) {
    violation.answered = failed_throughout(smallest, none.what());
  }
  violations_.push_back(std::move(violation));
  for (std::size_t p = 0; p < properties_.size(); ++p) {
    if (properties_[p] == &property) violated_[p] = true;
  }
}

bool Judge::done() const { return violations_.size() == properties_.size() || (stop_ && stop_()); }

}  // namespace clockwise
