// The Judge: puts one case after the other to a subject, of either level, and keeps the score.
//
// An engine supplies the cases and knows no property by name; the judge knows no engine.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "properties/kit/no_trace.hpp"
#include "properties/kit/property.hpp"
#include "properties/kit/shrink.hpp"

namespace clockwise {

// How often a property gave which verdict. A property is judged until it is first violated.
struct Tally {
  std::uint64_t holds = 0;
  std::uint64_t vacuous = 0;
  std::uint64_t violated = 0;
  std::string_view reason = {};   // of the last vacuous verdict
  std::uint64_t unsupported = 0;  // cases that the subject says it cannot do
  std::uint64_t excused = 0;      // cases that it does otherwise on purpose, as declared
  std::string why = {};           // of the last case that was unsupported or excused

  void count(const Verdict& verdict);
  void count(const NoTrace& none);
};

// Trace and verdict are those of one run: the last in which the smallest case failed.
struct Violation {
  const Property* property = nullptr;
  std::string engine;
  Case found;           // as the engine supplied it
  Case smallest;        // after shrinking, the property held fixed
  Trace answered;       // to the smallest
  Verdict verdict;      // on the smallest: violated
  bool repeats = true;  // whether it was violated again when it was asked once more
};

// What one engine's run came to.
struct Score {
  std::string engine;
  std::uint64_t cases = 0;
  std::uint64_t questions = 0;                    // keys × states, over all cases
  std::uint64_t lost = 0;                         // cases to which there was no answer to judge
  std::vector<Tally> tallies;                     // one a property, in the judge's order
  std::array<std::uint64_t, kClasses> classes{};  // cases of each class
  bool is_stopped = false;  // `judge` wanted no more, so that an engine that enumerates broke off
  std::string summary;      // the engine's own account: a bound covered, files replayed …
  std::chrono::duration<double> took{};
};

class Judge {
 public:
  // The properties are not empty, and have a check at the subject's level.
  Judge(Subject& subject, std::vector<const Property*> properties);

  // Opens the score of an engine; all that follows counts for it.
  void begin(std::string_view engine);
  void end(std::string summary);
  // Counts what a judge of the same properties scored elsewhere.
  void add(const Score& part);

  // Judges the case by every property that is not violated yet, and records each violation,
  // pre-shrunk by `shrunk`. Returns whether there is anything left to judge. With a subject that
  // looks ahead the verdict may come some cases later, but before the engine ends.
  using Shrunk = std::function<Case(const StillFails&)>;
  bool judge(Case c, Shrunk shrunk = {});

  // The same by those properties alone that ask about no further case: for large cases, of which
  // there are many.
  bool judge_as_it_is(Case c);

  // Judges the case at once by every property that is not violated yet, and returns those that it
  // violates, without recording them.
  std::vector<const Property*> try_case(const Case& c);

  // Records that a case violates a property, and shrinks it as far as it will go. Where it does not
  // when it is asked here, it is recorded as one that does not repeat.
  void record(const Property& property, const Case& found);

  // The verdict on one case, and whether it is a violation. Count for nothing.
  Verdict verdict_on(const Property& property, const Case& c);
  bool violates(const Property& property, const Case& c);

  // Where only the verdict matters: violations are recorded as they were found.
  void no_shrinking() { shrinks_ = false; }

  // For remote subjects, a property that asks about further cases is sampled: it is checked on one
  // case in `one_in`, fewer where it would ask much.
  void sample_one_in(std::uint64_t one_in) { one_in_ = one_in; }

  // Called with every case that was answered, before the properties judge it.
  void observe(std::function<void(const Trial&)> observer) { observer_ = std::move(observer); }

  // Whether to stop: every property is violated, the time is up, or someone interrupted.
  bool done() const;
  void stop_when(std::function<bool()> stop) { stop_ = std::move(stop); }

  // Whether to stop shrinking where it has got to by now.
  void stop_shrinking_when(std::function<bool()> stop) { stop_shrinking_ = std::move(stop); }

  Subject& subject() { return subject_; }
  const std::vector<const Property*>& properties() const { return properties_; }
  const std::vector<Score>& scores() const { return scores_; }
  const std::vector<Violation>& violations() const { return violations_; }

 private:
  // A case on its way, and the properties to judge it by.
  struct Waiting {
    Case asked;
    Shrunk shrunk;
    std::vector<bool> by;
  };
  // A property that a case violates, with the run that shows it.
  struct Failure {
    const Property* property;
    Trace answered;
    Verdict verdict;
  };
  class Shrinking;

  bool enqueue(Case c, Shrunk shrunk, bool as_it_is);
  Waiting prepared(Case c, Shrunk shrunk, bool as_it_is);
  void judge_first();
  std::vector<Failure> failures(const Case& c, const std::vector<bool>& by);
  void record(Failure failure, const Case& found, const Shrunk& shrunk);
  bool is_open(std::size_t property) const { return !violated_[property]; }

  Subject& subject_;
  std::vector<const Property*> properties_;
  std::vector<bool> violated_;
  std::vector<Score> scores_;
  std::vector<Violation> violations_;
  std::function<bool()> stop_;
  std::function<bool()> stop_shrinking_;
  std::function<void(const Trial&)> observer_;
  std::deque<Waiting> waiting_;
  std::uint64_t prepared_ = 0;  // cases of this engine
  std::uint64_t one_in_ = 1;
  bool shrinks_ = true;
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace clockwise
