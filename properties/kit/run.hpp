// The way to run a case: a subject, under whatever name it is judged.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "properties/kit/case.hpp"
#include "properties/kit/trace.hpp"
#include "reference/ring.hpp"
#include "reference/store.hpp"

namespace clockwise {

// The states in which to ask; none given: all of them.
using AskIn = std::function<bool(std::size_t state)>;

// Anything that answers cases. Each run starts from nothing.
class Subject {
 public:
  Subject() = default;
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;
  virtual ~Subject() = default;

  virtual const std::string& name() const = 0;

  // Runs the case, asking in some of the states; the others have no owners and no replicas. A
  // subject that cannot go on without being asked may answer in all of them.
  // Throws NoTrace (no_trace.hpp) where there is no answer to be judged.
  virtual Trace run_asking(const Case& c, const AskIn& ask_in) = 0;

  Trace run(const Case& c) { return run_asking(c, {}); }

  // ---- For a subject that plans changes, too. ----

  virtual bool plans() const { return false; }
  // Its plan from the ring that the case builds to that of the only step, a build of the same size.
  // Both are rings that are accepted.
  virtual Moves plan(const Case& change);
  // A new store for what it has planned.
  virtual std::unique_ptr<Store> store() const { return make_store(); }

  // ---- For a subject at a distance, behind a pipe say; the defaults are for all others. ----

  // What is left of a case for this subject, which may not do all that a case asks for; nothing, if
  // nothing is left.
  virtual std::optional<Case> narrowed(Case c) { return c; }
  // How many cases ahead it is worth its while to be told of; 0 is none.
  virtual std::size_t looks_ahead() const { return 0; }
  // These cases will be run next, most likely and in this order: it may start on them all at once.
  virtual void foretell(std::span<const Case>) {}
};

using MakeRing = std::function<std::unique_ptr<Ring>()>;

// A ring in this process, and what carries out its changes, if it has that. An exception that the
// ring throws is a failed answer, and the run goes on.
class RingSubject final : public Subject {
 public:
  RingSubject(std::string name, MakeRing make, Mover mover = {})
      : name_(std::move(name)), make_(std::move(make)), mover_(mover) {}

  const std::string& name() const override { return name_; }
  Trace run_asking(const Case& c, const AskIn& ask_in) override;
  bool plans() const override { return mover_.plan != nullptr; }
  Moves plan(const Case& change) override;
  std::unique_ptr<Store> store() const override { return mover_.store(); }

 private:
  std::string name_;
  MakeRing make_;
  Mover mover_;
};

// Builds, steps and asks: the one loop by which every ring is run. `after(i)` is called when the
// answers of state i are in.
Trace run(Ring& ring, const Case& c, const std::function<void(std::size_t)>& after = {},
          const AskIn& ask_in = {});

}  // namespace clockwise
