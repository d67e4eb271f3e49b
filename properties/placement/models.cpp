// Rings that hash by themselves and run in this process: a right one, and wrong ones.
#include <algorithm>
#include <cmath>
#include <memory>

#include "properties/kit/hash.hpp"
#include "properties/placement/placement.hpp"

namespace clockwise {
namespace {

std::uint64_t mixed(std::string_view text, std::uint64_t seed) {
  std::uint64_t hash = hash_of(text, kHashBasis ^ (seed * 0x9E3779B97F4A7C15U));
  hash ^= hash >> 33U;
  hash *= 0xff51afd7ed558ccdU;
  hash ^= hash >> 33U;
  hash *= 0xc4ceb9fe1a85ec53U;
  return hash ^ (hash >> 33U);
}

// Every node of `members`, best first for this key: its weight over an exponential of its own.
struct Ranking {
  const PlacementCase& c;
  std::vector<Member> members;

  std::vector<NodeId> operator()(const std::string& key) const {
    std::vector<std::pair<double, NodeId>> scores;
    for (const Member& member : members) {
      const std::string& name = c.node_names[static_cast<std::size_t>(member.node)];
      const double uniform =
          (static_cast<double>(mixed(key, mixed(name, 1)) >> 11U) + 1) / 9007199254740993.0;
      scores.emplace_back(-static_cast<double>(member.weight) / std::log(uniform), member.node);
    }
    std::ranges::sort(scores, std::ranges::greater{});
    std::vector<NodeId> nodes;
    for (const auto& [score, node] : scores) nodes.push_back(node);
    return nodes;
  }
};

class Model final : public PlacementSubject {
 public:
  explicit Model(const PlacementModel& model) : name_(model.slug), slug_(model.slug) {
    manners_.weights = Manners::Weights::absolute;
  }

  const std::string& name() const override { return name_; }
  const Manners& manners() const override { return manners_; }

  Trace run(const PlacementCase& c) override { return run(c, 0); }
  std::optional<Trace> run_afresh(const PlacementCase& c) override { return run(c, 1); }

 private:
  bool is(std::string_view slug) const { return slug_ == slug; }

  Trace run(const PlacementCase& c, std::uint64_t process) {
    Trace trace;
    std::vector<Member> members;
    for (std::size_t i = 0; i < c.states(); ++i) {
      State& state = trace.states.emplace_back();
      if (i == 0) {
        members = c.nodes;
      } else {
        state.step = take(c.steps[i - 1], members);
      }
      ask(c, members, process, state);
    }
    return trace;
  }

  Answer take(const PlacementStep& step, std::vector<Member>& members) const {
    if (const auto* arrive = std::get_if<Arrive>(&step)) {
      for (const Member& member : arrive->nodes) {
        if (is_member(members, member.node)) {
          // The member's old points stay when it leaves: here, its weight counts twice for ever.
          if (is("placement-second-join-counts-twice")) {
            std::ranges::find(members, member.node, &Member::node)->weight += member.weight;
          }
          return Answer::untold();
        }
      }
      members.insert(members.end(), arrive->nodes.begin(), arrive->nodes.end());
      return Answer::done();
    }
    if (const auto* depart = std::get_if<Depart>(&step)) {
      if (!is_member(members, depart->node)) {
        if (is("placement-unknown-leave-drops-last") && members.size() > 1) members.pop_back();
        return Answer::refused(Refusal::unknown_node);
      }
      if (members.size() == 1) return Answer::refused(Refusal::last_node);
      // Some of the points of a node whose weight was lowered are forgotten, and stay.
      if (is("placement-ghost-of-a-lowered-weight") && lowered(members, depart->node)) {
        return Answer::done();
      }
      std::erase_if(members, [&](const Member& member) { return member.node == depart->node; });
      return Answer::done();
    }
    const Member& weighed = std::get<Weigh>(step).node;
    const auto known = std::ranges::find(members, weighed.node, &Member::node);
    if (known == members.end()) return Answer::refused(Refusal::unknown_node);
    if (is("placement-ghost-of-a-lowered-weight") && weighed.weight < known->weight) {
      known->weight = 1U << 20U | weighed.weight;  // the mark of a ghost
      return Answer::done();
    }
    known->weight = weighed.weight;
    return Answer::done();
  }

  static bool lowered(const std::vector<Member>& members, NodeId node) {
    return std::ranges::find(members, node, &Member::node)->weight >= 1U << 20U;
  }

  void ask(const PlacementCase& c, std::vector<Member> members, std::uint64_t process,
           State& state) const {
    // From seven nodes on, the first one's points are rounded away.
    if (is("placement-rounds-at-seven") && members.size() >= 7 && members.size() % 7 == 0) {
      members.erase(members.begin());
    }
    const Ranking rank{c, members};
    for (const std::string& key : c.keys) {
      std::vector<NodeId> nodes = rank(key);
      const std::uint64_t number = mixed(key, is("placement-salted-by-the-process") ? process : 0);
      if (is("placement-modulo")) {
        nodes = {};
        for (std::size_t i = 0; i < members.size(); ++i) {
          nodes.push_back(members[(number + i) % members.size()].node);
        }
      }
      if (is("placement-salted-by-the-process") && process > 0 && number % 50 == 0) {
        std::swap(nodes.front(), nodes.back());
      }
      if (is("placement-first-comer-is-favoured") && number % 40 == 0) {
        std::swap(nodes.front(), *std::ranges::find(nodes, members.front().node));
      }
      state.owners.push_back(Answer::owner(nodes.front()));
      if (c.replicas) list(c, members, std::move(nodes), number, state);
    }
  }

  void list(const PlacementCase& c, const std::vector<Member>& members, std::vector<NodeId> nodes,
            std::uint64_t number, State& state) const {
    if (*c.replicas > members.size() && !is("placement-shortage-is-padded")) {
      state.replicas.push_back(Answer::refused(Refusal::too_few_nodes));
      return;
    }
    if (is("placement-replicas-repeat") && nodes.size() > 1 && number % 9 == 0) nodes[1] = nodes[0];
    if (is("placement-replicas-in-input-order") && nodes.size() > 2) {
      std::sort(nodes.begin() + 1, nodes.end());
    }
    if (is("placement-owner-is-no-replica") && nodes.size() > 1) {
      std::rotate(nodes.begin(), nodes.begin() + 1, nodes.end());
    }
    if (is("placement-fewer-replicas-are-others") && *c.replicas % 2 == 1 && nodes.size() > 2) {
      std::swap(nodes[1], nodes[2]);
    }
    const std::size_t begin = state.listed.size();
    for (std::size_t i = 0; i < *c.replicas; ++i) state.listed.push_back(nodes[i % nodes.size()]);
    state.replicas.push_back(Answer::list(begin, *c.replicas));
  }

  std::string name_;
  std::string_view slug_;
  Manners manners_;
};

}  // namespace

std::span<const PlacementModel> placement_models() {
  static constexpr PlacementModel kAll[] = {
      {"rendezvous", "Each key goes to the node that scores highest for it.", ""},
      {"placement-modulo", "The number of the key modulo the number of nodes is the owner.",
       "growth-moves-only-to-the-newcomer"},
      {"placement-rounds-at-seven", "At every seventh size one node's points are rounded away.",
       "growth-moves-only-to-the-newcomer"},
      {"placement-first-comer-is-favoured", "Where two collide, the one that came first wins.",
       "input-order-is-irrelevant"},
      {"placement-salted-by-the-process", "A few keys are placed by a salt of the process.",
       "same-in-a-fresh-process"},
      {"placement-ghost-of-a-lowered-weight",
       "A leave forgets the points that a lowered weight left behind.",
       "lowered-weight-leaves-no-ghost"},
      {"placement-second-join-counts-twice", "A second join is refused and counted all the same.",
       "second-join-as-declared"},
      {"placement-unknown-leave-drops-last", "A leave of no member drops the last node.",
       "unknown-leave-as-declared"},
      {"placement-replicas-repeat", "Some lists name the owner twice.",
       "replicas-are-distinct-nodes"},
      {"placement-replicas-in-input-order", "Replicas behind the owner come in the order of input.",
       "the-next-replica-takes-over"},
      {"placement-owner-is-no-replica", "Lists begin behind the owner.",
       "first-replica-is-the-owner"},
      {"placement-fewer-replicas-are-others", "Lists of odd length come in another order.",
       "fewer-replicas-are-a-prefix"},
      {"placement-shortage-is-padded", "More replicas than nodes repeat the nodes.",
       "replica-shortage-as-declared"},
  };
  return kAll;
}

std::unique_ptr<PlacementSubject> make_placement_model(std::string_view slug) {
  const auto model = std::ranges::find(placement_models(), slug, &PlacementModel::slug);
  if (model == placement_models().end()) return nullptr;
  return std::make_unique<Model>(*model);
}

}  // namespace clockwise
