// The fuzz engine of a build without libFuzzer: its name, and nothing to run.
#include "fuzz/engine.hpp"

namespace clockwise::fuzz {

const Engine kEngine{
    .slug = "fuzz",
    .about = "lets coverage guide the search (in the build that `./run build fuzz` makes)",
    .supply = nullptr,
};

}  // namespace clockwise::fuzz
