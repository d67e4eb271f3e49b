#include "gate/report/diagnosis.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gate/base/words.hpp"
#include "properties/engines/engine.hpp"
#include "properties/kit/catalog.hpp"
#include "properties/kit/expected.hpp"
#include "properties/kit/judge.hpp"
#include "properties/kit/no_trace.hpp"

namespace clockwise::gate {
namespace {

// Answers rightly, and keeps what it was asked.
class Recorder final : public Subject {
 public:
  const std::string& name() const override { return name_; }
  Trace run_asking(const Case& c, const AskIn&) override {
    cases.push_back(c);
    return expect(c).trace;
  }
  std::vector<Case> cases;

 private:
  std::string name_ = "recorder";
};

// The first `most` cases that each engine supplies, the same ones every time.
std::vector<Case> sample(const std::filesystem::path& corpus, std::size_t most) {
  std::vector<Case> all;
  for (const Engine& engine : default_engines()) {
    if (engine.slug == "corpus" && corpus.empty()) continue;
    Recorder recorder;
    // The key property asks about no derived case, so that what is recorded is what was supplied.
    Judge judge(recorder, {find_property("successor")});
    judge.stop_when([&] { return recorder.cases.size() >= most; });
    Plan plan;
    plan.corpus = corpus;
    try {
      run_engine(engine, judge, plan);
    } catch (const EngineError&) {
      // A corpus that cannot be read is told of where it is graded on; here it is no help.
    }
    all.insert(all.end(), recorder.cases.begin(), recorder.cases.end());
  }
  return all;
}

std::uint64_t wrong_rings() {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(gallery(), [](const Fault* fault) { return fault->is_ring(); }));
}

}  // namespace

Comparison compare(const Trace& a, const Trace& b) {
  Comparison sum;
  const auto count = [&](bool same) {
    ++sum.questions;
    sum.different += same ? 0 : 1;
  };
  for (std::size_t i = 0; i < a.states.size(); ++i) {
    const State& x = a.states[i];
    const State& y = b.states[i];
    count(agree(x.step, y.step));
    for (std::size_t k = 0; k < x.owners.size(); ++k) count(same_owner(x, k, y, k));
    for (std::size_t k = 0; k < x.replicas.size(); ++k) count(same_replicas(x, k, y, k));
  }
  return sum;
}

Diagnosis diagnose(Subject& subject, const std::vector<Case>& failing,
                   const std::filesystem::path& corpus) {
  std::vector<Case> cases = failing;
  // Over a pipe an answer takes longer by far.
  const std::size_t most = subject.looks_ahead() > 0 ? 40 : 250;
  for (Case& c : sample(corpus, most)) cases.push_back(std::move(c));

  Diagnosis diagnosis;
  if (subject.looks_ahead() > 0) subject.foretell(cases);
  std::vector<Trace> answers;
  std::vector<Case> answered;
  for (Case& c : cases) {
    try {
      answers.push_back(subject.run(c));
      answered.push_back(std::move(c));
    } catch (const NoTrace&) {
      // Nothing to compare.
    }
  }
  cases = std::move(answered);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Comparison with_right = compare(answers[i], expect(cases[i]).trace);
    diagnosis.questions += with_right.questions;
    diagnosis.wrong += with_right.different;
  }
  if (diagnosis.wrong == 0) return diagnosis;
  for (const Fault* fault : gallery()) {
    if (!fault->is_ring()) continue;  // its answers are right
    RingSubject wrong(std::string(fault->slug), fault->make);
    std::size_t same = 0;
    while (same < cases.size() && compare(answers[same], wrong.run(cases[same])).different == 0) {
      ++same;
    }
    if (same == cases.size()) diagnosis.faults.push_back(fault);
  }
  return diagnosis;
}

std::string in_words(const Diagnosis& diagnosis) {
  if (diagnosis.wrong == 0) {
    return fmt::format("your owners and replicas are right on {}",
                       counted(diagnosis.questions, "question"));
  }
  if (diagnosis.faults.empty()) {
    return fmt::format("your answers are no known wrong ring's: {} were compared on {}",
                       counted(wrong_rings(), "wrong ring"),
                       counted(diagnosis.questions, "question"));
  }
  std::vector<std::string_view> slugs;
  std::vector<std::string_view> reports;
  for (const Fault* fault : diagnosis.faults) {
    slugs.push_back(fault->slug);
    reports.insert(reports.end(), fault->reports.begin(), fault->reports.end());
  }
  std::string text =
      fmt::format("your answers are {}'s on {} of {} questions", fmt::join(slugs, "'s and "),
                  diagnosis.questions, diagnosis.questions);
  constexpr std::size_t kShown = 2;  // `clockwise explain` has the others
  if (reports.size() > kShown) reports.resize(kShown);
  if (!reports.empty()) text += fmt::format("; see {}", fmt::join(reports, ", "));
  return text;
}

}  // namespace clockwise::gate
