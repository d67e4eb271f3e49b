// The engines of placement level, and the judge that puts their cases to a subject.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <random>

#include "properties/kit/no_trace.hpp"
#include "properties/placement/observed.hpp"
#include "properties/placement/placement.hpp"

namespace clockwise {
namespace {

// ---- Names and keys, aimed at what goes wrong with labels. --------------------------------------

constexpr std::size_t kPools = 6;

// The i-th name of a pool: numbered names, digits alone, one letter again and again, addresses, odd
// ones, plain words.
std::string node_called(std::size_t pool, std::size_t i) {
  switch (pool % kPools) {
    case 0: return fmt::format("node{}", i + 1);
    case 1: {
      // 1, 11, 111 … and the numbers between them: a label and an index run together.
      std::string digits(i % 4 + 1, '1');
      return i < 4 ? digits : std::to_string(i * 7 + 2);
    }
    case 2: return std::string(i % 60 + 1, static_cast<char>('a' + i / 60));
    case 3: return fmt::format("10.0.{}.{}:{}", i / 250, i % 250 + 1, 11211 + i % 2);
    case 4: {
      static const std::string kOdd[] = {"__proto__",          "constructor",  "a b", " ",
                                         "\xC3\xA9t\xC3\xA9",  "\xE6\x97\xA5", "-",   "toString",
                                         std::string(60, 'x'), "a#1",          "a-1", "a:1"};
      constexpr std::size_t kCount = std::size(kOdd);
      return i < kCount ? kOdd[i] : fmt::format("{}{}", kOdd[i % kCount].substr(0, 50), i);
    }
    default:
      return fmt::format("cache-{:c}{}.example.org", static_cast<char>('a' + i % 26), i / 26);
  }
}

// The i-th name of a pair: names that a careless ring takes for one another, as it folds case,
// strips blanks, reads numbers, or looks at the beginning alone.
constexpr std::size_t kDisguises = 4;
std::string disguised(std::size_t disguise, bool as, std::size_t i) {
  switch (disguise % kDisguises) {
    case 0: return fmt::format("{}eb{}", as ? 'W' : 'w', i + 1);
    case 1: return fmt::format("web{}{}", i + 1, as ? " " : "");
    case 2: return fmt::format("{}{}", as ? "0" : "", i + 1);
    default: return fmt::format("{}{}", std::string(50, 'n'), as ? 7 - i : 3 - i);
  }
}

std::vector<std::string> keys_for(std::size_t count, const Manners& manners, std::uint64_t salt) {
  std::vector<std::string> keys{"", "a", " ", "key\xC3\xA9"};
  for (const std::size_t length : {255U, 256U, 257U}) {
    for (const char last : {'0', '1'}) keys.push_back(std::string(length - 1, 'k') + last);
  }
  for (std::size_t i = 0; keys.size() < count; ++i) {
    switch (i % 4) {
      case 0: keys.push_back(fmt::format("key{}", salt * 1000 + i)); break;
      case 1: keys.push_back(fmt::format("user:{}:profile", salt * 1000 + i)); break;
      case 2: keys.push_back(std::to_string(salt * 1000 + i)); break;
      default: keys.push_back(fmt::format("{:016x}", (salt * 1000 + i) * 0x9E3779B97F4A7C15U));
    }
  }
  std::erase_if(keys, [&](const std::string& key) {
    return key.size() > manners.most_key_bytes || key.size() < manners.least_key_bytes ||
           // Who refuses the empty key is a cache that takes no blanks or bytes above 127 either.
           (manners.least_key_bytes > 0 &&
            std::ranges::any_of(
                key, [](char c) { return c <= ' ' || static_cast<unsigned char>(c) > 0x7E; }));
  });
  return keys;
}

class Maker {
 public:
  Maker(const Manners& manners, const PlacementPlan& plan) : manners_(manners), plan_(plan) {}

  // A ring of the first `count` nodes of a pool.
  PlacementCase ring(std::size_t pool, std::size_t count, std::size_t keys) const {
    PlacementCase c;
    for (std::size_t i = 0; i < count; ++i) c.nodes.push_back({add(c, pool, i), 1});
    c.keys = keys_for(keys, manners_, pool);
    return c;
  }

  // A ring of four, and the four that look like them, which join.
  PlacementCase masked(std::size_t disguise, bool as, std::size_t keys) const {
    PlacementCase c;
    for (std::size_t i = 0; i < 8; ++i) {
      const bool joins = i >= 4;
      c.node_names.push_back(disguised(disguise, as != joins, i % 4));
      const Member member{NodeId{static_cast<std::uint32_t>(i)}, 1};
      if (joins) {
        c.steps.emplace_back(Arrive{{member}});
      } else {
        c.nodes.push_back(member);
      }
    }
    c.keys = keys_for(keys, manners_, 0);
    return c;
  }

  NodeId add(PlacementCase& c, std::size_t pool, std::size_t i) const {
    c.node_names.push_back(node_called(pool, i));
    return NodeId{static_cast<std::uint32_t>(c.node_names.size() - 1)};
  }

  const Manners& manners() const { return manners_; }
  const PlacementPlan& plan() const { return plan_; }

 private:
  const Manners& manners_;
  const PlacementPlan& plan_;
};

// Takes a case: what sweeps over sizes or names is for the properties that are about that alone.
enum class Aim : std::uint8_t {
  any,
  sweep
};
using Give = std::function<bool(PlacementCase, Aim)>;

// How many keys to ask of a ring of so many nodes: fewer of large ones, some of which look at every
// node for every key.
std::size_t keys_at(std::size_t most, std::size_t nodes, std::size_t work) {
  return std::clamp<std::size_t>(work / nodes, std::min<std::size_t>(most, 150), most);
}

// Every ring of one to three nodes out of each pool, in every order, with the join of another and
// the leave of each; and growth one by one, up to 130 nodes.
std::string supply_exhaustive(const Maker& maker, const Give& give) {
  const Manners& manners = maker.manners();
  std::size_t rings = 0;
  for (std::size_t pool = 0; pool < kPools; ++pool) {
    for (std::size_t count = 1; count <= std::min<std::uint64_t>(3, manners.most_nodes); ++count) {
      for (std::size_t first = 0; first < count; ++first) {
        if (first > 0 && manners.membership == Manners::Membership::append) break;
        PlacementCase c = maker.ring(pool, count, maker.plan().keys / 8);
        std::ranges::rotate(c.nodes, c.nodes.begin() + static_cast<std::ptrdiff_t>(first));
        if (manners.lists_replicas) c.replicas = std::min<std::size_t>(count, 2);
        const NodeId leaver = manners.membership == Manners::Membership::append
                                  ? c.nodes.back().node
                                  : c.nodes.front().node;
        if (manners.leaves && count > 1) {
          c.steps.emplace_back(Depart{leaver});
          if (manners.joins) c.steps.emplace_back(Arrive{{Member{leaver, 1}}});
        }
        if (manners.joins && count < manners.most_nodes) {
          const NodeId joiner = maker.add(c, pool, count);
          c.steps.emplace_back(Arrive{{Member{joiner, 1}}});
          if (manners.leaves) c.steps.emplace_back(Depart{joiner});
        }
        ++rings;
        if (!give(std::move(c), Aim::any)) return "stopped among the small rings";
      }
    }
  }
  // The sweep, a few sizes a case, so that none takes long; and so many that about forty keys are
  // due to move to the newcomers, so that it shows if none of them does.
  const std::size_t most =
      manners.joins ? std::min<std::uint64_t>(130, manners.most_nodes) : std::size_t{1};
  for (std::size_t from = 1; from < most;) {
    PlacementCase c = maker.ring(0, from, keys_at(maker.plan().keys, from, 20'000));
    const std::size_t at_once = std::max<std::size_t>(3, 40 * from / c.keys.size() + 1);
    for (const std::size_t to = std::min(from + at_once, most); from < to; ++from) {
      c.steps.emplace_back(Arrive{{Member{maker.add(c, 0, from), 1}}});
    }
    if (!give(std::move(c), Aim::sweep)) return "stopped in the sweep of sizes";
  }
  for (std::size_t disguise = 0; disguise < kDisguises && most >= 8; ++disguise) {
    for (const bool as : {false, true}) {
      if (!give(maker.masked(disguise, as, maker.plan().keys / 2), Aim::sweep)) {
        return "stopped among the names that look alike";
      }
    }
  }
  return fmt::format(
      "{} rings of 1 to 3 nodes out of {} pools of names, with a leave and a join; growth, one by "
      "one, from 1 to {} nodes{}",
      rings, kPools, most, most >= 8 ? ", and by names that look alike" : "");
}

// Rings of aimed sizes with histories: nodes leave from the middle and come again, weights change.
std::string supply_random(const Maker& maker, const Give& give) {
  static constexpr std::size_t kSizes[] = {2, 3, 5, 6, 7, 13, 14, 24, 25, 28, 32, 47, 61, 101, 118};
  const Manners& manners = maker.manners();
  std::mt19937_64 random(maker.plan().seed);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const bool appends = manners.membership == Manners::Membership::append;
  std::size_t made = 0;
  for (; made < maker.plan().cases; ++made) {
    const std::size_t pool = below(kPools);
    // Small rings twice as often as large ones: they cost less.
    const std::size_t size =
        std::min<std::size_t>(kSizes[below(made % 3 == 0 ? std::size(kSizes) : 8)],
                              manners.most_nodes > 2 ? manners.most_nodes - 2 : 1);
    PlacementCase c = maker.ring(pool, size, keys_at(maker.plan().keys / 2, size, 5'000));
    if (!appends) std::ranges::shuffle(c.nodes, random);
    if (manners.weights != Manners::Weights::none && made % 2 == 0) {
      for (Member& member : c.nodes) member.weight = 1 + below(3);
    }
    if (manners.lists_replicas) c.replicas = 1 + below(std::min<std::size_t>(size, 4));
    std::vector<Member> members = c.nodes;
    std::size_t next = size;
    for (std::size_t step = 0, steps = 2 + below(4); step < steps; ++step) {
      const std::size_t dice = below(3);
      if (dice == 0 && manners.leaves && members.size() > 1) {
        const std::size_t at = appends ? members.size() - 1 : below(members.size());
        c.steps.emplace_back(Depart{members[at].node});
        members.erase(members.begin() + static_cast<std::ptrdiff_t>(at));
      } else if (dice == 1 && manners.weights != Manners::Weights::none) {
        Member& member = members[below(members.size())];
        member.weight = 1 + below(4);
        c.steps.emplace_back(Weigh{member});
      } else if (manners.joins && members.size() < manners.most_nodes) {
        // A newcomer, or one that has left; and now and again several at once.
        const auto gone = std::ranges::find_if(
            c.nodes, [&](const Member& member) { return !is_member(members, member.node); });
        const bool returns = gone != c.nodes.end() && below(2) == 0;
        const bool weighs = manners.weights != Manners::Weights::none;
        Arrive arrive{{{returns ? gone->node : maker.add(c, pool, next++), 1}}};
        while (members.size() + arrive.nodes.size() < manners.most_nodes && below(4) == 0) {
          arrive.nodes.push_back({maker.add(c, pool, next++), 1});
        }
        for (Member& member : arrive.nodes) {
          if (weighs) member.weight = 1 + below(3);
          members.push_back(member);
        }
        c.steps.emplace_back(std::move(arrive));
      }
    }
    if (!give(std::move(c), Aim::any)) break;
  }
  return fmt::format("{} aimed cases from seed {}", made, maker.plan().seed);
}

std::string supply_corpus(const Maker& maker, const Give& give) {
  std::size_t replayed = 0;
  for (const PlacementCase& c : maker.plan().corpus) {
    ++replayed;
    if (!give(c, Aim::any)) break;
  }
  return fmt::format("replayed {} placement cases", replayed);
}

// ---- Judging. ----------------------------------------------------------------------------------

// What a subject cannot do is left out of a case.
PlacementCase narrowed(PlacementCase c, const Manners& manners) {
  if (!manners.lists_replicas) c.replicas.reset();
  std::erase_if(c.keys, [&](const std::string& key) {
    return key.size() > manners.most_key_bytes || key.size() < manners.least_key_bytes;
  });
  std::erase_if(c.steps, [&](const PlacementStep& step) {
    return (std::holds_alternative<Arrive>(step) && !manners.joins) ||
           (std::holds_alternative<Depart>(step) && !manners.leaves) ||
           (std::holds_alternative<Weigh>(step) && manners.weights == Manners::Weights::none);
  });
  if (manners.weights == Manners::Weights::none) {
    for (Member& member : c.nodes) member.weight = 1;
  }
  return c;
}

class PlacementJudge {
 public:
  PlacementJudge(PlacementSubject& subject, const std::vector<const PlacementProperty*>& properties,
                 const PlacementPlan& plan)
      : subject_(subject), properties_(properties), plan_(plan), open_(properties.size(), true) {}

  PlacementResult run() {
    const Maker maker(subject_.manners(), plan_);
    for (const std::string& engine : plan_.engines) {
      if (plan_.stop()) break;
      Score& score = result_.scores.emplace_back();
      score.engine = engine;
      score.tallies.resize(properties_.size());
      const auto begun = std::chrono::steady_clock::now();
      const Give give = [&](PlacementCase c, Aim aim) {
        judge(narrowed(std::move(c), subject_.manners()), aim);
        return !plan_.stop() && std::ranges::find(open_, true) != open_.end();
      };
      std::string summary = engine == "corpus"       ? supply_corpus(maker, give)
                            : engine == "exhaustive" ? supply_exhaustive(maker, give)
                                                     : supply_random(maker, give);
      Score& done = result_.scores.back();
      done.summary = std::move(summary);
      done.took = std::chrono::steady_clock::now() - begun;
    }
    result_.observed = observed_.said();
    return std::move(result_);
  }

 private:
  std::optional<PlacementVerdict> verdict_on(const PlacementProperty& property,
                                             const PlacementCase& c) {
    try {
      const Trace answered = subject_.run(c);
      return property.check({c, answered, members_of(c, answered), subject_});
    } catch (const NoTrace&) {
      return std::nullopt;
    }
  }

  void judge(const PlacementCase& c, Aim aim) {
    Score& score = result_.scores.back();
    Trace answered;
    try {
      answered = subject_.run(c);
    } catch (const NoTrace& none) {
      if (none.why() == NoTrace::Why::lost) ++score.lost;
      for (Tally& tally : score.tallies) tally.count_out(none);
      return;
    }
    ++score.cases;
    score.questions += c.keys.size() * c.states();
    const PlacementTrial trial{c, answered, members_of(c, answered), subject_};
    observed_.look(c, answered, trial.members);
    for (std::size_t p = 0; p < properties_.size(); ++p) {
      if (!open_[p] || plan_.stop()) continue;
      if (aim == Aim::sweep && !properties_[p]->is_for_sweeps) continue;
      Tally& tally = score.tallies[p];
      try {
        PlacementVerdict verdict = properties_[p]->check(trial);
        if (verdict.is_violated()) {
          ++tally.violated;
          open_[p] = false;
          record(*properties_[p], c, std::move(verdict));
        } else if (verdict.is_excused()) {
          ++tally.excused;
          tally.why = verdict.reason();
        } else if (verdict.is_vacuous()) {
          ++tally.vacuous;
          tally.reason = verdict.reason();
        } else {
          ++tally.holds;
        }
      } catch (const NoTrace& none) {
        tally.count_out(none);
      }
    }
  }

  // The smallest case on which the property is still violated: fewest steps, nodes and keys.
  void record(const PlacementProperty& property, const PlacementCase& found,
              PlacementVerdict verdict) {
    PlacementViolation violation{&property, result_.scores.back().engine, found, found, verdict};
    violation.smallest.name.clear();
    int tries = 300;
    const auto take = [&](PlacementCase candidate) {
      if (tries-- <= 0 || plan_.stop()) return false;
      auto now = verdict_on(property, candidate);
      if (!now || !now->is_violated()) return false;
      violation.smallest = std::move(candidate);
      violation.verdict = *std::move(now);
      return true;
    };
    // The key that shows it, alone.
    if (const auto key = violation.verdict.witness().key) {
      const PlacementCase& shown = violation.verdict.witness().derived
                                       ? *violation.verdict.witness().derived
                                       : violation.smallest;
      PlacementCase one = violation.smallest;
      one.keys = {shown.keys[*key]};
      take(std::move(one));
    }
    bool shrunk = true;
    while (shrunk && tries > 0) {
      shrunk = build_more(violation.smallest, take);
      shrunk |= thin(violation, take, [](PlacementCase& c) -> auto& { return c.steps; }, 0);
      shrunk |= thin(violation, take, [](PlacementCase& c) -> auto& { return c.nodes; }, 1);
      shrunk |= thin(violation, take, [](PlacementCase& c) -> auto& { return c.keys; }, 1);
      if (violation.smallest.replicas) {
        PlacementCase without = violation.smallest;
        without.replicas.reset();
        shrunk |= take(std::move(without));
      }
      if (std::ranges::any_of(violation.smallest.nodes,
                              [](const Member& member) { return member.weight > 1; })) {
        PlacementCase light = violation.smallest;
        for (Member& member : light.nodes) member.weight = 1;
        shrunk |= take(std::move(light));
      }
    }
    result_.violations.push_back(std::move(violation));
  }

  // Builds with the nodes that join first, in place of that step.
  template <class Take>
  static bool build_more(const PlacementCase& smallest, const Take& take) {
    bool shrunk = false;
    while (!smallest.steps.empty() && std::holds_alternative<Arrive>(smallest.steps.front())) {
      PlacementCase candidate = smallest;
      const auto& joined = std::get<Arrive>(smallest.steps.front()).nodes;
      candidate.nodes.insert(candidate.nodes.end(), joined.begin(), joined.end());
      candidate.steps.erase(candidate.steps.begin());
      if (!take(std::move(candidate))) break;
      shrunk = true;
    }
    return shrunk;
  }

  // Takes away runs of what `of` gives, long ones first. Where single ones are taken away in vain
  // so often, it is their number that matters.
  template <class Take, class Of>
  static bool thin(PlacementViolation& violation, const Take& take, Of of, std::size_t least) {
    constexpr int kInVain = 12;
    bool shrunk = false;
    for (std::size_t run = std::max<std::size_t>(1, of(violation.smallest).size() / 2); run > 0;
         run /= 2) {
      int in_vain = 0;
      for (std::size_t end = of(violation.smallest).size();
           end >= run && end > least && in_vain < kInVain;) {
        PlacementCase candidate = violation.smallest;
        auto& list = of(candidate);
        if (list.size() < run + least) break;
        const auto first = list.begin() + static_cast<std::ptrdiff_t>(end - run);
        list.erase(first, first + static_cast<std::ptrdiff_t>(run));
        const bool is_taken = take(std::move(candidate));
        shrunk |= is_taken;
        in_vain = is_taken ? 0 : in_vain + 1;
        end = std::min(end - run, of(violation.smallest).size());
      }
    }
    return shrunk;
  }

  PlacementSubject& subject_;
  const std::vector<const PlacementProperty*>& properties_;
  const PlacementPlan& plan_;
  std::vector<bool> open_;
  Observed observed_;
  PlacementResult result_;
};

}  // namespace

PlacementResult judge_placement(PlacementSubject& subject,
                                const std::vector<const PlacementProperty*>& properties,
                                const PlacementPlan& plan) {
  return PlacementJudge(subject, properties, plan).run();
}

}  // namespace clockwise
