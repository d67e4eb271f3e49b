#include "fuzz/target.hpp"
#include "my_ring.hpp"

CLOCKWISE_FUZZ_TARGET(MyRing)
