// An adapter as a subject, of either level: what it declares, applied to the cases it is asked and
// to the answers it gives.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "gate/protocol/adapter.hpp"
#include "properties/kit/classes.hpp"
#include "properties/kit/run.hpp"

namespace clockwise::gate {

class AdapterSubject final : public Subject {
 public:
  explicit AdapterSubject(std::shared_ptr<Adapter> adapter);

  const std::string& name() const override { return name_; }
  Level level() const override { return adapter_->hello().level; }
  const Conventions& conventions() const override { return conventions_; }
  // An adapter is asked in every state.
  Trace run_asking(const Case& c, const AskIn& ask_in) override;
  // Starts the program anew, for the first cases.
  std::optional<Trace> run_afresh(const Case& c) override;
  std::optional<Case> narrowed(Case c) override;
  bool is_remote() const override { return true; }
  std::size_t looks_ahead() const override;
  void prefetch(std::span<const Case> cases) override;

  Adapter& adapter() const { return *adapter_; }

  // The classes of cases that it need not meet, as it does not support or declares otherwise what
  // they ask for.
  Classes excused_classes() const;
  // What was left out or read otherwise, and how often: "steps left out (collision: first)" → 12.
  const std::map<std::string, std::uint64_t>& excuses() const { return excuses_; }

 private:
  std::optional<Case> narrowed_positions(Case c);
  Position moved(Position p, RingSize size) const;
  // The case as it is sent, and nothing where it cannot be.
  std::optional<Case> mapped(const Case& c);
  void put(const Case& c, Case sent);
  Trace read(const Case& c, Trace trace);
  std::string why_not(const Case& c) const;

  std::shared_ptr<Adapter> adapter_;
  std::string name_;
  Conventions conventions_;
  bool mirrors_ = false;    // at-or-before, before
  bool turns_ = false;      // after, before
  bool is_plain_ = false;   // whatever the rules allow can be asked
  std::deque<Case> asked_;  // what the adapter's waiting questions were before they were mapped
  std::map<std::string, std::uint64_t> excuses_;
  Case last_case_;  // that was run, and its trace
  Trace last_trace_;
  int fresh_left_ = 24;  // processes that may yet be started for run_afresh
};

// What a hello declares and supports.
Conventions conventions_of(const Hello& hello);

}  // namespace clockwise::gate
