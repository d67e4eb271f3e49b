#include "gate/report/diagnosis.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "gate/base/words.hpp"
#include "properties/engines/engine.hpp"
#include "properties/faults/base_name_ring.hpp"
#include "properties/kit/catalog.hpp"
#include "properties/kit/expected.hpp"
#include "properties/kit/judge.hpp"
#include "properties/kit/no_trace.hpp"

namespace clockwise::gate {
namespace {

// Answers rightly, as a subject of this kind, and keeps what it was asked.
class Recorder final : public Subject {
 public:
  explicit Recorder(const Subject& like) : level_(like.level()), conventions_(like.conventions()) {}

  const std::string& name() const override { return name_; }
  Level level() const override { return level_; }
  const Conventions& conventions() const override { return conventions_; }
  Trace run_asking(const Case& c, const AskIn&) override {
    cases.push_back(c);
    return right(c);
  }
  static Trace right(const Case& c) {
    if (c.level == Level::positions) return expect(c).trace;
    RendezvousRing ring;
    return clockwise::run(ring, c);
  }
  std::vector<Case> cases;

 private:
  std::string name_ = "recorder";
  Level level_;
  Conventions conventions_;
};

// The first `most` cases that each engine supplies to a subject of this kind, the same ones every
// time.
std::vector<Case> sample(Subject& subject, const std::filesystem::path& corpus, std::size_t most) {
  std::vector<Case> all;
  const auto properties = catalog_at(subject.level());
  // It asks about no derived case, so that what is recorded is what was supplied.
  const auto keystone = std::ranges::find(properties, true, &Property::is_keystone);
  for (const Engine& engine : default_engines()) {
    Recorder recorder(subject);
    Judge judge(recorder, {*keystone});
    judge.stop_when([&] { return recorder.cases.size() >= most; });
    RunOptions options;
    options.corpus = corpus;
    try {
      run_engine(engine, judge, options);
    } catch (const EngineError&) {
      // A corpus that cannot be read is reported where it is graded on; here it is no help.
    }
    for (Case& c : recorder.cases) {
      if (auto narrowed = subject.narrowed(std::move(c))) all.push_back(*std::move(narrowed));
    }
  }
  return all;
}

// The wrong rings of a level, without those whose answers are right and whose plans are wrong.
std::vector<const Fault*> wrong_rings(Level level) {
  std::vector<const Fault*> faults;
  std::ranges::copy_if(gallery(), std::back_inserter(faults), [&](const Fault* fault) {
    return fault->is_ring() && fault->is_of_names() == (level == Level::names);
  });
  return faults;
}

Trace answers_of(const Fault& fault, const Case& c) {
  if (c.level == Level::names) return run(*fault.make_names(0), c);
  return run(*fault.make(), c);
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

std::optional<Diagnosis> diagnose(Subject& subject, const std::vector<Case>& failing,
                                  const std::filesystem::path& corpus) {
  std::vector<Case> cases = failing;
  const bool has_reference = subject.level() == Level::positions;
  // Over a pipe an answer takes longer by far, and so does a case of names.
  const std::size_t most = !has_reference ? 8 : subject.is_remote() ? 40 : 250;
  for (Case& c : sample(subject, corpus, most)) cases.push_back(std::move(c));
  if (subject.looks_ahead() > 0) subject.prefetch(cases);

  Diagnosis diagnosis;
  diagnosis.level = subject.level();
  diagnosis.faults = wrong_rings(subject.level());
  for (const Case& c : cases) {
    // Without a reference there is no more to be said once no wrong ring is left.
    if (!has_reference && diagnosis.faults.empty()) return std::nullopt;
    try {
      const Trace answered = subject.run(c);
      const Comparison with_right = compare(answered, Recorder::right(c));
      diagnosis.questions += with_right.questions;
      diagnosis.wrong += with_right.different;
      std::erase_if(diagnosis.faults, [&](const Fault* fault) {
        return compare(answered, answers_of(*fault, c)).different > 0;
      });
    } catch (const NoTrace&) {
      // Nothing to compare.
    }
  }
  if (diagnosis.wrong == 0) diagnosis.faults.clear();
  if (!has_reference && diagnosis.faults.empty()) return std::nullopt;
  return diagnosis;
}

std::string in_words(const Diagnosis& diagnosis) {
  if (diagnosis.wrong == 0) {
    return fmt::format("your owners and replicas are right on {}",
                       counted(diagnosis.questions, "question"));
  }
  if (diagnosis.faults.empty()) {
    return fmt::format("your answers match no known wrong ring: {} were compared on {}",
                       counted(wrong_rings(diagnosis.level).size(), "wrong ring"),
                       counted(diagnosis.questions, "question"));
  }
  std::vector<std::string_view> slugs;
  std::vector<std::string_view> reports;
  for (const Fault* fault : diagnosis.faults) {
    slugs.push_back(fault->slug);
    reports.insert(reports.end(), fault->reports.begin(), fault->reports.end());
  }
  std::string text =
      fmt::format("your answers match the known wrong ring{} {} on all {} questions",
                  slugs.size() == 1 ? "" : "s", fmt::join(slugs, " and "), diagnosis.questions);
  constexpr std::size_t kShown = 2;  // `clockwise explain` has the others
  if (reports.size() > kShown) reports.resize(kShown);
  if (!reports.empty()) text += fmt::format("; see {}", fmt::join(reports, ", "));
  return text;
}

}  // namespace clockwise::gate
