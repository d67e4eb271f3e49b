/* The kernel of the walk for replicas: the first distinct nodes met along an array, past its end to
   its beginning. It walks a ring that is not indexed whole, and any other block by block; what the
   index keeps of the nodes behind a line is collected by it too.

   It is written in what C and C++ share, so that one text is compiled into the ring (C++) and
   proved against the contract below (C, by Frama-C/WP: reference/proof/kernels.sh). */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "reference/token.h"

#ifdef __cplusplus
namespace clockwise {
#endif

/* Where a walk is after some steps, one lap at most: after the last place comes 0. */
/*@ logic integer place(integer start, integer steps, integer count) =
      start + steps < count ? start + steps : start + steps - count; */

/*@ predicate among(NodeId* list, integer length, NodeId node) =
      \exists integer i; 0 <= i < length && list[i] == node; */

/* All that is met in so many steps is among the first `length` of the list. */
/*@ predicate all_among(NodeId* list, integer length, NodeId* nodes, integer count, integer start,
                        integer steps) =
      \forall integer s; 0 <= s < steps ==> among(list, length, nodes[place(start, s, count)]); */

/* The k-th of the list is met within so many steps, and all that is met before it is among the k
   before it: it is the first to be met that is not one of them. */
/*@ predicate met_next(NodeId* list, integer k, NodeId* nodes, integer count, integer start,
                       integer steps) =
      \exists integer s; 0 <= s < steps && nodes[place(start, s, count)] == list[k] &&
        all_among(list, k, nodes, count, start, s); */

/*@ predicate all_differ(NodeId* list, integer length) =
      \forall integer i, j; 0 <= i < j < length ==> list[i] != list[j]; */

/* Walks `steps` of the `count` nodes from the one at `start` on, and adds those that are new to the
   `found` that `met` holds already, as long as there is room for them. Returns how many it holds
   then: each is the first node met that is none of those before it, and if there is room left, all
   nodes met are among them.
   rule: replicas */
/*@ requires met_there: \valid(met + (0 .. room - 1));
    requires nodes_there: \valid_read(nodes + (0 .. count - 1));
    requires apart: \separated(met + (0 .. room - 1), nodes + (0 .. count - 1));
    requires room: found <= room;
    requires start: steps == 0 || start < count;
    requires one_lap: steps <= count;
    requires all_differ: all_differ(met, found);
    assigns met[found .. room - 1];
    ensures in_room: found <= \result <= room;
    ensures replicas: \forall integer k; found <= k < \result ==>
      met_next(met, k, nodes, count, start, steps);
    ensures all_differ: all_differ(met, \result);
    ensures all_met: \result < room ==> all_among(met, \result, nodes, count, start, steps); */
static inline size_t meet_nodes(NodeId* met, size_t found, size_t room, const NodeId* nodes,
                                size_t count, size_t start, size_t steps) {
  size_t next = found;
  size_t at = start;
  /*@ loop invariant bounds: 0 <= step <= steps;
      loop invariant in_room: found <= next <= room;
      loop invariant at: step < steps ==> at == place(start, step, count);
      loop invariant all_differ: all_differ(met, next);
      loop invariant all_met: all_among(met, next, nodes, count, start, step);
      loop invariant replicas: \forall integer k; found <= k < next ==>
        met_next(met, k, nodes, count, start, steps);
      loop assigns step, at, next, met[found .. room - 1];
      loop variant steps - step; */
  for (size_t step = 0; step < steps && next < room; ++step) {
    size_t k = 0;
    /*@ loop invariant bounds: 0 <= k <= next;
        loop invariant others: \forall integer j; 0 <= j < k ==> met[j] != nodes[at];
        loop assigns k;
        loop variant next - k; */
    while (k < next && met[k] != nodes[at]) ++k;
    if (k == next) {
      met[next] = nodes[at];
      ++next;
    }
    at = at + 1 == count ? 0 : at + 1;
  }
  return next;
}

#ifdef __cplusplus
} /* namespace clockwise */
#endif
