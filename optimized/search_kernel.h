/* The kernel of the sorted ring: lower bound and wrap over the positions in ascending order. It
   decides placement on a ring that is not indexed, and whatever the index cannot tell.

   It is written in what C and C++ share, so that one text is compiled into the ring (C++) and
   proved against the contracts below (C, by Frama-C/WP: reference/proof/kernels.sh). The contract
   of successor_index is the rule, by order alone and by distance: that it has both is the agreement
   of the two rings. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "optimized/either_way.h"

#ifdef __cplusplus
namespace clockwise {
#endif

/*@ predicate ascending(uint64_t* positions, integer count) =
      \forall integer i, j; 0 <= i < j < count ==> positions[i] < positions[j]; */

/* The steps up from `key` to `token` on the ring whose last position is `last`. */
/*@ logic integer steps(integer last, integer key, integer token) =
      token >= key ? token - key : token - key + last + 1; */

/* The index of the first position that is not below `key`; `count` if all are.
   rule: successor */
/*@ requires readable: \valid_read(positions + (0 .. count - 1));
    requires ascending: ascending(positions, count);
    assigns \nothing;
    ensures in_bounds: 0 <= \result <= count;
    ensures below: \forall integer i; 0 <= i < \result ==> positions[i] < key;
    ensures not_below: \forall integer i; \result <= i < count ==> positions[i] >= key; */
static inline size_t lower_bound_index(const uint64_t* positions, size_t count, uint64_t key) {
  size_t low = 0;
  size_t left = count;
  /* There is no branch on what is compared: hashed keys would go either way as often. */
  /*@ loop invariant bounds: 0 <= low && low + left <= count;
      loop invariant below: \forall integer i; 0 <= i < low ==> positions[i] < key;
      loop invariant not_below: \forall integer i; low + left <= i < count ==> positions[i] >= key;
      loop assigns low, left;
      loop variant left; */
  while (left > 1) {
    const size_t half = left / 2;
    low += CLOCKWISE_EITHER_WAY(positions[low + half - 1] < key) ? half : 0;
    left -= half;
  }
  return left == 1 && positions[low] < key ? low + 1 : low;
}

/* The index of the token that owns `key`: the first at or after it, past the end the first of all.
   There is at least one position.
   rule: successor, boundary, wrap */
/*@ requires some: count >= 1;
    requires readable: \valid_read(positions + (0 .. count - 1));
    requires ascending: ascending(positions, count);
    assigns \nothing;
    ensures a_token: 0 <= \result < count;
    ensures first_from:
      (positions[\result] >= key &&
       \forall integer i; 0 <= i < count ==> positions[i] >= key ==>
         positions[\result] <= positions[i]) ||
      ((\forall integer i; 0 <= i < count ==> positions[i] < key) &&
       \forall integer i; 0 <= i < count ==> positions[\result] <= positions[i]);
    ensures nearest: \forall integer last; key <= last ==>
      (\forall integer i; 0 <= i < count ==> positions[i] <= last) ==>
      \forall integer i; 0 <= i < count ==>
        steps(last, key, positions[\result]) <= steps(last, key, positions[i]);
    ensures boundary: \forall integer i; 0 <= i < count ==> positions[i] == key ==>
      positions[\result] == key;
    ensures wrap: (\forall integer i; 0 <= i < count ==> positions[i] < key) ==> \result == 0; */
static inline size_t successor_index(const uint64_t* positions, size_t count, uint64_t key) {
  const size_t at = lower_bound_index(positions, count, key);
  return at == count ? 0 : at;
}

#ifdef __cplusplus
} /* namespace clockwise */
#endif
