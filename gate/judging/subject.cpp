#include "gate/judging/subject.hpp"

#include <fmt/format.h>

#include "gate/base/near_names.hpp"
#include "gate/base/usage_error.hpp"
#include "gate/base/words.hpp"
#include "gate/judging/options.hpp"
#include "gate/judging/oracle.hpp"
#include "gate/plugin/plugin.hpp"
#include "optimized/plan.hpp"
#include "optimized/sorted_ring.hpp"
#include "properties/faults/base_name_ring.hpp"
#include "reference/naive_plan.hpp"
#include "reference/naive_ring.hpp"

namespace clockwise::gate {

namespace {

template <class R>
std::unique_ptr<Ring> make() {
  return std::make_unique<R>();
}

// The optimized ring chooses by size; these hold it to one layout.
template <SortedRing::Index kWhen>
std::unique_ptr<Ring> make_sorted() {
  return std::make_unique<SortedRing>(kWhen);
}

// The rings that `--ring` knows by name. A line here is all it takes to have one judged, and its
// planner with it, if it has one.
struct Named {
  std::string_view name;
  std::unique_ptr<Ring> (*make)();
  Mover mover = {};
};
constexpr std::string_view kRendezvous = "rendezvous";

// What the rings of names here do: they have weights, and shares follow these but for chance.
Conventions conventions_of_names() {
  Conventions conventions;
  conventions.weights = Conventions::Weights::absolute;
  conventions.share_tolerance = 0.1;
  return conventions;
}

constexpr Named kRings[] = {
    {"optimized", make<SortedRing>, {.plan = sorted_plan}},
    {"optimized-search", make_sorted<SortedRing::Index::never>},
    {"optimized-lines", make_sorted<SortedRing::Index::always>},
    {"reference", make<NaiveRing>, {.plan = naive_plan}},
};

}  // namespace

OwnRing& own_ring() {
  static OwnRing own;
  return own;
}

std::string default_ring() { return own_ring().make ? own_ring().name : "optimized"; }

std::unique_ptr<Subject> make_subject(const Fault& fault) {
  std::string name = fmt::format("fault:{}", fault.slug);
  if (fault.is_of_names()) {
    return std::make_unique<NameRingSubject>(std::move(name), fault.make_names,
                                             conventions_of_names());
  }
  return std::make_unique<RingSubject>(std::move(name), fault.make, fault.mover);
}

std::unique_ptr<Subject> make_subject(const std::string& name) {
  constexpr std::string_view kFault = "fault:";
  std::vector<std::string> known;
  if (own_ring().make) {
    if (name == own_ring().name) return std::make_unique<RingSubject>(name, own_ring().make);
    known.push_back(own_ring().name);
  }
  for (const Named& ring : kRings) {
    if (name == ring.name) return std::make_unique<RingSubject>(name, ring.make, ring.mover);
    known.emplace_back(ring.name);
  }
  if (name == kRendezvous) {
    return std::make_unique<NameRingSubject>(name, make_name_fault<RendezvousRing>,
                                             conventions_of_names());
  }
  known.emplace_back(kRendezvous);
  if (name == kProved) {
    return std::make_unique<AdapterSubject>(
        std::make_shared<Adapter>(oracle_command(), Adapter::Limits{}));
  }
  known.emplace_back(kProved);
  const std::string names = fmt::format("{}", fmt::join(known, ", "));
  if (name.starts_with(kFault)) {
    const Fault* fault = find_fault(std::string_view(name).substr(kFault.size()));
    if (fault != nullptr) return make_subject(*fault);
  }
  for (const Fault* fault : gallery()) known.push_back(fmt::format("{}{}", kFault, fault->slug));
  throw UsageError(fmt::format("--ring: expected {} or fault:NAME, found \"{}\"{}", names,
                               visible(name), near_hint(name, known, "faults")));
}

std::string right_ring(Level level) {
  return level == Level::positions ? "reference" : std::string(kRendezvous);
}

bool SubjectOptions::is_remote() const {
  return !adapter.empty() || (plugin.empty() && ring == kProved);
}

void declare_subject(Declare& declare, SubjectOptions& options) {
  declare.one("--ring", options.ring,
              "optimized (default), reference, rendezvous, proved or fault:NAME");
  declare.one("--adapter", options.adapter,
              "a command that speaks the adapter protocol, in place of --ring");
  declare.one("--plugin", options.plugin,
              "a shared object with the interface of clockwise_plugin.h, in place of --ring");
  declare.one("--timeout", options.timeout,
              "seconds that the ring may take for one case (default 5)");
}

OpenSubject::OpenSubject(const SubjectOptions& options, bool lint)
    : timeout_(parse_timeout(options.timeout)) {
  install_interrupt_handler();
  if (!options.is_remote()) {
    subject_ = options.plugin.empty() ? make_subject(options.ring) : load_plugin(options.plugin);
    title_ = subject_->name();
    named_as_ = options.plugin.empty() ? fmt::format("--ring {}", title_)
                                       : fmt::format("--plugin {}", shell_quoted(options.plugin));
    return;
  }
  const bool is_proved = options.adapter.empty();
  const std::string command = is_proved ? oracle_command() : options.adapter;
  Adapter::Limits limits;
  limits.each = timeout_;
  limits.lint = lint;
  if (lint) limits.most_incidents = 1;
  limits.interrupted = [] { return interrupted().load(); };
  auto adapter = std::make_shared<Adapter>(command, limits);
  const Hello& hello = adapter->hello();
  title_ = hello.name.empty() ? "the adapter" : hello.title();
  named_as_ = is_proved ? fmt::format("--ring {}", kProved)
                        : fmt::format("--adapter {}", shell_quoted(command));
  subject_ = std::make_unique<AdapterSubject>(std::move(adapter));
}

OpenSubject::OpenSubject(std::unique_ptr<Subject> subject, std::string named_as, Seconds timeout)
    : subject_(std::move(subject)),
      title_(subject_->name()),
      named_as_(std::move(named_as)),
      timeout_(timeout) {
  install_interrupt_handler();
}

void OpenSubject::watch(Guard::LastWords last_words) {
  if (adapter() != nullptr) return;  // it watches over itself
  guard_ = std::make_unique<Guard>(*subject_, timeout_, std::move(last_words));
}

}  // namespace clockwise::gate
