#include "gate/protocol/adapter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "properties/kit/json_text.hpp"

namespace clockwise::gate {
namespace {

constexpr std::size_t kShown = 2000;  // bytes of a raw line that are kept
using std::chrono::milliseconds;

std::string shortened(std::string_view line) {
  if (line.size() <= kShown) return std::string(line);
  return fmt::format("{} … ({} bytes in all)", line.substr(0, kShown), line.size());
}

std::string question_line(std::uint64_t id, const std::string& json) {
  return fmt::format("{{\"id\": {}, \"case\": {}}}", id, json);
}

}  // namespace

Adapter::Adapter(std::string command, Limits limits)
    : command_(std::move(command)), limits_(std::move(limits)) {
  if (!start()) give_up("the handshake failed");
}

Adapter::~Adapter() = default;

// Runs the program and reads what it says of itself.
bool Adapter::start() {
  try {
    process_ = std::make_unique<Process>(command_);
  } catch (const std::system_error& error) {
    record(Incident::Kind::crashed, fmt::format("it cannot be started: {}", error.what()), nullptr,
           {});
    return false;
  }
  process_->write(hello_line() + "\n");
  ++lines_sent_;
  const auto begun = Clock::now();
  const auto longest = std::max(limits_.each, limits_.hello);
  while (true) {
    process_->pump(milliseconds(20));
    if (const auto line = process_->next_line()) {
      ++lines_received_;
      auto hello = read_hello(*line);
      if (!hello) {
        record(Incident::Kind::broke_protocol,
               fmt::format("its first line is no hello: {}", hello.error().message()), nullptr,
               shortened(*line));
        return false;
      }
      hello_ = *std::move(hello);
      since_ = worked_ = Clock::now();
      return true;
    }
    if (process_->output_is_closed()) {
      record(Incident::Kind::crashed, fmt::format("it {} before it said hello", gone()), nullptr,
             shortened(process_->rest()));
      return false;
    }
    if (process_->rest().size() > limits_.reply_bytes) {
      record(Incident::Kind::broke_protocol,
             fmt::format("its first line is longer than {} bytes", limits_.reply_bytes), nullptr,
             shortened(process_->rest()));
      return false;
    }
    if (limits_.interrupted()) return false;
    if (Clock::now() - begun > longest) {
      record(Incident::Kind::hung,
             fmt::format("it did not say hello within {} s; does it flush its output after each "
                         "line?",
                         longest.count()),
             nullptr, shortened(process_->rest()));
      return false;
    }
  }
}

std::string Adapter::gone() {
  const std::string ending = process_->ending(milliseconds(500));
  return ending.empty() ? "closed its output" : ending;
}

void Adapter::put(Case c) {
  std::string json = write_case_in_full(c);
  if (limits_.lint) {
    const auto read = read_case(json);
    if (!read || write_case_in_full(*read) != json) {
      throw std::logic_error("the gate would send a line that is no case: " + json);
    }
  }
  questions_.push_back({.shape = std::move(c),
                        .json = std::move(json),
                        .id = 0,
                        .reply = {},
                        .lost = why_given_up_,
                        .received = {}});
  if (has_given_up_) {
    settled_ = sent_ = questions_.size();
    return;
  }
  send_what_may_be();
  work(milliseconds(0));
}

std::size_t Adapter::in_flight() const { return sent_ - settled_; }

void Adapter::send_what_may_be() {
  while (sent_ < questions_.size() && (one_by_one_ == 0 || in_flight() == 0)) {
    if (in_flight() == 0) since_ = Clock::now();
    Question& question = questions_[sent_++];
    question.id = next_id_++;
    process_->write(question_line(question.id, question.json) + "\n");
    ++lines_sent_;
  }
}

// Moves bytes, and settles the questions that are answered by them.
void Adapter::work(milliseconds wait) {
  if (has_given_up_) return;
  // The time in which nobody listened is not the adapter's.
  const auto now = Clock::now();
  if (now - worked_ > milliseconds(50)) since_ += now - worked_;
  const bool came = process_->pump(wait);
  worked_ = Clock::now();
  while (!has_given_up_) {
    const auto line = process_->next_line();
    if (!line) break;
    ++lines_received_;
    const Process* answering = process_.get();
    accept(*line);
    if (process_.get() != answering) return;
  }
  if (has_given_up_) return;
  send_what_may_be();
  if (limits_.interrupted()) return give_up("the run was interrupted");
  if (process_->rest().size() > limits_.reply_bytes) {
    return fail(Incident::Kind::broke_protocol,
                fmt::format("it floods: a line is longer than {} bytes", limits_.reply_bytes),
                shortened(process_->rest()));
  }
  if (process_->output_is_closed() && in_flight() > 0) {
    return fail(Incident::Kind::crashed, fmt::format("it {}", gone()), shortened(process_->rest()));
  }
  if (process_->input_is_broken() && in_flight() > 0 && !came &&
      Clock::now() - since_ > milliseconds(200)) {
    const std::string ending = process_->ending(milliseconds(0));
    return fail(ending.empty() ? Incident::Kind::broke_protocol : Incident::Kind::crashed,
                ending.empty() ? "it closed its input before the end" : "it " + ending,
                shortened(process_->rest()));
  }
  const auto took = Clock::now() - since_;
  if (in_flight() > 0 && took > (came ? 2 * limits_.each : limits_.each)) {
    fail(Incident::Kind::hung,
         fmt::format("no answer within {} s{}", limits_.each.count(),
                     lines_received_ == 1 ? "; does it flush its output after each line?" : ""),
         shortened(process_->rest()));
  }
}

void Adapter::accept(std::string_view line) {
  Question* open = in_flight() > 0 ? &questions_[settled_] : nullptr;
  if (open == nullptr) {
    const auto stray = read_reply(line, next_id_, {});
    return fail(Incident::Kind::broke_protocol,
                stray && stray->id > 0 && stray->id < next_id_
                    ? "it answered a case a second time"
                    : "it answered when it was asked nothing",
                shortened(line));
  }
  auto reply = read_reply(line, open->id, open->shape);
  if (!reply) {
    return fail(
        Incident::Kind::broke_protocol,
        fmt::format("its line is no answer to the case: {}{}", reply.error().message(),
                    reply.error().byte ? " (whatever is no reply belongs on standard error)" : ""),
        shortened(line));
  }
  if (reply->id != open->id) {
    const std::string_view what = reply->id < open->id   ? "it answered a case a second time"
                                  : reply->id < next_id_ ? "it answered out of order"
                                                         : "it answered a case that was never sent";
    return fail(Incident::Kind::broke_protocol,
                fmt::format("{}: expected the id {}, found {}", what, open->id, reply->id),
                shortened(line));
  }
  if (limits_.lint) {
    const auto* trace = std::get_if<Trace>(&reply->said);
    if (trace != nullptr && !trace->strangers.empty()) {
      return fail(Incident::Kind::broke_protocol,
                  fmt::format("it names a node that is not in the case: \"{}\"",
                              printable(trace->strangers.front())),
                  shortened(line));
    }
  }
  open->reply = *std::move(reply);
  open->received = shortened(line);
  ++settled_;
  if (one_by_one_ > 0 && --one_by_one_ == 0 && !suspicion_.empty()) {
    // Alone each of them went well.
    record(suspected_,
           fmt::format("{}, with several cases in flight; asked one at a time it answered them",
                       std::exchange(suspicion_, {})),
           nullptr, {}, suspect_errors_);
  }
  since_ = Clock::now();
}

// The adapter is unusable: record the incident, restart it and continue with the next case. A crash
// or a hang may be due to any case in flight (answers that were ready may be lost with it): these
// are asked again one at a time, which shows the right one.
void Adapter::fail(Incident::Kind kind, const std::string& how, const std::string& received) {
  const bool is_sure = kind == Incident::Kind::broke_protocol || in_flight() <= 1;
  if (!is_sure) {
    suspicion_ = how;
    suspected_ = kind;
    process_->pump(milliseconds(0));
    suspect_errors_ = process_->errors();
    one_by_one_ = in_flight();
  } else if (in_flight() == 0) {
    record(kind, how, nullptr, received);
  } else {
    Question& culprit = questions_[settled_++];
    culprit.lost = how;
    culprit.received = received;
    suspicion_.clear();
    if (one_by_one_ > 0) --one_by_one_;
    record(kind, how, &culprit, received);
  }
  sent_ = settled_;
  if (has_given_up_) return;
  if (!start()) return give_up("it could not be started again");
  send_what_may_be();
}

void Adapter::record(Incident::Kind kind, std::string how, const Question* about,
                     std::string received, std::string errors) {
  Incident incident{kind, std::move(how), {}, {}, std::move(received), {}};
  if (about != nullptr) {
    incident.asked = about->shape;
    incident.sent = shortened(question_line(about->id, about->json));
  }
  if (!errors.empty()) {
    incident.errors = std::move(errors);
  } else if (process_ != nullptr) {
    process_->pump(milliseconds(0));
    incident.errors = process_->errors();
  }
  incidents_.push_back(std::move(incident));
  if (kind == Incident::Kind::hung) ++hangs_;
  if (incidents_.size() >= limits_.most_incidents || hangs_ >= limits_.most_hangs) {
    give_up("it failed too often");
  }
}

void Adapter::give_up(const std::string& why) {
  has_given_up_ = true;
  why_given_up_ = why;
  for (Question& question : questions_) {
    if (!question.is_settled()) question.lost = why;
  }
  settled_ = sent_ = questions_.size();
  process_.reset();
}

Trace Adapter::take() {
  while (!questions_.front().is_settled()) work(milliseconds(20));
  Question question = std::move(questions_.front());
  drop();
  if (!question.lost.empty()) throw NoTrace(NoTrace::Why::lost, question.lost);
  auto& said = question.reply->said;
  if (const auto* unsupported = std::get_if<Unsupported>(&said)) {
    throw NoTrace(NoTrace::Why::unsupported, unsupported->why);
  }
  const auto* thrown = std::get_if<Thrown>(&said);
  Trace trace = thrown != nullptr ? failed_throughout(question.shape, thrown->what)
                                  : std::get<Trace>(std::move(said));
  trace.said = {shortened(question_line(question.id, question.json)), std::move(question.received)};
  return trace;
}

void Adapter::drop() {
  while (settled_ == 0 && sent_ > 0) work(milliseconds(20));
  questions_.pop_front();
  if (settled_ > 0) --settled_;
  if (sent_ > 0) --sent_;
}

void Adapter::finish() {
  while (!has_given_up_ && in_flight() > 0) work(milliseconds(20));
  if (has_given_up_) return;
  process_->close_input();
  const auto until = Clock::now() + limits_.each;
  while (!process_->output_is_closed() && Clock::now() < until && !limits_.interrupted()) {
    process_->pump(milliseconds(20));
    if (const auto line = process_->next_line()) {
      record(Incident::Kind::broke_protocol, "it answered when it was asked nothing", nullptr,
             shortened(*line));
      break;
    }
  }
  process_.reset();
}

}  // namespace clockwise::gate
