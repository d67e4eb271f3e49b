#include "properties/kit/catalog.hpp"

#include <algorithm>
#include <iterator>

// One line a property, in the order in which they are reported.
#define CLOCKWISE_PROPERTIES(X)           \
  X(successor)                            \
  X(boundary)                             \
  X(wrap)                                 \
  X(lone_token_owns_all)                  \
  X(arcs_cover_the_ring)                  \
  X(join_steals_one_arc)                  \
  X(leave_hands_over_own_keys)            \
  X(virtual_nodes_leave_together)         \
  X(only_members_own)                     \
  X(join_then_leave_restores)             \
  X(input_order_is_irrelevant)            \
  X(history_is_irrelevant)                \
  X(names_are_irrelevant)                 \
  X(rotation_moves_nothing)               \
  X(only_order_matters)                   \
  X(replicas_are_distinct_nodes)          \
  X(replicas_follow_the_ring)             \
  X(first_replica_is_the_owner)           \
  X(fewer_replicas_are_a_prefix)          \
  X(the_next_replica_takes_over)          \
  X(replica_shortage_is_refused)          \
  X(one_node_moves_one_replica)           \
  X(refused_by_kind)                      \
  X(refusal_changes_nothing)              \
  X(asking_changes_nothing)               \
  X(expected_share_is_exact)              \
  X(equal_positions_share_an_owner)       \
  X(plan_lists_what_moves)                \
  X(plan_applied_is_the_new_placement)    \
  X(plan_givers_are_not_takers)           \
  X(plan_is_in_ring_order)                \
  X(plan_sizes_are_load_differences)      \
  X(plan_of_a_join_gives_to_newcomers)    \
  X(plan_of_a_leave_takes_from_leavers)   \
  X(plan_reversed_is_the_way_back)        \
  X(reads_miss_until_the_copy)            \
  X(copy_before_the_switch_loses_nothing) \
  X(asking_the_giver_loses_nothing)       \
  X(growth_moves_only_to_the_newcomer)    \
  X(leave_moves_only_the_leavers_keys)    \
  X(same_in_a_fresh_process)              \
  X(replica_shortage_as_declared)         \
  X(second_join_as_declared)              \
  X(unknown_leave_as_declared)            \
  X(last_leave_as_declared)               \
  X(weights_move_only_their_nodes_keys)   \
  X(lowered_weight_leaves_no_ghost)       \
  X(shares_follow_the_weights)

namespace clockwise {

#define CLOCKWISE_DECLARE(property) extern const Property property;
CLOCKWISE_PROPERTIES(CLOCKWISE_DECLARE)
#undef CLOCKWISE_DECLARE

std::span<const Property* const> catalog() {
#define CLOCKWISE_LIST(property) &(property),
  static constexpr const Property* kAll[] = {CLOCKWISE_PROPERTIES(CLOCKWISE_LIST)};
#undef CLOCKWISE_LIST
  return kAll;
}

std::vector<const Property*> catalog_at(Level level) {
  std::vector<const Property*> all;
  std::ranges::copy_if(catalog(), std::back_inserter(all), [&](const Property* property) {
    return property->check_at(level) != nullptr;
  });
  return all;
}

const Property* find_property(std::string_view slug) {
  const auto found = std::ranges::find(catalog(), slug, &Property::slug);
  return found == catalog().end() ? nullptr : *found;
}

}  // namespace clockwise
