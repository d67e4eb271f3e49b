/* The types of ring.hpp that kernels work on, for C and C++ alike. To the prover, which reads C,
   node and token ids are plain 32-bit numbers. */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
#include "reference/ring.hpp"
#else
typedef uint32_t NodeId;
typedef uint32_t TokenId;
#endif
