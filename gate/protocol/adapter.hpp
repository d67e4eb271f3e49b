// A conversation with an adapter: many cases in flight, and what to do when one is not answered as
// it should be. README.md has the protocol.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gate/protocol/hello.hpp"
#include "gate/protocol/process.hpp"
#include "properties/kit/no_trace.hpp"
#include "properties/kit/reply.hpp"

namespace clockwise::gate {

using Clock = std::chrono::steady_clock;

// An adapter that crashed, hung or broke the protocol, once.
struct Incident {
  enum class Kind : std::uint8_t {
    crashed,
    broke_protocol,
    hung
  };
  Kind kind = Kind::crashed;
  std::string how;            // one sentence
  std::optional<Case> asked;  // none: it was in the handshake, or at the end
  std::string sent;           // the raw line that it was to answer
  std::string received;       // the raw line that it answered with, shortened; empty: none
  std::string errors;         // the end of its standard error
};

class Adapter {
 public:
  struct Limits {
    std::chrono::duration<double> each{5};  // for one reply
    // For the handshake, which waits for an interpreter to start; `each` where that is longer.
    std::chrono::duration<double> hello{5};
    std::size_t reply_bytes = 64U << 20U;
    std::size_t most_incidents = 8;  // then it is asked no more
    std::size_t most_hangs = 2;
    std::function<bool()> interrupted = [] { return false; };
    bool lint = false;  // also report what the gate could tolerate
  };

  // Starts the program and shakes hands. Where that fails, there is an incident, and every question
  // is lost.
  Adapter(std::string command, Limits limits);
  Adapter(const Adapter&) = delete;
  Adapter& operator=(const Adapter&) = delete;
  ~Adapter();

  const std::string& command() const { return command_; }
  const Limits& limits() const { return limits_; }
  const Hello& hello() const { return hello_; }
  bool is_linted() const { return limits_.lint; }
  bool has_given_up() const { return has_given_up_; }
  const std::vector<Incident>& incidents() const { return incidents_; }
  std::uint64_t lines_sent() const { return lines_sent_; }
  std::uint64_t lines_received() const { return lines_received_; }

  // A question: the case as it is sent. Questions are answered in the order in which they are put.
  void put(Case c);
  // The number of questions that are not taken yet.
  std::size_t waiting() const { return questions_.size(); }
  // Takes the answer to the first question, waiting for it. Throws NoTrace where there is none.
  Trace take();
  // Drops the first question, answered or not.
  void drop();

  // Ends its input, and sees that nothing more comes.
  void finish();

 private:
  struct Question {
    Case shape;
    std::string json;
    std::uint64_t id = 0;  // 0: not sent
    std::optional<Reply> reply;
    std::string lost;      // why there is no reply; empty where there may be one
    std::string received;  // raw, shortened
    bool is_settled() const { return reply.has_value() || !lost.empty(); }
  };

  bool start();
  void send_what_may_be();
  void work(std::chrono::milliseconds wait);
  void accept(std::string_view line);
  void fail(Incident::Kind kind, const std::string& how, const std::string& received);
  void record(Incident::Kind kind, std::string how, const Question* about, std::string received,
              std::string errors = {});
  void give_up(const std::string& why);
  std::size_t in_flight() const;
  std::string gone();

  std::string command_;
  Limits limits_;
  Hello hello_;
  std::unique_ptr<Process> process_;
  std::deque<Question> questions_;
  std::uint64_t next_id_ = 1;
  std::size_t settled_ = 0;     // the first so many of the questions
  std::size_t sent_ = 0;        // likewise
  std::size_t one_by_one_ = 0;  // of those that follow the settled ones: sent one at a time
  std::string suspect_errors_;
  std::string suspicion_;  // why they are
  Incident::Kind suspected_ = Incident::Kind::crashed;
  Clock::time_point since_;  // the first open question is being answered since then
  Clock::time_point worked_;
  std::vector<Incident> incidents_;
  std::size_t hangs_ = 0;
  bool has_given_up_ = false;
  std::string why_given_up_;
  std::uint64_t lines_sent_ = 0;
  std::uint64_t lines_received_ = 0;
};

}  // namespace clockwise::gate
