// The fuzz engine of a build without libFuzzer: its name, and nothing to run.
#include "properties/engines/engine.hpp"

namespace clockwise {

extern const Engine fuzz_engine;
const Engine fuzz_engine{
    .slug = "fuzz",
    .about = "lets coverage guide the search (in the build that `./run build fuzz` makes)",
    .is_default = false,
    .missing =
        "it takes clang 19 and libFuzzer; `./run build fuzz` makes build/fuzz/clockwise, which has "
        "it",
};

}  // namespace clockwise
