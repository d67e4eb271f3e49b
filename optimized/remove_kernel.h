/* The kernel of a leave: drops the tokens of a node from sorted arrays, in place. Every token that
   leaves the sorted ring leaves it here, but where the ring is laid out anew.

   It is written in what C and C++ share, so that one text is compiled into the ring (C++) and
   proved against the contract below (C, by Frama-C/WP: reference/proof/kernels.sh). */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "reference/token.h"

#ifdef __cplusplus
namespace clockwise {
#endif

/*@ predicate rising(uint64_t* positions, integer count) =
      \forall integer i, j; 0 <= i < j < count ==> positions[i] < positions[j]; */

/* How many of the first `count` tokens are not of `node`: the place of the next one that stays. */
/*@ logic integer staying(NodeId* nodes, integer count, integer node) =
      count <= 0 ? 0 : staying(nodes, count - 1, node) + (nodes[count - 1] != node ? 1 : 0); */

/* Drops the tokens of `node` from three arrays, a field each, and returns how many are left:
   exactly those of other nodes, whole and in the order in which they were. What lies behind them is
   unspecified. There is no branch on whose a token is, since it could not be foretold.
   rule: leave */
/*@ requires positions_there: \valid(positions + (0 .. count - 1));
    requires nodes_there: \valid(nodes + (0 .. count - 1));
    requires ids_there: \valid(ids + (0 .. count - 1));
    requires apart: \separated(positions + (0 .. count - 1), nodes + (0 .. count - 1),
                               ids + (0 .. count - 1));
    assigns positions[0 .. count - 1], nodes[0 .. count - 1], ids[0 .. count - 1];
    ensures counted: \result == staying{Pre}(nodes, count, node);
    ensures in_bounds: 0 <= \result <= count;
    ensures positions_stay: \forall integer i; 0 <= i < count ==> \old(nodes[i]) != node ==>
      positions[staying{Pre}(nodes, i, node)] == \old(positions[i]);
    ensures nodes_stay: \forall integer i; 0 <= i < count ==> \old(nodes[i]) != node ==>
      nodes[staying{Pre}(nodes, i, node)] == \old(nodes[i]);
    ensures ids_stay: \forall integer i; 0 <= i < count ==> \old(nodes[i]) != node ==>
      ids[staying{Pre}(nodes, i, node)] == \old(ids[i]);
    ensures leave: \forall integer i; 0 <= i < \result ==> nodes[i] != node;
    ensures rising: \old(rising(positions, count)) ==> rising(positions, \result); */
static inline size_t drop_node(uint64_t* positions, NodeId* nodes, TokenId* ids, size_t count,
                               NodeId node) {
  size_t kept = 0;
  /*@ loop invariant bounds: 0 <= kept <= i <= count;
      loop invariant counted: kept == staying{Pre}(nodes, i, node);
      loop invariant places: \forall integer j; 0 <= j < i ==> \at(nodes[j], Pre) != node ==>
        0 <= staying{Pre}(nodes, j, node) < kept;
      loop invariant positions_stay: \forall integer j; 0 <= j < i ==>
        \at(nodes[j], Pre) != node ==>
        positions[staying{Pre}(nodes, j, node)] == \at(positions[j], Pre);
      loop invariant nodes_stay: \forall integer j; 0 <= j < i ==> \at(nodes[j], Pre) != node ==>
        nodes[staying{Pre}(nodes, j, node)] == \at(nodes[j], Pre);
      loop invariant ids_stay: \forall integer j; 0 <= j < i ==> \at(nodes[j], Pre) != node ==>
        ids[staying{Pre}(nodes, j, node)] == \at(ids[j], Pre);
      loop invariant leave: \forall integer j; 0 <= j < kept ==> nodes[j] != node;
      loop invariant positions_ahead: \forall integer j; i <= j < count ==>
        positions[j] == \at(positions[j], Pre);
      loop invariant nodes_ahead: \forall integer j; i <= j < count ==>
        nodes[j] == \at(nodes[j], Pre);
      loop invariant ids_ahead: \forall integer j; i <= j < count ==> ids[j] == \at(ids[j], Pre);
      loop invariant rising: \at(rising(positions, count), Pre) ==> rising(positions, kept);
      loop invariant below: \at(rising(positions, count), Pre) ==>
        \forall integer j, k; 0 <= j < kept ==> i <= k < count ==>
          positions[j] < \at(positions[k], Pre);
      loop assigns i, kept, positions[0 .. count - 1], nodes[0 .. count - 1], ids[0 .. count - 1];
      loop variant count - i; */
  for (size_t i = 0; i < count; ++i) {
    const NodeId owner = nodes[i];
    positions[kept] = positions[i];
    nodes[kept] = owner;
    ids[kept] = ids[i];
    kept += owner != node ? 1 : 0;
  }
  return kept;
}

#ifdef __cplusplus
} /* namespace clockwise */
#endif
