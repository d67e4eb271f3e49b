/* The right ring of plugin_ring.c, which crashes (-DCRASHES), hangs (-DHANGS) or answers wrongly
 * (neither) as soon as a node leaves that has two tokens or more. */
#define clockwise_plugin right_ring
#include "gate/adapters/examples/plugin_ring.c"
#undef clockwise_plugin

#ifdef HANGS
static volatile int forever = 1;
#endif

static int leave_or_fail(void* self, uint32_t node) {
  const struct ring* ring = self;
  size_t tokens = 0;
  for (size_t i = 0; i < ring->count; ++i) tokens += ring->tokens[i].node == node;
  if (tokens < 2) return leave(self, node);
#if defined(CRASHES)
  abort();
#elif defined(HANGS)
  while (forever) {
  }
  return -1;
#else
  return CLOCKWISE_UNKNOWN_NODE;
#endif
}

const struct clockwise_interface* clockwise_plugin(void) {
  static struct clockwise_interface plugin;
  plugin = *right_ring();
  plugin.name = "failing_ring.c";
  plugin.leave = leave_or_fail;
  return &plugin;
}
