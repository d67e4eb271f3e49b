// Watches a subject that runs in this process, and has the last word when it does not come back.
#pragma once

#include <atomic>
#include <condition_variable>
#include <csignal>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "gate/judging/seconds.hpp"
#include "properties/kit/run.hpp"

namespace clockwise::gate {

// How a run ended that did not end by itself.
enum class Ending : std::uint8_t {
  crashed,
  hung
};

// The same subject, watched: each run may take as long as the limit and may raise no fatal signal.
// When one does, `last_words` is called on a thread of its own while the run stands still; it gets
// the case that was being run and says so, and the process ends with the exit code it returns. A
// fatal signal that comes while no subject runs is a fault of the gate itself: exit code 5.
//
// One guard at a time: signals belong to the process.
class Guard final : public Subject {
 public:
  using LastWords = std::function<int(Ending ending, const std::string& how, const Case& c)>;

  Guard(Subject& subject, Seconds limit, LastWords last_words);
  ~Guard() override;

  const std::string& name() const override { return subject_.name(); }
  Level level() const override { return subject_.level(); }
  const Conventions& conventions() const override { return subject_.conventions(); }
  Trace run_asking(const Case& c, const AskIn& ask_in) override;
  std::optional<Trace> run_afresh(const Case& c) override;
  std::optional<Case> narrowed(Case c) override { return subject_.narrowed(std::move(c)); }
  bool plans() const override { return subject_.plans(); }
  Moves plan(const Case& change) override;
  std::unique_ptr<Store> store() const override { return subject_.store(); }

 private:
  class Mark;
  void watch();

  Subject& subject_;
  Seconds limit_;
  LastWords last_words_;

  std::mutex mutex_;  // guards the four below; held by the watcher once a run is lost
  std::condition_variable changed_;
  const Case* running_ = nullptr;
  std::chrono::steady_clock::time_point since_;
  bool over_ = false;

  std::thread watcher_;
};

// From now on SIGINT is noted; a second one ends the process at once.
void install_interrupt_handler();
// Whether it came.
const std::atomic<bool>& interrupted();

}  // namespace clockwise::gate
