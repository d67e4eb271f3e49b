// The Judge: puts one case after the other to a subject and keeps the score.
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

  // Takes down a case of which there is no trace.
  void count_out(const NoTrace& none);
};

struct Violation {
  const Property* property = nullptr;
  std::string engine;
  Case found;       // as the engine supplied it
  Case smallest;    // after shrinking, the property held fixed
  Trace answered;   // to the smallest
  Verdict verdict;  // on the smallest
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
  // The properties must not be empty.
  Judge(Subject& subject, std::vector<const Property*> properties);

  // Opens the score of an engine; all that follows counts for it.
  void begin(std::string_view engine);
  void end(std::string summary);
  // Counts what a judge of the same properties scored elsewhere.
  void add(const Score& part);

  // Judges the case by every property that is not violated yet, and takes down those that it
  // violates, made smaller by `shrunk` first. Returns whether there is anything left to judge. A
  // subject that looks ahead is judged some cases later: by the end of its engine, at the latest.
  using Shrunk = std::function<Case(const StillFails&)>;
  bool judge(Case c, Shrunk shrunk = {});

  // Judges the case at once by every property that is not violated yet, and returns those that it
  // violates, without taking them down.
  std::vector<const Property*> try_case(const Case& c);

  // Takes down a violation, shrunk from `shrunk` as far as it will go.
  void record(const Property& property, const Case& found, const Case& shrunk) {
    record(property, found, [shrunk](const StillFails&) { return shrunk; });
  }

  // The verdict on one case, and whether it is a violation. Count for nothing.
  Verdict verdict_on(const Property& property, const Case& c);
  bool violates(const Property& property, const Case& c);

  // What shrinking asks: whether a candidate violates the property. Once it has looked at as much
  // as one violation is worth, or is in a hurry, it says no to all.
  StillFails still_fails(const Property& property);

  // Where only the verdict matters, violations are not made smaller.
  void leave_as_found() { shrinks_ = false; }

  // Properties that ask a subject at a distance about further cases are judged on one case in so
  // many, each on others, and on fewer of those where they ask much: what they ask is many times
  // what the case itself does.
  void thin_out(std::uint64_t one_in) { one_in_ = one_in; }

  // Whether to stop: every property is violated, the time is up, or someone interrupted.
  bool done() const;
  void stop_when(std::function<bool()> stop) { stop_ = std::move(stop); }

  // Whether to leave what is found as it is by now, instead of shrinking it further.
  void hurry_when(std::function<bool()> hurry) { hurry_ = std::move(hurry); }

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

  Waiting prepared(Case c, Shrunk shrunk);
  void try_first();
  std::vector<const Property*> try_case(const Case& c, const std::vector<bool>& by);
  void record(const Property& property, const Case& found, const Shrunk& shrunk);
  bool is_open(std::size_t property) const { return !violated_[property]; }

  Subject& subject_;
  std::vector<const Property*> properties_;
  std::vector<bool> violated_;
  std::vector<bool> asks_on_;  // whether a property was seen to ask about further cases
  std::vector<Score> scores_;
  std::vector<Violation> violations_;
  std::function<bool()> stop_;
  std::function<bool()> hurry_;
  std::deque<Waiting> waiting_;
  std::uint64_t prepared_ = 0;  // cases of this engine
  std::uint64_t one_in_ = 1;
  bool shrinks_ = true;
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace clockwise
