// The exhaustive engine at the level of names: every ring of one to three nodes out of each pool of
// names, in every order, with a leave, a return and a join; growth one by one to the largest size;
// and names that look alike.
#include <fmt/format.h>

#include <algorithm>

#include "properties/engines/aimed_names.hpp"

namespace clockwise {
namespace {

class Enumeration {
 public:
  Enumeration(Judge& judge, const RunOptions& options)
      : judge_(judge),
        options_(options),
        conventions_(judge.subject().conventions()),
        largest_(conventions_.joins ? most_nodes(conventions_) : 1) {}

  std::string run() {
    if (!small_rings()) return "stopped among the small rings";
    if (!growth()) return "stopped in the sweep of sizes";
    const bool has_disguises = largest_ >= 8;
    if (has_disguises && !disguises()) return "stopped among the names that look alike";
    return fmt::format(
        "{} of 1 to 3 nodes out of {} pools of names, with a leave and a join; growth, one "
        "by one, from 1 to {} nodes{}{}",
        counted(rings_, "ring"), kPools, largest_,
        has_disguises ? ", and by names that look alike" : "",
        options_.shards > 1
            ? fmt::format("; of these shard {} of {}", options_.shard + 1, options_.shards)
            : "");
  }

 private:
  bool appends() const { return conventions_.membership == Conventions::Membership::append; }

  // Whether the next case is one of this shard.
  bool is_ours() { return number_++ % options_.shards == options_.shard; }

  bool small_rings() {
    const std::size_t most = std::min<std::size_t>(3, most_nodes(conventions_));
    for (std::size_t pool = 0; pool < kPools; ++pool) {
      report(static_cast<double>(pool) / (2 * kPools));
      for (std::size_t count = 1; count <= most; ++count) {
        for (std::size_t first = 0; first < (appends() ? 1 : count); ++first) {
          if (!is_ours()) continue;
          ++rings_;
          if (!judge_.judge(small_ring(pool, count, first))) return false;
        }
      }
    }
    return true;
  }

  // A ring of so many nodes, the one of this number first: one leaves and returns, another joins
  // and leaves.
  Case small_ring(std::size_t pool, std::size_t count, std::size_t first) const {
    Case c = ring_of_names(conventions_, pool, count, kMostKeys / 8);
    std::vector<Member>& nodes = c.start.nodes;
    std::ranges::rotate(nodes, nodes.begin() + static_cast<std::ptrdiff_t>(first));
    if (conventions_.lists_replicas) c.replicas = std::min<std::size_t>(count, 2);
    const NodeId leaver = appends() ? nodes.back().node : nodes.front().node;
    if (conventions_.leaves && count > 1) {
      c.steps.emplace_back(Leave{leaver});
      if (conventions_.joins) c.steps.emplace_back(Join{{}, {Member{leaver, 1}}});
    }
    if (conventions_.joins && count < conventions_.most_nodes) {
      const NodeId joiner = add_node(c, pool, count);
      c.steps.emplace_back(Join{{}, {Member{joiner, 1}}});
      if (conventions_.leaves) c.steps.emplace_back(Leave{joiner});
    }
    return c;
  }

  // A few sizes a case, so that none takes long; and so many that about forty keys are due to move
  // to the newcomers, so that it shows if none of them does.
  bool growth() {
    constexpr std::size_t kWork = 20'000;
    constexpr std::size_t kDue = 40;
    for (std::size_t from = 1; from < largest_;) {
      report(0.5 + static_cast<double>(from) / static_cast<double>(2 * largest_));
      Case c = ring_of_names(conventions_, 0, from, keys_at(kMostKeys, from, kWork));
      const std::size_t at_once =
          std::max<std::size_t>(3, kDue * from / std::max<std::size_t>(1, c.keys.size()) + 1);
      for (const std::size_t to = std::min(from + at_once, largest_); from < to; ++from) {
        c.steps.emplace_back(Join{{}, {Member{add_node(c, 0, from), 1}}});
      }
      if (is_ours() && !judge_.judge_as_it_is(std::move(c))) return false;
    }
    return true;
  }

  bool disguises() {
    for (std::size_t disguise = 0; disguise < kDisguises; ++disguise) {
      for (const bool swapped : {false, true}) {
        if (!is_ours()) continue;
        if (!judge_.judge_as_it_is(disguised_ring(conventions_, disguise, swapped))) return false;
      }
    }
    return true;
  }

  void report(double share) const {
    if (options_.progress) options_.progress(share);
  }

  Judge& judge_;
  const RunOptions& options_;
  const Conventions& conventions_;
  std::size_t largest_;
  std::uint64_t number_ = 0;
  std::size_t rings_ = 0;
};

}  // namespace

std::string supply_exhaustive_names(Judge& judge, const RunOptions& options) {
  return Enumeration(judge, options).run();
}

}  // namespace clockwise
