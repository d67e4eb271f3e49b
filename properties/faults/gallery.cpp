#include <algorithm>

#include "properties/faults/fault.hpp"

// One line a wrong ring, in the order in which they are listed.
#define CLOCKWISE_FAULTS(X)              \
  X(boundary_exclusive)                  \
  X(no_wrap)                             \
  X(past_last_stays_last)                \
  X(below_first_goes_last)               \
  X(predecessor)                         \
  X(counter_clockwise)                   \
  X(nearest_point)                       \
  X(modulo_placement)                    \
  X(modulo_nodes)                        \
  X(first_token_takes_all)               \
  X(last_token_is_never_found)           \
  X(key_zero_goes_last)                  \
  X(token_at_zero_is_unowned)            \
  X(position_zero_is_unowned)            \
  X(top_key_folds_to_zero)               \
  X(top_position_is_refused)             \
  X(lone_token_owns_nothing)             \
  X(far_keys_are_refused)                \
  X(near_tokens_are_merged)              \
  X(keys_are_rounded_down)               \
  X(signed_comparison)                   \
  X(full_size_overflows)                 \
  X(distances_keep_32_bits)              \
  X(positions_are_doubles)               \
  X(positions_sort_as_text)              \
  X(unsorted_search)                     \
  X(tokens_sort_by_node)                 \
  X(node_zero_is_nobody)                 \
  X(smaller_name_wins)                   \
  X(node_ids_keep_8_bits)                \
  X(token_ids_keep_16_bits)              \
  X(token_32_is_missed)                  \
  X(tokens_sort_up_to_32)                \
  X(last_writer_wins)                    \
  X(first_writer_wins)                   \
  X(equal_positions_are_kept)            \
  X(collisions_move_up)                  \
  X(equal_ids_are_accepted)              \
  X(out_of_range_accepted)               \
  X(keys_are_reduced)                    \
  X(ids_are_checked_first)               \
  X(range_is_checked_last)               \
  X(refused_join_half_applies)           \
  X(refused_build_clears)                \
  X(refused_build_resizes)               \
  X(rebuild_merges)                      \
  X(rebuild_keeps_the_size)              \
  X(rebuild_is_ignored)                  \
  X(unknown_leave_is_accepted)           \
  X(unknown_leave_drops_last)            \
  X(last_node_leaves)                    \
  X(last_node_counts_tokens)             \
  X(two_nodes_cannot_part)               \
  X(members_may_not_join)                \
  X(nodes_have_one_token)                \
  X(join_is_a_no_op)                     \
  X(join_takes_two_arcs)                 \
  X(join_takes_one_position)             \
  X(join_places_one_token)               \
  X(large_batches_are_cut)               \
  X(renumbering_on_join)                 \
  X(join_reslices_evenly)                \
  X(answers_live_by_token_count)         \
  X(joins_wait_for_a_question)           \
  X(answers_outlive_a_join)              \
  X(leave_is_a_no_op)                    \
  X(leave_removes_one_token)             \
  X(leave_takes_a_neighbour)             \
  X(renumbering_on_leave)                \
  X(leave_hands_back)                    \
  X(leavers_may_not_return)              \
  X(ninth_change_is_lost)                \
  X(replicas_list_a_leaver)              \
  X(replicas_repeat_a_node)              \
  X(eighth_replica_repeats)              \
  X(replicas_stop_at_the_end)            \
  X(wrapped_keys_have_one_replica)       \
  X(replica_walk_ends_early)             \
  X(replicas_omit_the_owner)             \
  X(replicas_are_sorted)                 \
  X(replicas_walk_backwards)             \
  X(replicas_in_list_order)              \
  X(replicas_in_name_order)              \
  X(replicas_skip_a_node)                \
  X(replicas_sit_across)                 \
  X(only_r_tokens_are_looked_at)         \
  X(all_nodes_are_too_many)              \
  X(replicas_truncated)                  \
  X(shortage_repeats_nodes)              \
  X(shortage_is_no_tokens)               \
  X(asking_wears_out)                    \
  X(past_last_takes_turns)               \
  X(search_resumes)                      \
  X(plan_forgets_the_wrap)               \
  X(plan_skips_the_last_arc)             \
  X(plan_takes_the_whole_arc)            \
  X(plan_lists_what_stays)               \
  X(plan_splits_its_arcs)                \
  X(plan_lists_the_wrap_last)            \
  X(plan_moves_one_arc_a_node)           \
  X(plan_swaps_giver_and_taker)          \
  X(plan_names_the_taker_as_giver)       \
  X(plan_knows_no_leave)                 \
  X(publishing_moves_data)               \
  X(copy_empties_the_giver)              \
  X(copy_merges_equal_positions)         \
  X(giver_is_never_asked)                \
  X(placement_modulo)                    \
  X(placement_rounds_at_seven)           \
  X(placement_first_comer_is_favoured)   \
  X(placement_salted_by_the_process)     \
  X(placement_changes_are_counted)       \
  X(placement_leave_is_lost)             \
  X(placement_ghost_of_a_lowered_weight) \
  X(placement_weights_are_normalised)    \
  X(placement_weights_are_ignored)       \
  X(placement_second_join_counts_twice)  \
  X(placement_unknown_leave_drops_last)  \
  X(placement_last_node_leaves)          \
  X(placement_replicas_repeat)           \
  X(placement_replicas_in_input_order)   \
  X(placement_replicas_are_reversed)     \
  X(placement_owner_is_no_replica)       \
  X(placement_fewer_replicas_are_others) \
  X(placement_shortage_is_padded)        \
  X(placement_asking_wears_out)

namespace clockwise {

#define CLOCKWISE_DECLARE(fault) extern const Fault fault;
namespace faults {
CLOCKWISE_FAULTS(CLOCKWISE_DECLARE)
}  // namespace faults
#undef CLOCKWISE_DECLARE

std::span<const Fault* const> gallery() {
#define CLOCKWISE_LIST(fault) &faults::fault,
  static constexpr const Fault* kAll[] = {CLOCKWISE_FAULTS(CLOCKWISE_LIST)};
#undef CLOCKWISE_LIST
  return kAll;
}

const Fault* find_fault(std::string_view slug) {
  const auto found = std::ranges::find(gallery(), slug, &Fault::slug);
  return found == gallery().end() ? nullptr : *found;
}

}  // namespace clockwise
