#include "gate/judging/subject.hpp"

#include <fmt/format.h>

#include "gate/base/near_names.hpp"
#include "gate/base/usage_error.hpp"
#include "gate/base/words.hpp"
#include "gate/judging/options.hpp"
#include "gate/judging/oracle.hpp"
#include "gate/plugin/plugin.hpp"

namespace clockwise::gate {

NamedRing& own_ring() {
  static NamedRing own;
  return own;
}

std::string default_ring() { return own_ring().make ? own_ring().name : "optimized"; }

std::unique_ptr<Subject> make_subject(const std::string& name) {
  std::vector<std::string> known;
  if (own_ring().make) {
    if (name == own_ring().name) return own_ring().subject();
    known.push_back(own_ring().name);
  }
  if (const auto ring = find_ring(name)) return ring->subject();
  for (const NamedRing& ring : right_rings()) known.push_back(ring.name);
  if (name == kProved) {
    return std::make_unique<AdapterSubject>(
        std::make_shared<Adapter>(oracle_command(), Adapter::Limits{}));
  }
  known.emplace_back(kProved);
  const std::string names = fmt::format("{}", fmt::join(known, ", "));
  for (const Fault* fault : gallery()) known.push_back(wrong_ring(*fault).name);
  throw UsageError(fmt::format("--ring: expected {} or fault:NAME, found \"{}\"{}", names,
                               visible(name), near_hint(name, known, "faults")));
}

std::string right_ring(Level level) {
  return level == Level::positions ? "reference" : "rendezvous";
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
