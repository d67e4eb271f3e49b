// Verifies that whatever a program answers in place of a trace is refused with a reason, or read as
// a trace that is the same once written, and faulted by some property exactly where it is wrong.
#include <algorithm>
#include <string>

#include "fuzz/finding.hpp"
#include "properties/kit/catalog.hpp"
#include "properties/kit/json.hpp"
#include "properties/kit/reply.hpp"

namespace clockwise::fuzz {
namespace {

constexpr const char* kClaim =
    "A reply is refused with a reason, or read as a trace that is the same once written, and that "
    "some property faults exactly where it is wrong.";

constexpr std::uint64_t kId = 7;

// What a program is asked, while no line says otherwise: every kind of step, keys and refusals.
const Case& first_question() {
  static const Case kQuestion = read_case(R"({"size": "16",
    "tokens": [{"node": "A", "at": "3"}, {"node": "B", "at": "9"}, {"node": "A", "at": "12"}],
    "steps": [{"join": [{"node": "C", "at": "5"}]}, {"leave": "B"}, {"leave": "D"}],
    "keys": ["3", "15", "16"], "replicas": 2})")
                                    .value();
  return kQuestion;
}

// A reply to a case, as a line of text: the reader of the adapters' lines goes here.
Read<Trace> read_reply(std::string_view line, const Case& c) {
  // A seed may be a bare trace: it is put into the reply that an adapter would make of it.
  auto trace = read_trace(line, c);
  if (trace) return trace;
  auto reply = clockwise::read_reply(line, kId, c);
  if (!reply) return std::unexpected(trace.error());
  if (auto* told = std::get_if<Trace>(&reply->said)) return std::move(*told);
  return std::unexpected(trace.error());
}

// Gives this reply to one case, and to every other the right answer.
class Replier final : public Subject {
 public:
  Replier(const Case& asked, const Trace& reply) : asked_(asked), reply_(reply) {}

  const std::string& name() const override { return name_; }
  Trace run_asking(const Case& c, const AskIn&) override {
    return c == asked_ ? reply_ : expect(c).trace;
  }

 private:
  std::string name_ = "reply";
  const Case& asked_;
  const Trace& reply_;
};

bool has_form(const Trace& trace, const Case& c) {
  if (trace.states.size() != c.states()) return false;
  for (const State& state : trace.states) {
    if (state.owners.size() != c.keys.size()) return false;
    if (state.replicas.size() != (c.replicas ? c.keys.size() : 0)) return false;
  }
  return true;
}

// Whether it says what the reference says, refusals of untold kind included.
bool is_right(const Trace& trace, const Case& c) {
  const Trace right = expect(c).trace;
  for (std::size_t i = 0; i < c.states(); ++i) {
    if (!agree(trace.states[i].step, right.states[i].step)) return false;
    if (first_difference(trace.states[i], right.states[i]) < c.keys.size()) return false;
  }
  return true;
}

bool is_sound(std::string_view line, const Case& c) {
  const auto trace = read_reply(line, c);
  if (!trace) return !trace.error().expected.empty() && !trace.error().message().empty();
  if (!has_form(*trace, c)) return false;
  const std::string written = write_trace(c, *trace);
  const auto again = read_reply(written, c);
  if (!again || write_trace(c, *again) != written) return false;

  Replier replier(c, *trace);
  Judge judge(replier, catalog_at(Level::positions));
  const auto faults_it = [&](const Property* property) { return judge.violates(*property, c); };
  return std::ranges::any_of(catalog_at(Level::positions), faults_it) == !is_right(*trace, c);
}

// A line that is a case is what the lines behind it reply to.
bool is_sound(std::string_view lines) {
  Case question = first_question();
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    if (auto read = read_case(line); read && read->level == Level::positions) {
      question = *std::move(read);
    } else if (!is_sound(line, question)) {
      return false;
    }
  }
  return true;
}

}  // namespace
}  // namespace clockwise::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace clockwise::fuzz;
  const std::string_view lines(reinterpret_cast<const char*>(data), size);
  if (is_sound(lines)) return 0;
  report("adapter_reply", kClaim, lines,
         [](std::string_view shorter) { return !is_sound(shorter); });
}
