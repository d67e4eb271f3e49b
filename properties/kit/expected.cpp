#include "properties/kit/expected.hpp"

#include "properties/kit/run.hpp"
#include "reference/naive_ring.hpp"

namespace clockwise {

Expected expect(const Case& c) {
  Expected expected;
  expected.members.reserve(c.states());
  NaiveRing ring;
  expected.trace = run(ring, c, [&](std::size_t) {
    expected.members.push_back({ring.size(), {ring.tokens().begin(), ring.tokens().end()}});
  });
  return expected;
}

}  // namespace clockwise
