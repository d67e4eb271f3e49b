// Subjects by name, and the options that name one.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "gate/base/arguments.hpp"
#include "gate/judging/guard.hpp"
#include "gate/protocol/adapter_subject.hpp"
#include "properties/kit/run.hpp"
#include "rings/rings.hpp"

namespace clockwise::gate {

// The ring of a program that has one of its own (gate/command.hpp); without a maker there is none.
NamedRing& own_ring();

// What --ring is where it is not given.
std::string default_ring();

// A ring of one's own, one that find_ring() knows (rings/rings.hpp), or "proved" (the oracle of the
// proof, a program of its own). Throws UsageError for any other name, and where the oracle has not
// been built.
std::unique_ptr<Subject> make_subject(const std::string& name);

// The right ring that a level has: the reference, or rendezvous hashing.
std::string right_ring(Level level);

// The options by which a command line names a subject.
struct SubjectOptions {
  std::string ring = default_ring();
  std::string adapter;
  std::string plugin;
  std::string timeout = "5";

  // Whether it is asked over a pipe.
  bool is_remote() const;
};
void declare_subject(Declare& declare, SubjectOptions& options);

// A subject that is ready to be asked: in this process, and guarded, or behind a pipe. From when
// one is opened SIGINT is noted, and no longer ends the process.
class OpenSubject {
 public:
  // Loads the ring, or starts the program and shakes hands, which may fail: then the adapter has
  // an incident. `lint` and what else there is of limits is for adapters. Throws UsageError.
  OpenSubject(const SubjectOptions& options, bool lint);
  // A subject that is there already.
  OpenSubject(std::unique_ptr<Subject> subject, std::string named_as, Seconds timeout);

  // From now on the subject is watched: what is done when a run in this process is lost.
  void watch(Guard::LastWords last_words);

  Subject& subject() { return guard_ != nullptr ? *guard_ : *subject_; }
  // Null where the subject is in this process.
  AdapterSubject* adapter() { return dynamic_cast<AdapterSubject*>(subject_.get()); }
  bool has_given_up() { return adapter() != nullptr && adapter()->adapter().has_given_up(); }
  // What reports call it, and the options by which a command names it.
  const std::string& title() const { return title_; }
  const std::string& named_as() const { return named_as_; }

 private:
  std::unique_ptr<Subject> subject_;
  std::unique_ptr<Guard> guard_;
  std::string title_;
  std::string named_as_;
  Seconds timeout_;
};

}  // namespace clockwise::gate
