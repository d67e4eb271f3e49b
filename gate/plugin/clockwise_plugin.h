/* The C interface by which the gate judges a ring in a shared object: clockwise check --plugin
 * ./my_ring.so. The object exports one function, clockwise_plugin(), and needs nothing of the gate.
 *
 * Positions are 0 … last, where last is one less than the ring size, so that a ring of 2^64
 * positions fits. Nodes and ids are plain numbers without order or meaning. A function returns 0,
 * or why it did not do what it was asked (and then nothing has changed), or a negative number for a
 * failure of its own, which equals nothing. The rules are in reference/SPEC.md. */
#ifndef CLOCKWISE_PLUGIN_H
#define CLOCKWISE_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CLOCKWISE_PLUGIN_ABI 1

/* Where several fit, the first in this order is the one to give. */
enum clockwise_refusal {
  CLOCKWISE_DONE = 0,
  CLOCKWISE_RING_TOO_SMALL = 1,
  CLOCKWISE_NO_TOKENS = 2,
  CLOCKWISE_POSITION_OUT_OF_RANGE = 3,
  CLOCKWISE_DUPLICATE_POSITION = 4,
  CLOCKWISE_DUPLICATE_TOKEN = 5,
  CLOCKWISE_UNKNOWN_NODE = 6,
  CLOCKWISE_LAST_NODE = 7,
  CLOCKWISE_TOO_FEW_NODES = 8
};

struct clockwise_token {
  uint64_t position;
  uint32_t id;
  uint32_t node;
};

struct clockwise_interface {
  uint32_t abi;     /* CLOCKWISE_PLUGIN_ABI */
  const char* name; /* of the ring, for reports */

  void* (*create)(void); /* a ring on which nothing is built; null for a failure */
  void (*destroy)(void* ring);

  int (*build)(void* ring, uint64_t last, const struct clockwise_token* tokens, size_t count);
  int (*join)(void* ring, const struct clockwise_token* tokens, size_t count);
  int (*leave)(void* ring, uint32_t node);
  int (*owner)(const void* ring, uint64_t key, uint32_t* node);
  /* Writes `count` nodes to `nodes`. */
  int (*replicas)(const void* ring, uint64_t key, uint32_t* nodes, size_t count);
};

const struct clockwise_interface* clockwise_plugin(void);

#ifdef __cplusplus
}
#endif

#endif
