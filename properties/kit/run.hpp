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
#include "properties/kit/conventions.hpp"
#include "properties/kit/trace.hpp"
#include "reference/name_ring.hpp"
#include "reference/ring.hpp"
#include "reference/store.hpp"

namespace clockwise {

// The states in which to ask; none given: all of them.
using AskIn = std::function<bool(std::size_t state)>;

// Anything that answers cases of its level. Each run starts from nothing.
class Subject {
 public:
  Subject() = default;
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;
  virtual ~Subject() = default;

  virtual const std::string& name() const = 0;
  virtual Level level() const { return Level::positions; }
  // What it does on purpose, and what it supports: by default as the rules have it.
  virtual const Conventions& conventions() const;

  // Runs the case, asking in some of the states; the others have no owners and no replicas. A
  // subject that cannot go on without being asked may answer in all of them.
  // Throws NoTrace (no_trace.hpp) where there is no answer to be judged.
  virtual Trace run_asking(const Case& c, const AskIn& ask_in) = 0;

  Trace run(const Case& c) { return run_asking(c, {}); }

  // The same in a process that has not been asked anything before; nothing where that is impossible
  // or has been done often enough.
  virtual std::optional<Trace> run_afresh(const Case&) { return std::nullopt; }

  // The case restricted to what the subject supports; nothing where nothing is left, or where a
  // declaration rules the case out.
  virtual std::optional<Case> narrowed(Case c) { return c; }

  // ---- For a subject that also plans changes. ----

  virtual bool plans() const { return false; }
  // Its plan for the change from the ring that the case builds to that of its only step, a build of
  // the same size. Both rings are accepted ones.
  virtual Moves plan(const Case& change);
  // A new store for what it has planned.
  virtual std::unique_ptr<Store> store() const { return make_store(); }

  // ---- For a subject behind a pipe. ----

  virtual bool is_remote() const { return false; }
  // How many upcoming cases it can use, to work on ahead of time; 0 for none.
  virtual std::size_t looks_ahead() const { return 0; }
  // These cases will most likely be run next, in this order: it may start on all of them at once.
  virtual void prefetch(std::span<const Case>) {}
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

// Makes a ring of names, for the process of this number; right rings ignore the number.
using MakeNameRing = std::function<std::unique_ptr<NameRing>(std::uint64_t process)>;

// The same for a ring that hashes by itself.
class NameRingSubject final : public Subject {
 public:
  NameRingSubject(std::string name, MakeNameRing make, Conventions conventions)
      : name_(std::move(name)), make_(std::move(make)), conventions_(conventions) {}

  const std::string& name() const override { return name_; }
  Level level() const override { return Level::names; }
  const Conventions& conventions() const override { return conventions_; }
  Trace run_asking(const Case& c, const AskIn& ask_in) override;
  std::optional<Trace> run_afresh(const Case& c) override;
  std::optional<Case> narrowed(Case c) override;

 private:
  std::string name_;
  MakeNameRing make_;
  Conventions conventions_;
};

// Builds, steps and asks: the one loop by which every ring is run. `after(i)` is called when the
// answers of state i are in.
Trace run(Ring& ring, const Case& c, const std::function<void(std::size_t)>& after = {},
          const AskIn& ask_in = {});
Trace run(NameRing& ring, const Case& c, const AskIn& ask_in = {});

}  // namespace clockwise
