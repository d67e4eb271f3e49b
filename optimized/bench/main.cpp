// The benchmark of the optimized ring: every bar it is held to, as a ratio to a peer in this
// process.
//
//   clockwise_bench [quick] [FOLDER]
//
// Prints the table; writes NAME.json and the curves NAME-*.svg into FOLDER, if there is one, NAME
// being the compiler's.
#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <random>
#include <utility>

#include "optimized/bench/measure.hpp"
#include "optimized/bench/peers.hpp"
#include "optimized/bench/report.hpp"
#include "optimized/plan.hpp"
#include "optimized/position_sort.hpp"

namespace clockwise::bench {
namespace {

constexpr std::size_t kTokensPerNode = 160;

struct Bars {
  std::size_t count;
  double latency, throughput, batch;   // over the faster std::lower_bound
  double map_latency, map_throughput;  // over std::map
};
constexpr Bars kBars[] = {
    {16, 1.1, 2.2, 2.2, 1.5, 3.3},    {160, 2.0, 6, 6, 2.6, 6},
    {1600, 2.6, 7.5, 6.5, 4.2, 10},   {16'000, 3.0, 6, 8, 7, 17},
    {160'000, 3.0, 7.5, 14, 12, 20},  {1'600'000, 1.8, 6.5, 20, 10, 17},
    {4'000'000, 2.0, 7, 20, 9.5, 18},
};

// How tokens are placed on 2^64 positions.
enum class Placing : std::uint8_t {
  uniform,
  clustered,
  one_bucket
};

std::string name_of(Placing placing) {
  switch (placing) {
    case Placing::uniform: return "uniform";
    case Placing::clustered: return "clustered";
    case Placing::one_bucket: return "one bucket";
  }
  return "";
}

// All tokens within 2^34 positions: no index that divides the ring evenly tells them apart.
constexpr Position kBucketStart = Position{5} << 60U;
constexpr Position kBucketMask = (Position{1} << 34U) - 1;

std::vector<Position> positions_of(std::size_t count, Placing placing, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Position> positions;
  while (positions.size() < count) {
    for (std::size_t i = positions.size(); i < count; ++i) {
      Position position = random();
      if (placing == Placing::clustered) {  // about 64 places, each 2^-16 of the ring wide
        position = (mixed(position % 64) & ~Position{0} << 48U) | (position >> 16U);
      } else if (placing == Placing::one_bucket) {
        position = kBucketStart + (position & kBucketMask);
      }
      positions.push_back(position);
    }
    std::ranges::sort(positions);
    const auto repeated = std::ranges::unique(positions);
    positions.erase(repeated.begin(), repeated.end());
  }
  return positions;
}

// In the order of position, 160 tokens a node, at random.
std::vector<Token> tokens_of(std::size_t count, Placing placing) {
  const auto positions = positions_of(count, placing, count);
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::shuffle(order, std::mt19937_64(1));
  std::vector<Token> tokens;
  for (std::size_t i = 0; i < count; ++i) {
    tokens.push_back({TokenId{order[i]}, positions[i],
                      NodeId{static_cast<std::uint32_t>(order[i] / kTokensPerNode)}});
  }
  return tokens;
}

// Where the keys are: anywhere, or, so that they meet them, where all tokens are.
using KeyOf = Position (*)(std::uint64_t);
Position anywhere(std::uint64_t x) { return mixed(x); }
Position in_bucket(std::uint64_t x) { return kBucketStart + (mixed(x) >> 30U); }

// The three ways to ask; no key is asked twice. Each key depends on the last answer, by its middle
// bits, so that of making the next key little is waited for:
template <KeyOf kKey, class Find>
Work latency(const Find& find) {
  return [&find, asked = std::uint64_t{1}](std::size_t times) mutable {
    const std::uint64_t from = std::exchange(asked, asked + times);
    std::uint64_t answer = 0;
    for (std::size_t i = 0; i < times; ++i) answer = find(kKey(from + i) ^ answer << 16U);
    return answer;
  };
}
// each is asked on its own:
template <KeyOf kKey, class Find>
Work throughput(const Find& find) {
  return [&find, asked = std::uint64_t{1}](std::size_t times) mutable {
    const std::uint64_t from = std::exchange(asked, asked + times);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < times; ++i) sum += find(kKey(from + i));
    return sum;
  };
}
// and all at once, from a buffer that is filled within the time.
constexpr std::size_t kBatch = 1024;
template <KeyOf kKey, class Answer>
Work batched(Answer answer) {
  return [answer, asked = std::uint64_t{1}](std::size_t times) mutable {
    static std::vector<Position> keys(kBatch);
    static std::vector<NodeId> owners(kBatch);
    std::uint64_t sum = 0;
    for (std::size_t done = 0; done < times; done += kBatch) {
      const std::size_t now = std::min(kBatch, times - done);
      for (std::size_t i = 0; i < now; ++i) keys[i] = kKey(asked + i);
      asked += now;
      answer(std::span<const Position>(keys).first(now), std::span(owners).first(now));
      sum += static_cast<Owner>(owners[now / 2]);
    }
    return sum;
  };
}
template <class Find>
auto one_by_one(const Find& find) {
  return [&find](std::span<const Position> keys, std::span<NodeId> owners) {
    for (std::size_t i = 0; i < keys.size(); ++i) owners[i] = NodeId{find(keys[i])};
  };
}
auto at_once(const Ours& ours) {
  return [&ours](std::span<const Position> keys, std::span<NodeId> owners) {
    (void)ours.ring().owners(keys, owners);
  };
}

class Bench {
 public:
  Bench(bool quick, Report& report)
      : quick_(quick), effort_{quick ? 9U : 15U, quick ? 1.0 : 3.0}, report_(report) {}

  void run() {
    for (const Bars& bars : kBars) {
      if (quick_ && bars.count > 160'000) continue;
      lookups(bars);
    }
    for (const std::size_t count : counts({1600, 16'000, 160'000, 1'600'000})) {
      crowded<anywhere>(count, Placing::clustered);
      crowded<in_bucket>(count, Placing::one_bucket);
    }
    for (const std::size_t count : {std::size_t{1600}, std::size_t{16'000}}) ketama(count);
    for (const std::size_t count : counts({16'000, 160'000, 1'600'000})) walks(count);
    for (const std::size_t count : counts({16, 1600, 160'000, 1'600'000})) memory(count);
    for (const std::size_t count : counts({1600, 16'000, 160'000, 1'600'000, 4'000'000})) {
      sorts(count);
    }
    for (const std::size_t count : counts({16'000, 160'000, 1'600'000, 4'000'000})) {
      changes(count);
      plans(count);
    }
  }

 private:
  std::vector<std::size_t> counts(std::vector<std::size_t> all) const {
    if (quick_) std::erase_if(all, [](std::size_t count) { return count > 160'000; });
    return all;
  }

  void row(const std::string& what, Placing placing, std::size_t count, const Summary& ratio,
           std::optional<double> bar = std::nullopt, bool at_most = false) {
    report_.add({what, name_of(placing), count, ratio, bar, at_most});
  }

  void lookups(const Bars& bars) {
    const std::size_t count = bars.count;
    const auto tokens = tokens_of(count, Placing::uniform);
    const Ours ours(tokens);
    const PairsLowerBound pairs(tokens);
    const SplitLowerBound split(tokens);
    const StdMap map(tokens);
    const AbslBtree btree(tokens);
    const BoostFlatMap flat(tokens);
    const OneLoad load(ours.ring().index_bytes());
    const auto contest = [&](const char* mode, auto as_work, Work batch = {}) {
      std::vector<Contestant> contestants{{"ours", batch ? batch : as_work(ours)},
                                          {"lower_bound, pairs", as_work(pairs)},
                                          {"lower_bound, split", as_work(split)},
                                          {"std::map", as_work(map)},
                                          {"absl::btree_map", as_work(btree)},
                                          {"boost flat_map", as_work(flat)},
                                          {"one load", as_work(load)}};
      auto times = take_turns(contestants, effort_);
      for (const Times& t : times) report_.plot(mode, t.name, {count, summary(t.each).median});
      return times;
    };
    const auto some = Placing::uniform;
    const bool large = count >= 160;

    auto times = contest("latency", [](const auto& find) { return latency<anywhere>(find); });
    row("latency over lower_bound", some, count,
        ratio(faster(times[1].each, times[2].each), times[0].each), bars.latency);
    row("latency over std::map", some, count, ratio(times[3].each, times[0].each),
        bars.map_latency);
    row("latency over absl::btree_map", some, count, ratio(times[4].each, times[0].each),
        large ? std::optional(2.0) : std::nullopt);
    row("latency over boost flat_map", some, count, ratio(times[5].each, times[0].each));
    const auto limit = count <= 1600        ? std::optional(3.0)
                       : count == 160'000   ? std::optional(2.0)
                       : count >= 1'600'000 ? std::optional(1.45)
                                            : std::nullopt;
    row("latency, times that of one load", some, count, ratio(times[0].each, times[6].each), limit,
        true);

    times = contest("throughput", [](const auto& find) { return throughput<anywhere>(find); });
    row("throughput over lower_bound", some, count,
        ratio(faster(times[1].each, times[2].each), times[0].each), bars.throughput);
    row("throughput over std::map", some, count, ratio(times[3].each, times[0].each),
        bars.map_throughput);
    row("throughput over absl::btree_map", some, count, ratio(times[4].each, times[0].each),
        large ? std::optional(9.0) : std::nullopt);
    row("throughput over boost flat_map", some, count, ratio(times[5].each, times[0].each));

    times = contest(
        "batch", [](const auto& find) { return batched<anywhere>(one_by_one(find)); },
        batched<anywhere>(at_once(ours)));
    row("batch over lower_bound", some, count,
        ratio(faster(times[1].each, times[2].each), times[0].each), bars.batch);
    row("batch, times that of one load", some, count, ratio(times[0].each, times[6].each),
        count >= 1'600'000 ? std::optional(2.2) : std::nullopt, true);
  }

  void memory(std::size_t count) {
    const auto used = [] { return mallinfo2().uordblks + mallinfo2().hblkhd; };
    const auto tokens = tokens_of(count, Placing::uniform);
    const std::size_t before = used();
    const Ours ours(tokens);
    const auto bytes = [&](std::size_t all) {
      const double each = static_cast<double>(all) / static_cast<double>(count);
      return Summary{each, each, each};
    };
    row("bytes a token", Placing::uniform, count, bytes(used() - before));
    row("bytes a token, of the index", Placing::uniform, count, bytes(ours.ring().index_bytes()));
  }

  // Tokens that are not spread evenly: all in one bucket may cost, but not much.
  template <KeyOf kKey>
  void crowded(std::size_t count, Placing placing) {
    const auto tokens = tokens_of(count, placing);
    const Ours ours(tokens);
    const PairsLowerBound pairs(tokens);
    const SplitLowerBound split(tokens);
    const auto bar =
        placing == Placing::one_bucket ? std::optional(1 / 1.5) : std::optional<double>();
    const auto contest = [&](const char* what, const std::vector<Contestant>& contestants) {
      const auto times = take_turns(contestants, effort_);
      row(what, placing, count, ratio(faster(times[1].each, times[2].each), times[0].each), bar);
    };
    contest("latency over lower_bound", {{"ours", latency<kKey>(ours)},
                                         {"pairs", latency<kKey>(pairs)},
                                         {"split", latency<kKey>(split)}});
    contest("throughput over lower_bound", {{"ours", throughput<kKey>(ours)},
                                            {"pairs", throughput<kKey>(pairs)},
                                            {"split", throughput<kKey>(split)}});
    contest("batch over lower_bound", {{"ours", batched<kKey>(at_once(ours))},
                                       {"pairs", batched<kKey>(one_by_one(pairs))},
                                       {"split", batched<kKey>(one_by_one(split))}});
  }

  void ketama(std::size_t count) {
    const Ours ours(tokens_of(count, Placing::uniform));
    const Ketama peer(count / kTokensPerNode);
    const auto times = take_turns(
        {{"ours", throughput<anywhere>(ours)}, {"ketama", throughput<anywhere>(peer)}}, effort_);
    row("throughput over libmemcached's ketama", Placing::uniform, count,
        ratio(times[1].each, times[0].each), 6.0);
  }

  // Three replicas, beside one owner: also where thousands of tokens in succession are of one node,
  // or of two in turn.
  void walks(std::size_t count) {
    const auto walk = [](const SortedRing& ring) {
      return [&ring](Position key) {
        std::array<NodeId, 3> nodes;
        (void)ring.replicas(key, nodes);
        return static_cast<Owner>(nodes[2]);
      };
    };
    for (const std::string skew : {"no", "one-run", "alternating"}) {
      auto tokens = tokens_of(count, Placing::uniform);
      for (std::size_t i = 0; i < count; ++i) {
        if (skew == "no" || i % 8192 < 64) continue;  // runs of eight thousand
        tokens[i].node = NodeId{skew == "one-run" ? 0U : static_cast<std::uint32_t>(i % 2)};
      }
      const Ours ours(tokens);
      const auto three = walk(ours.ring());
      const auto times = take_turns(
          {{"owner", latency<anywhere>(ours)}, {"replicas", latency<anywhere>(three)}}, effort_);
      row(fmt::format("3 replicas, {} skew, times one owner", skew), Placing::uniform, count,
          ratio(times[1].each, times[0].each), 2.5, true);
    }
  }

  void sorts(std::size_t count) {
    for (const Placing placing : {Placing::uniform, Placing::clustered}) {
      // Several orders in turn: one alone, if it is short, is learned by heart.
      std::vector<std::vector<Token>> orders(1 + 300'000 / count, tokens_of(count, placing));
      std::mt19937_64 random(2);
      for (auto& order : orders) std::ranges::shuffle(order, random);
      std::vector<Token> work;
      const auto sorting = [&](auto sort) {
        return [&, sort, turn = std::size_t{0}](std::size_t times) mutable {
          for (std::size_t i = 0; i < times; ++i) {
            work = orders[turn++ % orders.size()];
            sort(work);
          }
          return work.front().position;
        };
      };
      const auto compared = [](auto& all) {
        std::sort(all.begin(), all.end(),
                  [](const Token& a, const Token& b) { return a.position < b.position; });
      };
      auto times = take_turns({{"ours", sorting([](auto& all) { sort_by_position(all); })},
                               {"std::sort", sorting(compared)},
                               {"to copy", sorting([](auto&) {})}},
                              effort_, 64);
      // Both are given a copy, which is not sorting.
      for (std::size_t r = 0; r < times[2].each.size(); ++r) {
        for (std::size_t i : {0U, 1U}) times[i].each[r] -= times[2].each[r];
      }
      row("sorting over std::sort", placing, count, ratio(times[1].each, times[0].each),
          placing == Placing::uniform ? 3.0 : 0.75);
    }
  }

  // A node of 160 tokens joins and leaves again: both as one piece of work.
  void changes(std::size_t count) {
    const auto tokens = tokens_of(count, Placing::uniform);
    const NodeId newcomer{static_cast<std::uint32_t>(count / kTokensPerNode + 1)};
    std::vector<std::vector<Token>> batches;
    for (std::uint64_t batch = 0; batch < 16; ++batch) {
      batches.emplace_back();
      for (const Position p : positions_of(kTokensPerNode, Placing::uniform, 1000 + batch)) {
        const auto id = static_cast<std::uint32_t>(count + batches.back().size());
        batches.back().push_back({TokenId{id}, p, newcomer});
      }
      std::ranges::shuffle(batches.back(), std::mt19937_64(batch));
    }
    SortedRing ring = Ours(tokens).ring();
    StdMap peer(tokens);
    std::size_t turn = 0;
    const auto times =
        take_turns({{"ours",
                     [&](std::size_t repeats) {
                       for (std::size_t i = 0; i < repeats; ++i) {
                         (void)ring.join(batches[turn++ % batches.size()]);
                         (void)ring.leave(newcomer);
                       }
                       return ring.count();
                     }},
                    {"std::map",
                     [&](std::size_t repeats) {
                       for (std::size_t i = 0; i < repeats; ++i) {
                         const auto& batch = batches[turn++ % batches.size()];
                         for (const Token& token : batch) {
                           peer.map().emplace(token.position, static_cast<Owner>(token.node));
                         }
                         for (const Token& token : batch) peer.map().erase(token.position);
                       }
                       return peer.map().size();
                     }}},
                   effort_, 64);
    row("join and leave of 160 tokens over std::map", Placing::uniform, count,
        ratio(times[1].each, times[0].each), count >= 160'000 ? std::optional(3.0) : std::nullopt);
  }

  // What a node of 160 tokens takes over when it joins, beside reading both rings once.
  void plans(std::size_t count) {
    const auto before = tokens_of(count, Placing::uniform);
    std::vector<Token> after = before;
    const NodeId newcomer{static_cast<std::uint32_t>(count / kTokensPerNode + 1)};
    for (const Position p : positions_of(kTokensPerNode, Placing::uniform, 1000)) {
      after.push_back({TokenId{static_cast<std::uint32_t>(after.size())}, p, newcomer});
    }
    sort_by_position(after);
    const std::array rings{before, after};
    const auto times = take_turns({{"plan",
                                    [&](std::size_t repeats) {
                                      std::uint64_t moves = 0;
                                      for (std::size_t i = 0; i < repeats; ++i)
                                        moves += plan(rings[0], rings[1]).size();
                                      return moves;
                                    }},
                                   {"reading",
                                    [&](std::size_t repeats) {
                                      std::uint64_t sum = 0;
                                      for (std::size_t i = 0; i < repeats; ++i) {
                                        for (const std::vector<Token>& tokens : rings) {
                                          for (const Token& token : tokens)
                                            sum += token.position ^ static_cast<Owner>(token.node);
                                        }
                                      }
                                      return sum;
                                    }}},
                                  effort_, 64);
    row("plan of a join, times reading both rings", Placing::uniform, count,
        ratio(times[0].each, times[1].each), 4.0, true);
  }

  bool quick_;
  Effort effort_;
  Report& report_;
};

}  // namespace
}  // namespace clockwise::bench

int main(int argc, char** argv) {
  using namespace clockwise::bench;
  int next = 1;
  const bool quick = next < argc && std::strcmp(argv[next], "quick") == 0;
  next += quick ? 1 : 0;
  Report report;
  Bench(quick, report).run();
  report.finish();
  if (next < argc) {
    report.write(argv[next], compiler().starts_with("clang") ? "clang" : "gcc");
  }
  return 0;
}
