#include "properties/kit/catalog.hpp"

#include "properties/placement/checks.hpp"

namespace clockwise {
namespace {

// What only this level claims. The other claims are those of the catalog, word for word.
constexpr Property kGrowth{
    .slug = "growth-moves-only-to-the-newcomer",
    .claim =
        "A join moves keys to the newcomer and nowhere else, at every size from 1 to 130 nodes.",
    .formula = "owner′(k) ≠ owner(k) ⇒ owner′(k) is the newcomer",
    .rule = "join",
    .catches = {},
};
constexpr Property kLeave{
    .slug = "leave-moves-only-the-leavers-keys",
    .claim = "A leave moves all of the leaver's keys and no other.",
    .formula = "owner(k) ≠ n ⇒ owner′(k) = owner(k);  owner′(k) ≠ n",
    .rule = "leave",
    .catches = {},
};
constexpr Property kFresh{
    .slug = "same-in-a-fresh-process",
    .claim = "Another process that is asked the same answers the same.",
    .formula = "answers are a function of the case alone",
    .rule = "pure",
    .catches = {},
};
constexpr Property kShortage{
    .slug = "replica-shortage-as-declared",
    .claim = "As many replicas as there are nodes are listed; one more is met as declared.",
    .formula = "|replicas(k, n)| = n;  replicas(k, n + 1) is refused, or n where truncated",
    .rule = "replicas",
    .catches = {},
};
constexpr Property kRejoin{
    .slug = "second-join-as-declared",
    .claim = "A second join of a member is met as declared, and one leave undoes both.",
    .formula = "join(n) twice is refused, or leave(n) leaves nothing of n",
    .rule = "refusals",
    .catches = {},
};
constexpr Property kUnknown{
    .slug = "unknown-leave-as-declared",
    .claim = "A leave of no member is met as declared, and changes nothing.",
    .formula = "n not on the ring ⇒ answers after leave(n) = answers before",
    .rule = "refusals",
    .catches = {},
};
constexpr Property kLast{
    .slug = "last-leave-as-declared",
    .claim = "A leave of the last node is met as declared: refused, or no key has an owner.",
    .formula = "the ring of n alone after leave(n): as before, or empty",
    .rule = "refusals",
    .catches = {},
};
constexpr Property kWeights{
    .slug = "weights-move-only-their-nodes-keys",
    .claim = "A raised weight moves keys to its node only, a lowered one away from it only.",
    .formula = "weight(n) grows ⇒ owner′(k) ∈ {owner(k), n}; it shrinks ⇒ owner(k) = n or unmoved",
    .rule = "join",
    .catches = {},
};
constexpr Property kGhost{
    .slug = "lowered-weight-leaves-no-ghost",
    .claim = "A node whose weight was lowered and that then left owns nothing.",
    .formula = "owner(k) ≠ n after weigh(n) and leave(n)",
    .rule = "leave",
    .catches = {},
};
constexpr Property kShares{
    .slug = "shares-follow-the-weights",
    .claim = "Each node's share of the keys is its share of the weights, within what is declared.",
    .formula = "|share(n) − weight(n) / Σ weights| within tolerance",
    .rule = "share",
    .catches = {},
};
constexpr const Property* kOnly[] = {&kGrowth,  &kLeave, &kFresh,   &kShortage, &kRejoin,
                                     &kUnknown, &kLast,  &kWeights, &kGhost,    &kShares};

}  // namespace

std::span<const Property* const> placement_only() { return kOnly; }

std::span<const PlacementProperty> placement_catalog() {
  using namespace placement;
  static const PlacementProperty kAll[] = {
      {find_property("only-members-own"), only_members_own, true},
      {&kGrowth, growth_moves_only_to_the_newcomer, true},
      {&kLeave, leave_moves_only_the_leavers_keys},
      {find_property("join-then-leave-restores"), join_then_leave_restores},
      {find_property("input-order-is-irrelevant"), input_order_is_irrelevant},
      {find_property("history-is-irrelevant"), history_is_irrelevant},
      {find_property("asking-changes-nothing"), asking_changes_nothing},
      {&kFresh, same_in_a_fresh_process},
      {find_property("replicas-are-distinct-nodes"), replicas_are_distinct_nodes},
      {find_property("first-replica-is-the-owner"), first_replica_is_the_owner},
      {find_property("fewer-replicas-are-a-prefix"), fewer_replicas_are_a_prefix},
      {find_property("the-next-replica-takes-over"), the_next_replica_takes_over},
      {find_property("one-node-moves-one-replica"), one_node_moves_one_replica},
      {&kShortage, replica_shortage_as_declared},
      {&kRejoin, second_join_as_declared},
      {&kUnknown, unknown_leave_as_declared},
      {&kLast, last_leave_as_declared},
      {&kWeights, weights_move_only_their_nodes_keys},
      {&kGhost, lowered_weight_leaves_no_ghost},
      {&kShares, shares_follow_the_weights},
  };
  return kAll;
}

}  // namespace clockwise
