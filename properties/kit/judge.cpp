#include "properties/kit/judge.hpp"

#include <bit>

namespace clockwise {
namespace {

// What shrinking a violation may cost, in token-questions: a second or a few. Not counted in
// seconds, so that the same run gives the same report everywhere.
constexpr std::uint64_t kShrinkingEffort = 500'000'000;

std::uint64_t effort(const Case& c) {
  std::uint64_t tokens = 1;
  for_each_batch(c, [&](const std::vector<Token>& batch) { tokens += batch.size(); });
  return c.states() * (c.keys.size() + 1) * tokens;
}

}  // namespace

Judge::Judge(Subject& subject, std::vector<const Property*> properties)
    : subject_(subject), properties_(std::move(properties)), violated_(properties_.size()) {}

void Judge::begin(std::string_view engine) {
  Score& score = scores_.emplace_back();
  score.engine = engine;
  score.tallies.resize(properties_.size());
  begun_ = std::chrono::steady_clock::now();
}

void Judge::end(std::string summary) {
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

std::vector<const Property*> Judge::try_case(const Case& c) {
  const Expected expected = expect(c);
  const Trace answered = subject_.run(c);
  const Trial trial{c, answered, expected, subject_};

  Score& score = scores_.back();
  ++score.cases;
  score.questions += c.keys.size() * c.states();
  for (Classes met = classify(c, expected); met != 0; met &= met - 1) {
    ++score.classes[static_cast<std::size_t>(std::countr_zero(met))];
  }

  std::vector<const Property*> newly_violated;
  for (std::size_t p = 0; p < properties_.size(); ++p) {
    if (!is_open(p)) continue;
    Tally& tally = score.tallies[p];
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
  }
  return newly_violated;
}

bool Judge::judge(const Case& c) {
  for (const Property* property : try_case(c)) record(*property, c, c);
  scores_.back().is_stopped = done();
  return !scores_.back().is_stopped;
}

bool Judge::violates(const Property& property, const Case& c) {
  return verdict_on(property, c).is_violated();
}

StillFails Judge::still_fails(const Property& property) {
  return [this, &property, left = kShrinkingEffort](const Case& c) mutable {
    const std::uint64_t needed = effort(c);
    if (left < needed || (hurry_ && hurry_())) return false;
    left -= needed;
    return violates(property, c);
  };
}

Verdict Judge::verdict_on(const Property& property, const Case& c) {
  const Expected expected = expect(c);
  const Trace answered = subject_.run(c);
  return property.check({c, answered, expected, subject_});
}

void Judge::record(const Property& property, const Case& found, const Case& shrunk) {
  const Case smallest = shrinks_ ? shrink(shrunk, still_fails(property)) : shrunk;
  violations_.push_back({&property, scores_.back().engine, found, smallest, subject_.run(smallest),
                         verdict_on(property, smallest)});
  for (std::size_t p = 0; p < properties_.size(); ++p) {
    if (properties_[p] == &property) violated_[p] = true;
  }
}

bool Judge::done() const { return violations_.size() == properties_.size() || (stop_ && stop_()); }

}  // namespace clockwise
