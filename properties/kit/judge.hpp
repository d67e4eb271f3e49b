// The Judge: puts one case after the other to a subject and keeps the score.
//
// An engine supplies the cases and knows no property by name; the judge knows no engine.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "properties/kit/property.hpp"
#include "properties/kit/shrink.hpp"

namespace clockwise {

// How often a property gave which verdict. A property is judged until it is first violated.
struct Tally {
  std::uint64_t holds = 0;
  std::uint64_t vacuous = 0;
  std::uint64_t violated = 0;
  std::string_view reason;  // of the last vacuous verdict
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

  // Judges the case by every property that is not violated yet, and returns those that it violates,
  // for `record`. `judge` does both; it returns whether there is anything left to judge.
  std::vector<const Property*> try_case(const Case& c);
  bool judge(const Case& c);

  // The verdict on one case, and whether it is a violation. Count for nothing.
  Verdict verdict_on(const Property& property, const Case& c);
  bool violates(const Property& property, const Case& c);

  // What shrinking asks: whether a candidate violates the property. Once it has looked at as much
  // as one violation is worth, or is in a hurry, it says no to all.
  StillFails still_fails(const Property& property);

  // Takes down a violation, shrunk from `shrunk` as far as it will go; as it is, after
  // `leave_as_found`, where only the verdict matters.
  void record(const Property& property, const Case& found, const Case& shrunk);

  void leave_as_found() { shrinks_ = false; }
  bool shrinks() const { return shrinks_; }

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
  bool is_open(std::size_t property) const { return !violated_[property]; }

  Subject& subject_;
  std::vector<const Property*> properties_;
  std::vector<bool> violated_;
  std::vector<Score> scores_;
  std::vector<Violation> violations_;
  std::function<bool()> stop_;
  std::function<bool()> hurry_;
  bool shrinks_ = true;
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace clockwise
