/* A ring in plain C as a plugin, by linear search:
 *   cc -shared -fPIC -I gate/plugin -o plugin_ring.so gate/adapters/examples/plugin_ring.c
 *   clockwise check --plugin ./plugin_ring.so */
#include <stdlib.h>
#include <string.h>

#include "clockwise_plugin.h"

struct ring {
  uint64_t last;
  struct clockwise_token* tokens;
  size_t count;
};

static void* create(void) { return calloc(1, sizeof(struct ring)); }

static void destroy(void* self) {
  free(((struct ring*)self)->tokens);
  free(self);
}

/* The members and the batch, or why the batch is refused. */
static int take(struct ring* ring, uint64_t last, size_t members,
                const struct clockwise_token* batch, size_t count) {
  if (count == 0) return CLOCKWISE_NO_TOKENS;
  for (size_t i = 0; i < count; ++i) {
    if (batch[i].position > last) return CLOCKWISE_POSITION_OUT_OF_RANGE;
  }
  struct clockwise_token* all = malloc((members + count) * sizeof *all);
  if (all == NULL) return -1;
  if (members > 0) memcpy(all, ring->tokens, members * sizeof *all);
  memcpy(all + members, batch, count * sizeof *all);
  int refused = CLOCKWISE_DONE;
  for (size_t i = 0; i < members + count; ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (all[i].position == all[j].position) refused = CLOCKWISE_DUPLICATE_POSITION;
      if (all[i].id == all[j].id && refused == CLOCKWISE_DONE) refused = CLOCKWISE_DUPLICATE_TOKEN;
    }
  }
  if (refused != CLOCKWISE_DONE) {
    free(all);
    return refused;
  }
  free(ring->tokens);
  ring->tokens = all;
  ring->count = members + count;
  ring->last = last;
  return CLOCKWISE_DONE;
}

static int build(void* self, uint64_t last, const struct clockwise_token* tokens, size_t count) {
  return take(self, last, 0, tokens, count);
}

static int join(void* self, const struct clockwise_token* tokens, size_t count) {
  struct ring* ring = self;
  if (ring->count == 0) return CLOCKWISE_NO_TOKENS;
  return take(ring, ring->last, ring->count, tokens, count);
}

static int leave(void* self, uint32_t node) {
  struct ring* ring = self;
  size_t left = 0;
  for (size_t i = 0; i < ring->count; ++i) left += ring->tokens[i].node != node;
  if (ring->count == 0) return CLOCKWISE_NO_TOKENS;
  if (left == ring->count) return CLOCKWISE_UNKNOWN_NODE;
  if (left == 0) return CLOCKWISE_LAST_NODE;
  left = 0;
  for (size_t i = 0; i < ring->count; ++i) {
    if (ring->tokens[i].node != node) ring->tokens[left++] = ring->tokens[i];
  }
  ring->count = left;
  return CLOCKWISE_DONE;
}

static int replicas(const void* self, uint64_t key, uint32_t* nodes, size_t count) {
  const struct ring* ring = self;
  if (ring->count == 0) return CLOCKWISE_NO_TOKENS;
  if (key > ring->last) return CLOCKWISE_POSITION_OUT_OF_RANGE;
  for (size_t found = 0; found < count; ++found) {
    /* The nearest token of a node that is not listed yet. */
    const struct clockwise_token* nearest = NULL;
    uint64_t least = 0;
    for (size_t i = 0; i < ring->count; ++i) {
      const struct clockwise_token* token = &ring->tokens[i];
      const uint64_t distance = token->position >= key
                                    ? token->position - key
                                    : ring->last - key + token->position + 1;
      int listed = 0;
      for (size_t j = 0; j < found; ++j) listed |= nodes[j] == token->node;
      if (listed || (nearest != NULL && distance >= least)) continue;
      nearest = token;
      least = distance;
    }
    if (nearest == NULL) return CLOCKWISE_TOO_FEW_NODES;
    nodes[found] = nearest->node;
  }
  return CLOCKWISE_DONE;
}

static int owner(const void* self, uint64_t key, uint32_t* node) {
  return replicas(self, key, node, 1);
}

const struct clockwise_interface* clockwise_plugin(void) {
  static const struct clockwise_interface plugin = {CLOCKWISE_PLUGIN_ABI, "plugin_ring.c", create,
                                                 destroy, build, join, leave, owner, replicas};
  return &plugin;
}
