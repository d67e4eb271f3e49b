// What a target does when it has found something: says it, makes it small, writes it down, traps.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "properties/kit/judge.hpp"
#include "properties/kit/shrink.hpp"

namespace clockwise::fuzz {

// What a target holds a ring to, which may be more than the properties ask for.
struct Claim {
  std::string_view target;  // "agree"
  std::string_view limits;  // of its cases, as fuzz_convert names them: "small"
  std::string_view text;
  // Where a case fails it, in words; nothing, if it holds.
  std::function<std::string(const Case&)> where;
};

// The subject fails a target's claim on this case. Shrinks it while it does, then looks for a
// property of the catalog that is violated by what is left, and shrinks on with that one held
// fixed. Prints the property (else the claim), the witness, the case and how to replay it; writes
// the case as JSON into the folder that CLOCKWISE_FINDINGS names (./findings), and traps.
[[noreturn]] void report(Subject& subject, const Claim& claim, const Case& found);

// The same for a property of the catalog that is known already.
[[noreturn]] void report(Subject& subject, const Property& property, const Case& found);

// The same for a text that was misread, shortened while it is. Written as a text.
[[noreturn]] void report(std::string_view target, std::string_view claim, std::string_view found,
                         const std::function<bool(std::string_view)>& still_fails);

}  // namespace clockwise::fuzz
