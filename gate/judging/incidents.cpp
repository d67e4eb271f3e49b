#include "gate/judging/incidents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>

#include "gate/base/exit.hpp"
#include "gate/base/words.hpp"
#include "gate/protocol/adapter_subject.hpp"
#include "properties/kit/no_trace.hpp"
#include "properties/kit/shrink.hpp"

namespace clockwise::gate {

Exit tell_incidents(std::string_view verb, const Adapter& adapter) {
  Exit code = Exit::hung;
  for (const Incident& incident : adapter.incidents()) {
    fmt::print(stderr, "clockwise {}: {}: {}\n", verb, visible(adapter.command()),
               visible(incident.how));
    if (!incident.received.empty()) fmt::print(stderr, "  ← {}\n", visible(incident.received));
    if (!incident.errors.empty()) fmt::print(stderr, "{}\n", incident.errors);
    if (incident.kind != Incident::Kind::hung) code = Exit::crashed;
  }
  return code;
}

namespace {

// Runs an adapter on candidates, and tells whether it fails on them in the same way.
class Repetition {
 public:
  Repetition(const Incident& incident, const std::string& command, Adapter::Limits limits,
             int failures, std::chrono::seconds longest)
      : kind_(incident.kind), failures_(failures), until_(Clock::now() + longest) {
    limits.most_incidents = static_cast<std::size_t>(failures) + 1;
    // One that hangs in place of crashing costs too much to be tried again.
    limits.most_hangs = kind_ == Incident::Kind::hung ? limits.most_incidents : 1;
    adapter_ = std::make_shared<Adapter>(command, limits);
    subject_ = std::make_unique<AdapterSubject>(adapter_);
  }

  bool operator()(const Case& c) {
    if (failures_ == 0 || adapter_->has_given_up() || Clock::now() > until_) return false;
    if (!is_for_it(c)) return false;
    const std::size_t before = adapter_->incidents().size();
    adapter_->put(c);
    try {
      static_cast<void>(adapter_->take());
    } catch (const NoTrace&) {
      // Then it says nothing, or there is an incident.
    }
    const auto& incidents = adapter_->incidents();
    const bool is_the_same = incidents.size() > before && incidents.back().kind == kind_;
    if (is_the_same) --failures_;
    return is_the_same;
  }

 private:
  bool is_for_it(const Case& c) {
    const auto& size = adapter_->hello().size;
    const bool has_its_size = !size || c.level == Level::names || c.start.size == *size;
    return has_its_size && subject_->narrowed(c) == c;
  }

  Incident::Kind kind_;
  int failures_;
  Clock::time_point until_;
  std::shared_ptr<Adapter> adapter_;
  std::unique_ptr<AdapterSubject> subject_;
};

}  // namespace

Case minimized(const Incident& incident, const Adapter& adapter) {
  const Case& asked = *incident.asked;
  if (adapter.limits().interrupted()) return asked;
  constexpr int kTries = 1'000;
  Adapter::Limits limits = adapter.limits();
  const bool hung = incident.kind == Incident::Kind::hung;
  using std::chrono::seconds;
  limits.each = std::min<std::chrono::duration<double>>(limits.each, seconds(hung ? 1 : 5));
  Repetition again(incident, adapter.command(), limits, hung ? 6 : 20, seconds(hung ? 7 : 60));
  const Case smallest = shrink(asked, std::ref(again), kTries);
  // What took longer than that short time may come to an end yet.
  if (hung && !Repetition(incident, adapter.command(), adapter.limits(), 1, seconds(7))(smallest)) {
    return asked;
  }
  return smallest;
}

}  // namespace clockwise::gate
