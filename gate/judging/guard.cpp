#include "gate/judging/guard.hpp"

#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "gate/base/exit.hpp"

namespace clockwise::gate {
namespace {

constexpr std::array kFatal = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr std::size_t kStack = 64 * 1024;

// What the handler shares with the watcher. A handler may touch little else.
std::atomic<bool> subject_runs{false};
std::atomic<int> fatal_signal{0};
std::array<struct sigaction, kFatal.size()> before;
// The handler needs a stack of its own: the subject may have used up the other.
alignas(16) std::array<char, kStack> handler_stack;

std::string_view signal_name(int signal) {
  switch (signal) {
    case SIGSEGV: return "SIGSEGV";
    case SIGBUS: return "SIGBUS";
    case SIGFPE: return "SIGFPE";
    case SIGILL: return "SIGILL";
    case SIGABRT: return "SIGABRT";
    default: return "it ended the process";
  }
}

template <std::size_t N>
[[noreturn]] void end_with(const char (&text)[N], Exit code) {
  [[maybe_unused]] const auto written = write(STDERR_FILENO, text, N - 1);
  _exit(static_cast<int>(code));
}

// Hands over to the watcher, which may allocate and print: a signal handler may not.
[[noreturn]] void hand_over(int signal) {
  int none = 0;
  if (fatal_signal.compare_exchange_strong(none, signal)) {
    // Comes back only if the watcher is stuck, on a lock that the subject died with.
    constexpr timespec kPatience{10, 0};
    nanosleep(&kPatience, nullptr);
  }
  end_with("\nclockwise: the subject crashed, on a case that can no longer be printed\n",
           Exit::crashed);
}

extern "C" void on_fatal_signal(int signal) {
  if (subject_runs) hand_over(signal);
  end_with("\nclockwise: a fault inside the gate: it crashed\n", Exit::cannot_vouch);
}

// A subject that calls exit(0) would pass otherwise.
extern "C" void on_exit_of_process() {
  constexpr int kNoSignal = -1;
  if (subject_runs) hand_over(kNoSignal);
}

void take_signals() {
  static const bool kAtExit = std::atexit(on_exit_of_process) == 0;
  static_cast<void>(kAtExit);
  stack_t stack{};
  stack.ss_sp = handler_stack.data();
  stack.ss_size = handler_stack.size();
  sigaltstack(&stack, nullptr);
  struct sigaction action{};
  action.sa_handler = on_fatal_signal;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (std::size_t i = 0; i < kFatal.size(); ++i) sigaction(kFatal[i], &action, &before[i]);
}

void give_signals_back() {
  for (std::size_t i = 0; i < kFatal.size(); ++i) sigaction(kFatal[i], &before[i], nullptr);
}

// The lock of the guard there is. A process that is forked off has no watcher, who could hold it.
std::mutex* guarded = nullptr;

void let_fork() {
  static const bool kDone = pthread_atfork(
                                [] {
                                  if (guarded != nullptr) guarded->lock();
                                },
                                [] {
                                  if (guarded != nullptr) guarded->unlock();
                                },
                                [] {
                                  if (guarded != nullptr) guarded->unlock();
                                }) == 0;
  static_cast<void>(kDone);
}

std::atomic<bool> is_interrupted{false};

}  // namespace

Guard::Guard(Subject& subject, Seconds limit, LastWords last_words)
    : subject_(subject), limit_(limit), last_words_(std::move(last_words)) {
  take_signals();
  guarded = &mutex_;
  let_fork();
  watcher_ = std::thread([this] { watch(); });
}

Guard::~Guard() {
  {
    const std::scoped_lock lock(mutex_);
    over_ = true;
  }
  changed_.notify_one();
  watcher_.join();
  guarded = nullptr;
  give_signals_back();
}

// Marks a run, also when the subject throws.
class Guard::Mark {
 public:
  Mark(Guard& guard, const Case& asked) : guard_(guard) {
    const std::scoped_lock lock(guard_.mutex_);
    guard_.running_ = &asked;
    guard_.since_ = std::chrono::steady_clock::now();
    subject_runs = true;
  }
  Mark(const Mark&) = delete;
  Mark& operator=(const Mark&) = delete;
  ~Mark() {
    subject_runs = false;
    const std::scoped_lock lock(guard_.mutex_);
    guard_.running_ = nullptr;
  }

 private:
  Guard& guard_;
};

Trace Guard::run_asking(const Case& c, const AskIn& ask_in) {
  const Mark mark(*this, c);
  return subject_.run_asking(c, ask_in);
}

std::optional<Trace> Guard::run_afresh(const Case& c) {
  const Mark mark(*this, c);
  return subject_.run_afresh(c);
}

Moves Guard::plan(const Case& change) {
  const Mark mark(*this, change);
  return subject_.plan(change);
}

void Guard::watch() {
  std::unique_lock lock(mutex_);
  while (!over_) {
    changed_.wait_for(lock, std::chrono::milliseconds(10));
    if (running_ == nullptr) continue;
    const int signal = fatal_signal;
    const Seconds took = std::chrono::steady_clock::now() - since_;
    if (signal == 0 && took < limit_) continue;
    // The lock stays taken: a run that comes back late waits here for the end.
    const std::string how = signal != 0 ? std::string(signal_name(signal))
                                        : fmt::format("no answer within {} s", limit_.count());
    try {
      _exit(last_words_(signal != 0 ? Ending::crashed : Ending::hung, how, *running_));
    } catch (const std::exception& failed) {
      fmt::print(stderr, "clockwise: {}\n", failed.what());
    }
    _exit(static_cast<int>(signal != 0 ? Exit::crashed : Exit::hung));
  }
}

void install_interrupt_handler() {
  struct sigaction action{};
  action.sa_handler = [](int) { is_interrupted = true; };
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
}

const std::atomic<bool>& interrupted() { return is_interrupted; }

}  // namespace clockwise::gate
