// Speaks the adapter protocol for a ring of this program: the known-good and known-bad adapters.
#include <fmt/format.h>

#include <cstdio>
#include <iostream>

#include "gate/base/exit.hpp"
#include "gate/base/verb.hpp"
#include "gate/base/version.hpp"
#include "gate/judging/options.hpp"
#include "gate/judging/subject.hpp"
#include "gate/protocol/hello.hpp"
#include "properties/kit/json.hpp"
#include "properties/kit/reply.hpp"

namespace clockwise::gate {
namespace {

std::string hello_of(const Subject& subject) {
  const bool is_of_names = subject.level() == Level::names;
  return fmt::format(
      R"({{"hello": {{"protocol": {}, "name": {}, "version": {}, "level": "{}", "supports": [{}], )"
      R"("conventions": {}}}}})",
      kProtocol, json_string(subject.name()), json_string(kVersion),
      is_of_names ? "placement" : "ring",
      is_of_names ? R"("join", "leave", "replicas", "weigh")" : R"("join", "leave", "replicas")",
      is_of_names ? R"({"weights": "absolute"})" : "{}");
}

std::string answer(Subject& subject, const std::string& line) {
  if (line == hello_line()) return hello_of(subject);
  const auto question = read_question(line);
  if (!question) {
    return fmt::format(R"({{"id": null, "error": {}}})", json_string(question.error().message()));
  }
  const auto& [id, asked] = *question;
  if (!asked) {
    return fmt::format(R"({{"id": {}, "error": {}}})", id, json_string(asked.error().message()));
  }
  if (asked->level != subject.level()) {
    return fmt::format(R"({{"id": {}, "unsupported": "this is a ring of {}"}})", id,
                       level_name(subject.level()));
  }
  return fmt::format(R"({{"id": {}, "trace": {}}})", id, write_trace(*asked, subject.run(*asked)));
}

int run(const std::string& ring) {
  const auto subject = make_subject(ring);
  std::string line;
  while (std::getline(std::cin, line)) {
    const std::string said = answer(*subject, line) + "\n";
    std::fwrite(said.data(), 1, said.size(), stdout);
    if (std::cin.rdbuf()->in_avail() <= 0) std::fflush(stdout);
  }
  return std::fflush(stdout) == 0 ? 0 : static_cast<int>(Exit::usage);
}

std::function<int()> set_up(Declare declare) {
  auto ring = std::make_shared<std::string>("reference");
  declare.one("--ring", *ring, "reference (default), optimized, rendezvous or fault:NAME");
  declare.footer(
      "Reads cases from standard input and writes traces to standard output, a line each, as an\n"
      "adapter does. So a gate's own check speaks, and so you see what yours is to answer:\n"
      "  clockwise check --adapter \"clockwise serve --ring fault:no-wrap\"");
  return [ring] { return run(*ring); };
}

}  // namespace

extern const Verb serve_verb;
const Verb serve_verb{
    .slug = "serve",
    .about = "speak the adapter protocol for a ring of this program",
    .set_up = set_up,
};

}  // namespace clockwise::gate
