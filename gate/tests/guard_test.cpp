// Subjects that do not come back. Each runs in a process of its own.
#include "gate/judging/guard.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <thread>

#include "gate/base/exit.hpp"
#include "gate/judging/check.hpp"
#include "gate/report/report.hpp"
#include "gate/tests/command.hpp"
#include "optimized/sorted_ring.hpp"
#include "properties/faults/fault.hpp"
#include "properties/kit/json.hpp"

namespace clockwise::gate {
namespace {

// A right ring, but that on a question for the last position it does what it is told.
class Trapped final : public Ring {
 public:
  explicit Trapped(void (*trap)()) : trap_(trap) {}
  Outcome<void> build(RingSize size, std::span<const Token> tokens) override {
    last_ = size.last();
    return ring_.build(size, tokens);
  }
  Outcome<void> join(std::span<const Token> tokens) override { return ring_.join(tokens); }
  Outcome<void> leave(NodeId node) override { return ring_.leave(node); }
  Outcome<NodeId> owner(Position key) const override {
    if (key == last_ && key > 20) trap_();
    return ring_.owner(key);
  }
  Outcome<std::size_t> replicas(Position key, std::span<NodeId> out) const override {
    return ring_.replicas(key, out);
  }

 private:
  SortedRing ring_;
  Position last_ = 0;
  void (*trap_)();
};

[[noreturn]] void loop() {
  while (true) usleep(1000);
}

// Uses up the stack; the compiler must not see that it never ends.
int dig(volatile int* depth) {
  volatile char hole[4096];
  hole[0] = static_cast<char>(*depth);
  *depth = *depth + 1;
  const int below = *depth > 0 ? dig(depth) : 0;
  return below + hole[0];
}

// A limit that no machine comes near to, and one that a loop is to run into.
constexpr Seconds kNeverReached(600);
constexpr Seconds kSoonReached(1);

CheckOptions quick(const std::string& file) {
  CheckOptions options;
  options.engines = parse_engines({"corpus"}, Level::positions);
  options.properties = parse_properties({"successor", "boundary"}, Level::positions);
  options.corpus = kCorpus;
  options.format = "json";
  options.output = file;
  return options;
}

// Grades it in a child, and returns its report once it is gone.
template <class Make>
nlohmann::json grade(Make make, Exit code, const CheckOptions& options,
                     Seconds limit = kNeverReached, Mover mover = {}) {
  EXPECT_EXIT(
      {
        OpenSubject subject(std::make_unique<RingSubject>("trapped", make, mover), "--ring trapped",
                            limit);
        std::exit(static_cast<int>(check(subject, options)));
      },
      ::testing::ExitedWithCode(static_cast<int>(code)), "");
  return nlohmann::json::parse(slurp(options.output));
}

class GuardDeathTest : public ::testing::Test {
 protected:
  Folder folder_;
  std::string file_ = (folder_ / "report.json").string();

  void expect_lost(void (*trap)(), Exit code, const std::string& how) {
    const auto report = grade([trap] { return std::make_unique<Trapped>(trap); }, code,
                              quick(file_), code == Exit::hung ? kSoonReached : kNeverReached);
    EXPECT_EQ(report["exit"], static_cast<int>(code));
    EXPECT_EQ(report["partial"], true);
    ASSERT_TRUE(report["lost"].is_object());
    EXPECT_EQ(report["lost"]["how"], how);
    EXPECT_EQ(report["lost"]["engine"], "corpus");
    // The case is the one that does it: it asks for the last position.
    const auto asked = read_case(report["lost"]["case"].dump());
    ASSERT_TRUE(asked.has_value());
    const auto last = static_cast<Position>(asked->start.size - 1);
    EXPECT_NE(std::ranges::find(asked->keys, last), asked->keys.end());
    EXPECT_TRUE(has(report["lost"]["replay"], "| clockwise replay - --ring trapped"));
  }
};

TEST_F(GuardDeathTest, ALoopIsAHang) { expect_lost(loop, Exit::hung, "no answer within 1 s"); }

TEST_F(GuardDeathTest, EveryFatalSignalIsACrash) {
  expect_lost([] { std::raise(SIGSEGV); }, Exit::crashed, "SIGSEGV");
  expect_lost([] { std::raise(SIGFPE); }, Exit::crashed, "SIGFPE");
  expect_lost([] { std::raise(SIGILL); }, Exit::crashed, "SIGILL");
  expect_lost([] { std::raise(SIGBUS); }, Exit::crashed, "SIGBUS");
  expect_lost([] { std::abort(); }, Exit::crashed, "SIGABRT");
}

TEST_F(GuardDeathTest, AnEndlessRecursionIsACrash) {
  expect_lost(
      [] {
        volatile int depth = 1;
        dig(&depth);
      },
      Exit::crashed, "SIGSEGV");
}

TEST_F(GuardDeathTest, ASubjectMayNotEndTheProcess) {
  expect_lost([] { std::exit(0); }, Exit::crashed, "it ended the process");
}

// Planners that do not come back. The case that is told is the change: from one ring to another.
TEST_F(GuardDeathTest, APlannerIsWatchedToo) {
  const Planner kTraps[] = {
      [](RingSize, std::span<const Token>, std::span<const Token>) -> Moves { loop(); },
      [](RingSize, std::span<const Token>, std::span<const Token>) -> Moves { std::abort(); },
  };
  CheckOptions options = quick(file_);
  options.properties = parse_properties({"successor", "plan-lists-what-moves"}, Level::positions);
  for (const Planner trap : kTraps) {
    const Exit code = trap == kTraps[0] ? Exit::hung : Exit::crashed;
    const auto report = grade([] { return std::make_unique<SortedRing>(); }, code, options,
                              code == Exit::hung ? kSoonReached : kNeverReached, {.plan = trap});
    const auto change = read_case(report["lost"]["case"].dump());
    ASSERT_TRUE(change.has_value());
    ASSERT_EQ(change->steps.size(), 1U);
    EXPECT_TRUE(std::holds_alternative<Build>(change->steps[0]));
  }
}

// A ring that is wrong, and crashes later.
class WrongThenTrapped final : public Ring {
 public:
  Outcome<void> build(RingSize size, std::span<const Token> tokens) override {
    first_ = tokens.empty() ? NodeId{} : tokens.front().node;
    return ring_.build(size, tokens);
  }
  Outcome<void> join(std::span<const Token> tokens) override { return ring_.join(tokens); }
  Outcome<void> leave(NodeId) override { std::abort(); }
  Outcome<NodeId> owner(Position key) const override {
    const auto right = ring_.owner(key);
    return right ? first_ : right;
  }
  Outcome<std::size_t> replicas(Position key, std::span<NodeId> out) const override {
    return ring_.replicas(key, out);
  }

 private:
  SortedRing ring_;
  NodeId first_{};
};

TEST_F(GuardDeathTest, ACrashAfterAViolationIsAViolationAndIsStillListed) {
  CheckOptions options = quick(file_);
  options.corpus = folder_.path();
  std::filesystem::create_directories(folder_ / "vectors");
  spill(folder_ / "vectors/a.json",
        R"({"size": "4", "tokens": [{"node": "A", "at": "0"}, {"node": "B", "at": "1"}],
            "keys": ["1"]})");
  spill(folder_ / "vectors/b.json",
        R"({"size": "4", "tokens": [{"node": "A", "at": "0"}, {"node": "B", "at": "1"}],
            "steps": [{"leave": "B"}], "keys": ["1"]})");
  options.properties =
      parse_properties({"successor", "wrap", "leave-hands-over-own-keys"}, Level::positions);
  // The gate's own check needs a corpus on which the wrong rings show.
  std::filesystem::copy(kCorpus / "vectors/examples", folder_ / "vectors/examples");
  const auto report =
      grade([] { return std::make_unique<WrongThenTrapped>(); }, Exit::violated, options);
  EXPECT_EQ(report["exit"], 1);
  EXPECT_GE(report["violations"].size(), 1U);
  EXPECT_EQ(report["violations"][0]["property"], "successor");
  EXPECT_EQ(report["lost"]["verdict"], "crashed");
  EXPECT_TRUE(has(report["conclusion"],
                  "does not conform: 1 of 3 properties violated; and it "
                  "crashed"));
}

// The ring itself presses Ctrl-C, long after the first violation and long before the last case.
TEST_F(GuardDeathTest, AnInterruptedRunTellsSoFar) {
  CheckOptions options = quick(file_);
  options.engines = parse_engines({"random"}, Level::positions);
  options.budget.budget.cases = 1'000'000;
  options.properties = parse_properties({"successor", "boundary"}, Level::positions);
  const auto make = [made = 0]() mutable {
    if (++made == 1000) std::raise(SIGINT);
    return find_fault("no-wrap")->make();
  };
  const auto report = grade(make, Exit::interrupted, options);
  EXPECT_EQ(report["exit"], 130);
  EXPECT_EQ(report["partial"], true);
  EXPECT_TRUE(has(report["conclusion"], "interrupted after "));
  ASSERT_EQ(report["violations"].size(), 1U);
  EXPECT_EQ(report["violations"][0]["property"], "successor");
}

TEST_F(GuardDeathTest, ACrashOutsideTheSubjectIsAFaultOfTheGate) {
  RingSubject subject("right", [] { return std::make_unique<SortedRing>(); });
  EXPECT_EXIT(
      {
        const Guard guard(subject, kNeverReached,
                          [](Ending, const std::string&, const Case&) { return 0; });
        std::raise(SIGSEGV);
      },
      ::testing::ExitedWithCode(5), "a fault inside the gate");
}

TEST(Guard, LeavesAnswersAndExceptionsAsTheyAre) {
  class Throwing final : public Subject {
   public:
    const std::string& name() const override { return name_; }
    Trace run_asking(const Case&, const AskIn&) override { throw std::runtime_error("no"); }

   private:
    std::string name_ = "throwing";
  };
  Throwing throwing;
  Guard guard(throwing, kSoonReached, [](Ending, const std::string&, const Case&) { return 1; });
  EXPECT_EQ(guard.name(), "throwing");
  EXPECT_THROW(guard.run({}), std::runtime_error);
  std::this_thread::sleep_for(2 * kSoonReached);  // no run is on
}

}  // namespace
}  // namespace clockwise::gate
