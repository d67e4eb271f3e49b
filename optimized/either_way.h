/* A condition that nothing foretells: clang is to take no branch on it, as g++ takes none. Its
   value is that of the condition, to every compiler and to the prover. */
#pragma once

#if defined(__clang__)
#define CLOCKWISE_EITHER_WAY(condition) __builtin_unpredictable(condition)
#else
#define CLOCKWISE_EITHER_WAY(condition) (condition)
#endif
