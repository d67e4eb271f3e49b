// Verifies that the reader of cases never fails on a text: it refuses with a place and a reason, or
// reads what it then writes and reads again as the same case.
#include <string>

#include "fuzz/finding.hpp"
#include "properties/kit/json.hpp"

namespace clockwise::fuzz {
namespace {

constexpr const char* kClaim =
    "A text is refused with a place and a reason, or read as a case that is the same once written.";

bool has_place(const Malformed& malformed, std::string_view text) {
  const bool is_pointer = malformed.path.empty() || malformed.path.front() == '/';
  const bool is_inside = !malformed.byte || *malformed.byte <= text.size();
  return is_pointer && is_inside && !malformed.expected.empty() && !malformed.message().empty() &&
         malformed.message().find('\n') == std::string::npos;
}

bool is_kept(const Case& c) {
  const std::string line = write_case(c);
  const auto again = read_case(line);
  const auto pretty = read_case(write_case_pretty(c));
  return again && *again == c && write_case(*again) == line && pretty && *pretty == c;
}

bool is_sound(std::string_view text) {
  const auto c = read_case(text);
  if (c ? !is_kept(*c) : !has_place(c.error(), text)) return false;
  // A bare case is a case for the reader of vectors, too.
  const auto vector = read_vector_or_case(text);
  if (!vector) return !c && has_place(vector.error(), text);
  if (c) return vector->asked == *c && vector->trace.states.empty();
  return vector->trace.states.size() == vector->asked.states() && is_kept(vector->asked);
}

}  // namespace
}  // namespace clockwise::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace clockwise::fuzz;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (is_sound(text)) return 0;
  report("case_json", kClaim, text, [](std::string_view shorter) { return !is_sound(shorter); });
}
