// The wrong rings: that the ring they derive from is right, and that each of them is wrong.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "properties/faults/base_plan.hpp"
#include "properties/faults/base_ring.hpp"
#include "properties/faults/fault.hpp"
#include "properties/kit/catalog.hpp"
#include "properties/kit/expected.hpp"
#include "properties/kit/run.hpp"
#include "reference/naive_plan.hpp"

namespace clockwise {
namespace {

constexpr Position kTop = ~Position{0};

// ---- Small rings: at most five tokens at any time, everything that can happen to them. ----------

constexpr unsigned kPlaces = 11;
constexpr unsigned kMostTokens = 3;

// Returns false when it has seen enough.
using Visit = std::function<bool(const Case&)>;

// A ring on kPlaces positions, as it is or spread over 2^64, and its case in the making.
class SmallCase {
 public:
  // The tokens are given as (place, node).
  SmallCase(const std::vector<std::pair<unsigned, unsigned>>& tokens, bool spread)
      : step_(spread ? kTop / kPlaces : 1), start_(spread ? step_ / 2 : 0) {
    case_.start.size = spread ? Count{kTop} + 1 : kPlaces;
    for (const auto& [place, node] : tokens) {
      case_.start.tokens.push_back({TokenId{tokens_++}, at(place), NodeId{node}});
      nodes_ = std::max(nodes_, node + 1);
    }
    for (unsigned place = 0; place < kPlaces; ++place) {
      const bool is_taken = std::ranges::count(tokens, place, &Place::first) > 0;
      if (!is_taken) free_.push_back(at(place));
    }
  }

  // Each leave and return, each join of one token, a join of two, and what is refused; the ring is
  // rebuilt in between.
  Case make() {
    ask_around_every_place();
    leave_and_return();
    join();
    be_refused();
    return std::move(case_);
  }

 private:
  using Place = std::pair<unsigned, unsigned>;

  Position at(unsigned place) const { return start_ + place * step_; }

  void ask_around_every_place() {
    case_.replicas = 2;
    case_.keys = {at(0), at(0), 0, kTop};
    for (unsigned place = 0; place < kPlaces; ++place) {
      const Position p = at(place);
      case_.keys.insert(case_.keys.end(), {p == 0 ? p : p - 1, p, p + 1});
    }
  }

  void leave_and_return() {
    for (std::uint32_t n = 0; n < nodes_; ++n) {
      Join back;
      std::ranges::copy_if(case_.start.tokens, std::back_inserter(back.tokens),
                           [n](const Token& token) { return token.node == NodeId{n}; });
      case_.steps.emplace_back(Leave{NodeId{n}});
      case_.steps.emplace_back(std::move(back));
      case_.steps.emplace_back(case_.start);
    }
  }

  void join() {
    const NodeId stranger{nodes_};
    for (const Position p : free_) {
      for (std::uint32_t n = 0; n <= nodes_; ++n) {
        case_.steps.emplace_back(Join{{{TokenId{tokens_}, p, NodeId{n}}}});
        if (n == nodes_) case_.steps.emplace_back(Leave{stranger});
        case_.steps.emplace_back(case_.start);
      }
    }
    case_.steps.emplace_back(Join{{{TokenId{tokens_}, free_.front(), stranger},
                                   {TokenId{tokens_ + 1}, free_.back(), stranger}}});
    case_.steps.emplace_back(case_.start);
  }

  void be_refused() {
    const NodeId stranger{nodes_};
    const Token member = case_.start.tokens.front();
    const Token good{TokenId{tokens_}, free_.front(), stranger};
    const Token taken{TokenId{tokens_ + 1}, member.position, stranger};
    const Token known{member.id, free_.front(), stranger};
    const Token past{member.id, case_.start.size > kTop ? member.position : kPlaces, stranger};
    for (const auto& batch : {std::vector<Token>{}, {member}, {known}, {taken}, {past}}) {
      case_.steps.emplace_back(Join{batch});
    }
    case_.steps.emplace_back(Join{{good, taken}});
    case_.steps.emplace_back(Leave{stranger});
    case_.steps.emplace_back(Build{case_.start.size, {good, good}});
    case_.steps.emplace_back(Build{case_.start.size, {good}});  // this one is not
  }

  Case case_;
  Position step_;
  Position start_;
  std::uint32_t tokens_ = 0;
  std::uint32_t nodes_ = 0;
  std::vector<Position> free_;
};

// Every set of up to kMostTokens places, labelled by nodes in every way up to renaming.
bool for_each_small_case(std::vector<std::pair<unsigned, unsigned>>& tokens, const Visit& visit) {
  if (!tokens.empty()) {
    if (!visit(SmallCase(tokens, false).make()) || !visit(SmallCase(tokens, true).make())) {
      return false;
    }
  }
  if (tokens.size() == kMostTokens) return true;
  unsigned nodes = 0;
  for (const auto& token : tokens) nodes = std::max(nodes, token.second + 1);
  for (unsigned place = tokens.empty() ? 0 : tokens.back().first + 1; place < kPlaces; ++place) {
    for (unsigned node = 0; node <= nodes; ++node) {
      tokens.emplace_back(place, node);
      if (!for_each_small_case(tokens, visit)) return false;
      tokens.pop_back();
    }
  }
  return true;
}
void for_each_small_case(const Visit& visit) {
  std::vector<std::pair<unsigned, unsigned>> none;
  for_each_small_case(none, visit);
}

// ---- Random rings: up to 48 tokens, of any size, with histories and refusals. -------------------

class RandomCase {
 public:
  explicit RandomCase(std::uint64_t seed) : random_(seed) {}

  Case make() {
    Case c;
    c.start = build();
    for (std::uint64_t n = below(24); n > 0; --n) c.steps.push_back(step());
    c.keys = critical_keys(c);
    std::ranges::shuffle(c.keys, random_);
    if (c.keys.size() > 60) c.keys.resize(60);
    if (!c.keys.empty()) c.keys.push_back(c.keys.back());
    for (int n = 0; n < 4; ++n) c.keys.push_back(random_() >> below(64));
    c.replicas = below(kNodes + 2);
    return c;
  }

 private:
  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

  Build build() {
    const Count sizes[] = {below(3), 2 + below(40), Count{1} << (5 + below(59)), Count{kTop} + 1,
                           Count{kTop} + 1};
    const Count size = sizes[below(5)];
    last_ = size == 0 ? 0 : static_cast<Position>(size - 1);
    taken_.clear();
    const std::uint64_t most = below(2) == 0 ? 6 : 48;
    return {size, tokens(below(40) == 0 ? 0 : 1 + below(most))};
  }

  Step step() {
    switch (below(12)) {
      case 0: return build();
      case 1:
      case 2:
      case 3:
      case 4:
      case 5: return Leave{node()};
      default: return Join{tokens(below(16) == 0 ? 0 : 1 + below(below(8) == 0 ? 30 : 4))};
    }
  }

  // Positions close to one another and to both ends; one in sixty is taken, past the end, or comes
  // with an id that is in use.
  std::vector<Token> tokens(std::uint64_t count) {
    std::vector<Token> batch;
    for (; count > 0; --count) {
      Position p = below(3) == 0 && !taken_.empty() ? taken_[below(taken_.size())] + below(5) - 2
                   : below(4) == 0                  ? last_ - below(6)
                                                    : random_() >> below(64);
      if (last_ != kTop && below(60) != 0) p %= last_ + 1;
      if (std::ranges::find(taken_, p) != taken_.end() && below(60) != 0) continue;
      taken_.push_back(p);
      const std::uint32_t id = below(60) == 0 ? next_id_ / 2 : next_id_++;
      batch.push_back({TokenId{id << kIdShift}, p, node()});
    }
    return batch;
  }

  NodeId node() { return NodeId{static_cast<std::uint32_t>(below(kNodes)) << kIdShift}; }

  static constexpr std::uint64_t kNodes = 9;
  static constexpr std::uint32_t kIdShift = 12;  // so that few of the low bits tell ids apart

  std::mt19937_64 random_;
  Position last_ = 0;
  std::uint32_t next_id_ = 0;
  std::vector<Position> taken_;
};

void for_each_random_case(const Visit& visit) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    if (!visit(RandomCase(seed).make())) return;
  }
}

// ---- What a ring says. --------------------------------------------------------------------------

// Whether two traces of one case say the same everywhere.
bool same(const Trace& a, const Trace& b) {
  return std::ranges::equal(a.states, b.states, [](const State& x, const State& y) {
    return agree(x.step, y.step) && first_difference(x, y) == x.owners.size();
  });
}

Trace trace_of(const Fault& fault, const Case& c, const AskIn& ask_in = {}) {
  const auto ring = fault.make();
  return run(*ring, c, {}, ask_in);
}

// Asked in the last state only; and a trace, as if it had been.
bool is_last(const Case& c, std::size_t state) { return state == c.steps.size(); }

Trace trace_at_the_end(const Fault& fault, const Case& c) {
  return trace_of(fault, c, [&](std::size_t state) { return is_last(c, state); });
}

Trace at_the_end(const Case& c, Trace trace) {
  for (std::size_t i = 0; i < trace.states.size(); ++i) {
    if (is_last(c, i)) continue;
    trace.states[i].owners.clear();
    trace.states[i].replicas.clear();
  }
  return trace;
}

Trace base_trace(const Case& c) {
  FaultBase ring;
  return run(ring, c);
}

// All that a trace says, added to a hash (FNV-1a, a number at a time).
void mix(const Trace& trace, std::uint64_t& hash) {
  const auto put = [&hash](std::uint64_t value) { hash = (hash ^ value) * 1'099'511'628'211U; };
  const auto put_answer = [&put](Answer a) {
    put(static_cast<std::uint64_t>(a.kind()));
    put(a.list_begin());
    put(a.list_size());
  };
  for (const State& state : trace.states) {
    put_answer(state.step);
    std::ranges::for_each(state.owners, put_answer);
    std::ranges::for_each(state.replicas, put_answer);
    for (const NodeId node : state.listed) put(static_cast<std::uint64_t>(node));
  }
}

// Those that answer wrongly; and those that answer rightly, and whose changes go wrong.
std::vector<std::string> slugs(bool are_rings) {
  std::vector<std::string> slugs;
  for (const Fault* fault : gallery()) {
    if (fault->is_ring() == are_rings && !fault->is_of_names()) slugs.emplace_back(fault->slug);
  }
  return slugs;
}

TEST(FaultBase, SaysWhatTheReferenceSaysOnSmallRings) {
  for_each_small_case([](const Case& c) {
    EXPECT_TRUE(same(expect(c).trace, base_trace(c)));
    return !testing::Test::HasFailure();
  });
}

TEST(FaultBase, SaysWhatTheReferenceSaysOnRandomRings) {
  std::map<Refusal, int> refused_changes;
  std::map<Refusal, int> refused_questions;
  std::size_t most_tokens = 0;
  for_each_random_case([&](const Case& c) {
    const Expected expected = expect(c);
    EXPECT_TRUE(same(expected.trace, base_trace(c)));
    for (const State& state : expected.trace.states) {
      if (state.step.is_refusal()) ++refused_changes[state.step.refusal()];
      for (const Answer answer : state.replicas) {
        if (answer.is_refusal()) ++refused_questions[answer.refusal()];
      }
    }
    for (const Members& members : expected.members) {
      most_tokens = std::max(most_tokens, members.tokens.size());
    }
    return !testing::Test::HasFailure();
  });
  // The sample is no easy one: every refusal that there is occurs in it.
  EXPECT_EQ(refused_changes.size(), 7U);
  EXPECT_EQ(refused_questions.size(), 3U);
  EXPECT_GT(most_tokens, 32U);
}

TEST(Gallery, FindsEachFaultByItsSlug) {
  for (const Fault* fault : gallery()) EXPECT_EQ(find_fault(fault->slug), fault) << fault->slug;
  EXPECT_GE(gallery().size(), 30U);
  EXPECT_EQ(find_fault("no-such-fault"), nullptr);
  EXPECT_EQ(find_fault(""), nullptr);
}

TEST(Gallery, BreaksEveryRuleThatDoesNotSayWhyNot) {
  for (const Rule& rule : rules()) {
    const bool is_broken = std::ranges::count(gallery(), rule.slug, &Fault::rule) > 0;
    EXPECT_EQ(is_broken, rule.no_fault.empty()) << rule.slug;
  }
}

TEST(Gallery, NoTwoFaultsSayTheSame) {
  std::vector<Case> cases;
  for_each_small_case([&, n = 0](const Case& c) mutable {
    if (n++ % 40 == 0) cases.push_back(c);
    return true;
  });
  for_each_random_case([&, n = 0](const Case& c) mutable {
    cases.push_back(c);
    return ++n < 100;
  });
  std::map<std::uint64_t, std::string_view> by_answers;
  for (const Fault* fault : gallery()) {
    if (!fault->is_ring() || fault->is_of_names()) continue;
    std::uint64_t answers = 14'695'981'039'346'656'037U;
    for (const Case& c : cases) {
      mix(trace_of(*fault, c), answers);
      mix(trace_at_the_end(*fault, c), answers);
    }
    const auto [other, is_new] = by_answers.emplace(answers, fault->slug);
    EXPECT_TRUE(is_new) << fault->slug << " and " << other->second;
  }
}

class WrongRing : public testing::TestWithParam<std::string> {
 protected:
  const Fault& fault() const { return *find_fault(GetParam()); }
};

bool consists_of(std::string_view text, std::string_view characters) {
  return !text.empty() && text.find_first_not_of(characters) == std::string_view::npos;
}

// OWNER/REPOSITORY#NUMBER or OWNER/REPOSITORY@COMMIT, the commit in seven digits.
bool is_report(std::string_view text) {
  const std::size_t mark = text.find_first_of("#@");
  if (mark == std::string_view::npos || std::ranges::count(text, '/') != 1) return false;
  const std::string_view owner = text.substr(0, text.find('/'));
  const std::string_view repository = text.substr(owner.size() + 1, mark - owner.size() - 1);
  const std::string_view number = text.substr(mark + 1);
  return !owner.empty() && !repository.empty() &&
         (text[mark] == '#' ? consists_of(number, "0123456789")
                            : number.size() == 7 && consists_of(number, "0123456789abcdef"));
}

bool is_sentence(std::string_view text) {
  return text.size() > 10 && text.front() >= 'A' && text.front() <= 'Z' && text.back() == '.';
}

TEST_P(WrongRing, IsDescribed) {
  EXPECT_TRUE(consists_of(fault().slug, "abcdefghijklmnopqrstuvwxyz0123456789-"));
  EXPECT_NE(find_rule(fault().rule), nullptr) << fault().rule;
  EXPECT_TRUE(is_sentence(fault().story)) << fault().story;
  EXPECT_TRUE(fault().beyond_exhaustive.empty() || is_sentence(fault().beyond_exhaustive));
  for (const std::string_view report : fault().reports) EXPECT_TRUE(is_report(report)) << report;
}

TEST_P(WrongRing, IsWrongOnRandomRings) {
  bool is_wrong = false;
  for_each_random_case([&](const Case& c) {
    is_wrong = !same(expect(c).trace, trace_of(fault(), c)) ||
               !same(at_the_end(c, expect(c).trace), trace_at_the_end(fault(), c));
    return !is_wrong;
  });
  EXPECT_TRUE(is_wrong);
}

TEST_P(WrongRing, SaysTheSameEachTimeAndThrowsNothing) {
  for_each_random_case([&, n = 0](const Case& c) mutable {
    const Trace said = trace_of(fault(), c);
    EXPECT_TRUE(said.failures.empty());
    EXPECT_TRUE(same(said, trace_of(fault(), c)));
    return ++n < 60 && !testing::Test::HasFailure();
  });
}

TEST_P(WrongRing, RefusesEverythingBeforeTheFirstBuild) {
  const auto ring = fault().make();
  NodeId out[2];
  EXPECT_EQ(ring->owner(0), std::unexpected(Refusal::no_tokens));
  EXPECT_EQ(ring->replicas(0, out), std::unexpected(Refusal::no_tokens));
  EXPECT_EQ(ring->join({}).error(), Refusal::no_tokens);
  EXPECT_EQ(ring->leave(NodeId{0}).error(), Refusal::no_tokens);
}

INSTANTIATE_TEST_SUITE_P(Gallery, WrongRing, testing::ValuesIn(slugs(true)),
                         [](const auto& instance) {
                           std::string name = instance.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

// ---- Wrong planners and wrong stores. -----------------------------------------------------------

// The plans of all changes in a case between rings of one size, by this planner.
std::vector<Moves> plans_of(Planner plan, const Case& c, const Expected& expected) {
  std::vector<Moves> plans;
  for (std::size_t i = 1; i < c.states(); ++i) {
    const Members& before = expected.members[i - 1];
    const Members& after = expected.members[i];
    if (!before.size || before.size != after.size) continue;
    plans.push_back(plan(*after.size, before.tokens, after.tokens));
  }
  return plans;
}

TEST(BasePlan, IsTheReferencesOnSmallAndOnRandomRings) {
  const Visit compare = [](const Case& c) {
    const Expected expected = expect(c);
    EXPECT_EQ(plans_of(base_plan, c, expected), plans_of(naive_plan, c, expected));
    return !testing::Test::HasFailure();
  };
  for_each_small_case(compare);
  for_each_random_case(compare);
}

class WrongMover : public testing::TestWithParam<std::string> {
 protected:
  const Fault& fault() const { return *find_fault(GetParam()); }
};

TEST_P(WrongMover, AnswersRightly) {
  for_each_random_case([&](const Case& c) {
    EXPECT_TRUE(same(expect(c).trace, trace_of(fault(), c)));
    return !testing::Test::HasFailure();
  });
}

TEST_P(WrongMover, HasEitherAPlannerOrAStoreOfItsOwn) {
  bool differs = false;
  for_each_random_case([&](const Case& c) {
    const Expected expected = expect(c);
    differs = plans_of(fault().mover.plan, c, expected) != plans_of(naive_plan, c, expected);
    return !differs;
  });
  EXPECT_EQ(differs, fault().mover.store == Mover().store);
}

TEST_P(WrongMover, IsDescribed) {
  EXPECT_NE(find_rule(fault().rule), nullptr) << fault().rule;
  EXPECT_TRUE(is_sentence(fault().story)) << fault().story;
  for (const std::string_view report : fault().reports) EXPECT_TRUE(is_report(report)) << report;
}

INSTANTIATE_TEST_SUITE_P(Gallery, WrongMover, testing::ValuesIn(slugs(false)),
                         [](const auto& instance) {
                           std::string name = instance.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(Gallery, NoTwoPlannersSayTheSame) {
  std::vector<Case> cases;
  for_each_random_case([&](const Case& c) {
    cases.push_back(c);
    return true;
  });
  std::map<std::string_view, std::vector<std::vector<Moves>>> plans;
  for (const Fault* fault : gallery()) {
    if (fault->is_ring() || fault->is_of_names() || fault->mover.store != Mover().store) continue;
    for (const Case& c : cases) {
      plans[fault->slug].push_back(plans_of(fault->mover.plan, c, expect(c)));
    }
    for (const auto& [other, said] : plans) {
      EXPECT_TRUE(other == fault->slug || said != plans[fault->slug]) << fault->slug << other;
    }
  }
  EXPECT_EQ(plans.size(), 10U);
}

}  // namespace
}  // namespace clockwise
