// The way to run a case: a subject, under whatever name it is judged.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "properties/kit/case.hpp"
#include "properties/kit/trace.hpp"
#include "reference/ring.hpp"

namespace clockwise {

// Anything that answers cases. Each run starts from nothing.
class Subject {
 public:
  Subject() = default;
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;
  virtual ~Subject() = default;

  virtual const std::string& name() const = 0;
  virtual Trace run(const Case& c) = 0;
};

using MakeRing = std::function<std::unique_ptr<Ring>()>;

// A ring in this process. An exception that it throws is a failed answer, and the run goes on.
class RingSubject final : public Subject {
 public:
  RingSubject(std::string name, MakeRing make) : name_(std::move(name)), make_(std::move(make)) {}

  const std::string& name() const override { return name_; }
  Trace run(const Case& c) override;

 private:
  std::string name_;
  MakeRing make_;
};

// Builds, steps and asks: the one loop by which every ring is run. `after(i)` is called when the
// answers of state i are in.
Trace run(Ring& ring, const Case& c, const std::function<void(std::size_t)>& after = {});

}  // namespace clockwise
