// An adapter of ring level as a subject: what it declares, applied to the cases it is asked and to
// the answers it gives.
#pragma once

#include <map>
#include <span>

#include "gate/protocol/adapter.hpp"
#include "properties/kit/classes.hpp"
#include "properties/kit/run.hpp"

namespace clockwise::gate {

class RingAdapter final : public Subject {
 public:
  // The adapter is of ring level.
  explicit RingAdapter(std::shared_ptr<Adapter> adapter);

  const std::string& name() const override { return name_; }
  // An adapter is asked in every state.
  Trace run_asking(const Case& c, const AskIn& ask_in) override;
  std::optional<Case> narrowed(Case c) override;
  std::size_t looks_ahead() const override { return 6; }
  void foretell(std::span<const Case> cases) override;

  // What was said about the case that was run last.
  const Exchange& last() const { return adapter_->last(); }

  // The classes of cases that it need not meet, as it does not support or declares otherwise what
  // they ask for.
  Classes excused_classes() const;
  // What was left out or read otherwise, and how often: "steps left out (collision: first)" → 12.
  const std::map<std::string, std::uint64_t>& excuses() const { return excuses_; }

 private:
  Position moved(Position p, RingSize size) const;
  // The case as it is sent, and nothing where it cannot be.
  std::optional<Case> mapped(const Case& c);
  void put(const Case& c, const Case& sent);
  Trace read(const Case& c, Trace trace);
  std::string why_not(const Case& c) const;

  std::shared_ptr<Adapter> adapter_;
  std::string name_;
  bool mirrors_ = false;     // at-or-before, before
  bool turns_ = false;       // after, before
  bool walks_back_ = false;  // replicas are met against the direction in which owners are
  bool is_plain_ = false;    // whatever the rules allow can be asked
  std::deque<Case> asked_;   // what the adapter's waiting questions were before they were mapped
  std::map<std::string, std::uint64_t> excuses_;
  Case last_case_;  // that was run, and its trace
  Trace last_trace_;
};

}  // namespace clockwise::gate
