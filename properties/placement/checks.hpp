// The checks behind the properties of placement level; catalog.cpp says what each claims.
#pragma once

#include "properties/placement/placement.hpp"

namespace clockwise::placement {

PlacementVerdict only_members_own(const PlacementTrial& trial);
PlacementVerdict growth_moves_only_to_the_newcomer(const PlacementTrial& trial);
PlacementVerdict leave_moves_only_the_leavers_keys(const PlacementTrial& trial);
PlacementVerdict join_then_leave_restores(const PlacementTrial& trial);
PlacementVerdict input_order_is_irrelevant(const PlacementTrial& trial);
PlacementVerdict history_is_irrelevant(const PlacementTrial& trial);
PlacementVerdict same_in_a_fresh_process(const PlacementTrial& trial);
PlacementVerdict asking_changes_nothing(const PlacementTrial& trial);
PlacementVerdict replicas_are_distinct_nodes(const PlacementTrial& trial);
PlacementVerdict first_replica_is_the_owner(const PlacementTrial& trial);
PlacementVerdict fewer_replicas_are_a_prefix(const PlacementTrial& trial);
PlacementVerdict the_next_replica_takes_over(const PlacementTrial& trial);
PlacementVerdict one_node_moves_one_replica(const PlacementTrial& trial);
PlacementVerdict replica_shortage_as_declared(const PlacementTrial& trial);
PlacementVerdict second_join_as_declared(const PlacementTrial& trial);
PlacementVerdict unknown_leave_as_declared(const PlacementTrial& trial);
PlacementVerdict last_leave_as_declared(const PlacementTrial& trial);
PlacementVerdict weights_move_only_their_nodes_keys(const PlacementTrial& trial);
PlacementVerdict lowered_weight_leaves_no_ghost(const PlacementTrial& trial);
PlacementVerdict shares_follow_the_weights(const PlacementTrial& trial);

}  // namespace clockwise::placement
