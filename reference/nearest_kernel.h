/* The kernel of the reference: the clockwise distance and the token at the least of it. It is all
   of the reference that decides placement.

   It is written in what C and C++ share, so that one text is compiled into the ring (C++) and
   proved against the contracts below (C, by Frama-C/WP: reference/proof/kernels.sh). The contracts
   are the rules: `distance` is the dist of proof/Model.v for M = last + 1, and the ensures clauses
   of nearest_index are its `nearest`. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
namespace clockwise {
#endif

/*@ logic integer distance(integer last, integer key, integer token) =
      token >= key ? token - key : token - key + last + 1; */

/*@ predicate in_range(uint64_t* positions, integer count, integer last) =
      \forall integer i; 0 <= i < count ==> 0 <= positions[i] <= last; */

/*@ predicate distinct(uint64_t* positions, integer count) =
      \forall integer i, j; 0 <= i < j < count ==> positions[i] != positions[j]; */

/* How many steps up from `key` lead to `token`, going past `last` to 0: (token - key) mod M, for
   M = last + 1 up to 2^64. No intermediate result leaves 0 .. 2^64 - 1.
   rule: successor */
/*@ requires key_in_range: key <= last;
    requires token_in_range: token <= last;
    assigns \nothing;
    ensures distance: \result == distance(last, key, token);
    ensures in_range: \result <= last; */
static inline uint64_t clockwise_distance(uint64_t last, uint64_t key, uint64_t token) {
  if (token >= key) return token - key;
  return last - (key - token) + 1;
}

/* The index of the token at the least clockwise distance from `key`, the first of several. Looks at
   every one of the `count` positions, of which there is at least one.
   rule: successor, boundary, wrap */
/*@ requires some: count >= 1;
    requires readable: \valid_read(positions + (0 .. count - 1));
    requires key_in_range: key <= last;
    requires tokens_in_range: in_range(positions, count, last);
    assigns \nothing;
    ensures a_token: 0 <= \result < count;
    ensures nearest: \forall integer i; 0 <= i < count ==>
      distance(last, key, positions[\result]) <= distance(last, key, positions[i]);
    ensures first: \forall integer i; 0 <= i < \result ==>
      distance(last, key, positions[\result]) < distance(last, key, positions[i]);
    ensures unique: distinct(positions, count) ==> \forall integer i; 0 <= i < count ==>
      i != \result ==>
      distance(last, key, positions[\result]) < distance(last, key, positions[i]);
    ensures boundary: \forall integer i; 0 <= i < count ==> positions[i] == key ==>
      positions[\result] == key;
    ensures wrap: (\forall integer i; 0 <= i < count ==> positions[i] < key) ==>
      \forall integer i; 0 <= i < count ==> positions[\result] <= positions[i]; */
static inline size_t nearest_index(uint64_t last, uint64_t key, const uint64_t* positions,
                                   size_t count) {
  size_t best = 0;
  /*@ loop invariant seen: 1 <= i <= count;
      loop invariant best_is_seen: 0 <= best < i;
      loop invariant best_is_nearest: \forall integer j; 0 <= j < i ==>
        distance(last, key, positions[best]) <= distance(last, key, positions[j]);
      loop invariant best_is_first: \forall integer j; 0 <= j < best ==>
        distance(last, key, positions[best]) < distance(last, key, positions[j]);
      loop assigns i, best;
      loop variant count - i; */
  for (size_t i = 1; i < count; ++i) {
    if (clockwise_distance(last, key, positions[i]) <
        clockwise_distance(last, key, positions[best])) {
      best = i;
    }
  }
  return best;
}

#ifdef __cplusplus
} /* namespace clockwise */
#endif
