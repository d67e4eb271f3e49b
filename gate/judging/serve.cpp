// Speaks the adapter protocol for a ring of this program: the known-good and known-bad adapters.
#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "gate/base/exit.hpp"
#include "gate/base/verb.hpp"
#include "gate/base/version.hpp"
#include "gate/judging/subject.hpp"
#include "gate/protocol/hello.hpp"
#include "properties/kit/json.hpp"

namespace clockwise::gate {
namespace {

std::string answer(Subject& subject, const std::string& line) {
  const auto message = nlohmann::json::parse(line, nullptr, false);
  if (!message.is_object()) return R"({"error": "expected a JSON object"})";
  if (message.contains("hello")) {
    return fmt::format(
        R"({{"hello": {{"protocol": {}, "name": {}, "version": {}, "level": "ring", )"
        R"("supports": ["join", "leave", "replicas"], "conventions": {{}}}}}})",
        kProtocol, json_string(subject.name()), json_string(kVersion));
  }
  const std::string id = message.contains("id") ? message["id"].dump() : "null";
  if (!message.contains("case")) return fmt::format(R"({{"id": {}, "error": "no case"}})", id);
  if (message["case"].contains("nodes")) {
    return fmt::format(R"({{"id": {}, "unsupported": "a placement case: this is a ring"}})", id);
  }
  const auto c = read_case(message["case"].dump());
  if (!c) return fmt::format(R"({{"id": {}, "error": {}}})", id, json_string(c.error().message()));
  return fmt::format(R"({{"id": {}, "trace": {}}})", id, write_trace(*c, subject.run(*c)));
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
  declare.one("--ring", *ring, "reference (default), optimized or fault:NAME");
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
