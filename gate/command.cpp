// The `clockwise` command: finds the verb, runs it, and turns what goes wrong into an exit code.
#include "gate/command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <map>
#include <string>
#include <system_error>
#include <vector>

#include "gate/base/exit.hpp"
#include "gate/base/files.hpp"
#include "gate/base/near_names.hpp"
#include "gate/base/usage_error.hpp"
#include "gate/base/version.hpp"
#include "gate/base/words.hpp"
#include "gate/judging/subject.hpp"
#include "gate/verbs/verbs.hpp"
#include "properties/engines/engine.hpp"

namespace clockwise::gate {
namespace {

std::string help() {
  std::vector<std::string> codes;
  for (const ExitInfo& info : exit_infos()) {
    codes.push_back(fmt::format("{} {}", static_cast<int>(info.code), info.word));
  }
  return fmt::format(
      "clockwise {}: what a consistent-hash ring must do, and whether yours does it.\n"
      "It puts rings to the test on committed vectors, on every small ring, and on random ones,\n"
      "and shows the smallest case on which a rule is broken.\n\n"
      "Grade a ring\n"
      "  clockwise check                                   the optimized ring shipped here\n"
      "  clockwise check --ring fault:boundary-exclusive   a wrong ring: what a violation looks "
      "like\n"
      "  clockwise check --adapter 'python3 my_ring.py'    yours, in any language\n"
      "  clockwise replay CASE.json                        one case, answer by answer\n\n"
      "Look up a rule\n"
      "  clockwise list                                    rules, properties, wrong rings …\n"
      "  clockwise explain boundary                        a rule, a property or a wrong ring\n"
      "  clockwise owner RING.json 42                      who owns key 42, and why\n\n"
      "Plan a change\n"
      "  clockwise plan RING.json --join E@12              what moves: arcs, loads, keys\n"
      "  clockwise load RING.json --keys KEYS.csv          what each node carries, and hot keys\n"
      "  clockwise expect --tokens 4 --join 1              what moves in the mean\n"
      "  clockwise audit BEFORE.jsonl AFTER.jsonl          did only what had to move move?\n\n"
      "Trust the gate\n"
      "  clockwise self-test                               which property catches which wrong "
      "ring\n"
      "  clockwise serve --ring fault:no-wrap              a ring as an adapter speaks for it\n"
      "  clockwise --version                               kit, protocol and catalog\n\n"
      "`clockwise VERB --help` tells all about a verb.\n"
      "Exit codes: {}.\n",
      kVersion, fmt::join(codes, ", "));
}

int complain(std::string_view about, std::string_view text, Exit code) {
  std::string paragraph = fmt::format("clockwise{}{}: {}", about.empty() ? "" : " ", about, text);
  while (paragraph.ends_with('\n')) paragraph.pop_back();
  fmt::print(stderr, "{}\n", paragraph);
  return static_cast<int>(code);
}

int run(int argc, char** argv) {
  std::vector<std::string> known;
  for (const Verb& verb : verbs()) known.emplace_back(verb.slug);
  const std::string first = argc > 1 ? argv[1] : "";
  if (!first.empty() && first[0] != '-' && std::ranges::find(known, first) == known.end()) {
    const auto near = near_names(first, known);
    return complain(
        "",
        fmt::format("expected a verb ({}), found \"{}\"{}", fmt::join(known, ", "), visible(first),
                    near.empty() ? "" : "; did you mean " + near.front() + "?"),
        Exit::usage);
  }

  CLI::App app{"clockwise"};
  app.name("clockwise");
  bool version = false;
  app.add_flag("--version", version, "kit, protocol and catalog");
  app.require_subcommand(0, 1);
  std::map<const CLI::App*, std::function<int()>> actions;
  for (const Verb& verb : verbs()) {
    CLI::App* sub = app.add_subcommand(std::string(verb.slug), std::string(verb.about));
    actions[sub] = verb.set_up(Declare(*sub));
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const auto chosen = app.get_subcommands();
    if (error.get_exit_code() == 0) {
      fmt::print("{}", chosen.empty() ? help() : chosen.front()->help("clockwise"));
      return 0;
    }
    const std::string verb = chosen.empty() ? "" : chosen.front()->get_name();
    const std::string see =
        fmt::format("`clockwise{}{} --help` tells what is expected", verb.empty() ? "" : " ", verb);
    return complain(verb, fmt::format("{}; {}", error.what(), see), Exit::usage);
  }
  if (version) {
    fmt::print("clockwise {}\nprotocol {}\ncatalog {}\n", kVersion, kProtocol, catalog_hash());
    return 0;
  }
  const auto chosen = app.get_subcommands();
  if (chosen.empty()) {
    fmt::print(stderr, "{}", help());
    return static_cast<int>(Exit::usage);
  }
  const std::string verb = chosen.front()->get_name();
  try {
    return actions.at(chosen.front())();
  } catch (const std::system_error& error) {  // what fmt::print throws
    return complain(verb, error.what(), Exit::usage);
  } catch (const UsageError& error) {
    return complain(verb, error.what(), Exit::usage);
  } catch (const EngineError& error) {
    return complain(verb, error.what(), Exit::usage);
  } catch (const std::exception& error) {
    return complain(verb, fmt::format("a fault inside the gate: {}", error.what()),
                    Exit::cannot_vouch);
  }
}

}  // namespace

int command(int argc, char** argv) {
  const int code = run(argc, argv);
  // What is still in the buffer may find the disk full.
  return print_out("") ? code : static_cast<int>(Exit::usage);
}

int command(int argc, char** argv, const std::string& name, MakeRing make) {
  own_ring() = {.name = name, .make = std::move(make)};
  return command(argc, argv);
}

}  // namespace clockwise::gate
