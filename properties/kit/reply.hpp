// What is said about one case over the adapter protocol: the line that asks, and the one that comes
// back. gate/protocol/README.md describes both.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include "properties/kit/json.hpp"

namespace clockwise {

// A question: {"id": …, "case": …}. Malformed where it is not of that form; a case that is
// malformed in itself is kept as that, since the id is known then.
struct Question {
  std::uint64_t id = 0;
  Read<Case> asked;
};
Read<Question> read_question(std::string_view line);

// It cannot do what the case asks for, and says why.
struct Unsupported {
  std::string why;
};
// Something was thrown. It equals nothing, not even another error.
struct Thrown {
  std::string what;
};

struct Reply {
  std::uint64_t id = 0;
  // No trace is read where the id is another than the one that is expected: `id` tells.
  std::variant<std::monostate, Trace, Unsupported, Thrown> said;
};

// A reply to the case that was sent under this id. Malformed where it is not
// {"id": …, "trace": …}, {"id": …, "unsupported": "why"} or {"id": …, "error": "what"}.
Read<Reply> read_reply(std::string_view line, std::uint64_t id, const Case& c);

// A trace of nothing but this failure, in the form of the case.
Trace failed_throughout(const Case& c, std::string what);

}  // namespace clockwise
