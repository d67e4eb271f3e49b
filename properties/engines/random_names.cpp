// The random engine at the level of names: rings of aimed sizes with histories. Nodes leave from
// the middle and come again, weights change, several nodes join at once.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <random>

#include "properties/engines/aimed_names.hpp"

namespace clockwise {
namespace {

class Maker {
 public:
  Maker(const Conventions& conventions, std::uint64_t seed)
      : conventions_(conventions), random_(seed) {}

  Case make(std::uint64_t number) {
    // Small rings twice as often as large ones: they cost less.
    static constexpr std::size_t kSizes[] = {2,  3,  5,  6,  7,  13,  14, 24,
                                             25, 28, 32, 47, 61, 101, 118};
    constexpr std::size_t kSmall = 8;
    constexpr std::size_t kWork = 5'000;
    const std::size_t most = most_nodes(conventions_);
    const std::size_t pool = below(kPools);
    const std::size_t size = std::min(kSizes[below(number % 3 == 0 ? std::size(kSizes) : kSmall)],
                                      most > 2 ? most - 2 : 1);
    Case c = ring_of_names(conventions_, pool, size, keys_at(kMostKeys / 2, size, kWork));
    if (!appends()) std::ranges::shuffle(c.start.nodes, random_);
    if (weighs() && number % 2 == 0) {
      for (Member& member : c.start.nodes) member.weight = 1 + below(3);
    }
    if (conventions_.lists_replicas) c.replicas = 1 + below(std::min<std::size_t>(size, 4));
    members_ = c.start.nodes;
    next_ = size;
    for (std::size_t step = 0, steps = 2 + below(4); step < steps; ++step) add_step(c, pool);
    return c;
  }

 private:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
  bool appends() const { return conventions_.membership == Conventions::Membership::append; }
  bool weighs() const { return conventions_.weights != Conventions::Weights::none; }

  void add_step(Case& c, std::size_t pool) {
    const std::size_t dice = below(3);
    if (dice == 0 && conventions_.leaves && members_.size() > 1) {
      const std::size_t at = appends() ? members_.size() - 1 : below(members_.size());
      c.steps.emplace_back(Leave{members_[at].node});
      members_.erase(members_.begin() + static_cast<std::ptrdiff_t>(at));
    } else if (dice == 1 && weighs()) {
      Member& member = members_[below(members_.size())];
      member.weight = 1 + below(4);
      c.steps.emplace_back(Weigh{member});
    } else if (conventions_.joins && members_.size() < conventions_.most_nodes) {
      c.steps.emplace_back(arrival(c, pool));
    }
  }

  // A newcomer, or a node that has left; and now and again several at once.
  Join arrival(Case& c, std::size_t pool) {
    const auto gone = std::ranges::find_if(c.start.nodes, [&](const Member& member) {
      return std::ranges::find(members_, member.node, &Member::node) == members_.end();
    });
    const bool returns = gone != c.start.nodes.end() && below(2) == 0;
    Join join{{}, {{returns ? gone->node : add_node(c, pool, next_++), 1}}};
    while (members_.size() + join.nodes.size() < conventions_.most_nodes && below(4) == 0) {
      join.nodes.push_back({add_node(c, pool, next_++), 1});
    }
    for (Member& member : join.nodes) {
      if (weighs()) member.weight = 1 + below(3);
      members_.push_back(member);
    }
    return join;
  }

  const Conventions& conventions_;
  std::mt19937_64 random_;
  std::vector<Member> members_;  // on the ring, if all went well
  std::size_t next_ = 0;         // of the pool
};

}  // namespace

std::string supply_random_names(Judge& judge, const RunOptions& options) {
  const std::uint64_t count = sample_count(options, 24, 100, 500);
  Maker maker(judge.subject().conventions(), sample_seed(options));
  std::uint64_t made = 0;
  for (bool go_on = true; go_on && made < count; ++made) {
    go_on = judge.judge(maker.make(made));
    report_progress(options, made, count);
  }
  return fmt::format("{} from seed {}", counted(made, "aimed case"), options.seed);
}

}  // namespace clockwise
