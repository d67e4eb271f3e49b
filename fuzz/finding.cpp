#include "fuzz/finding.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "properties/kit/catalog.hpp"
#include "properties/kit/hash.hpp"
#include "properties/kit/json.hpp"

namespace clockwise::fuzz {
namespace {

namespace fs = std::filesystem;

// A large case may take long to run. Shrinking then ends where it has got to.
constexpr std::chrono::seconds kShrinkingTime{10};

StillFails while_time_lasts(StillFails still_fails) {
  const auto end = std::chrono::steady_clock::now() + kShrinkingTime;
  return [end, still_fails = std::move(still_fails)](const Case& c) {
    return std::chrono::steady_clock::now() < end && still_fails(c);
  };
}

void announce() {
  fmt::print(stderr, "\nfound; making it small\n");
  std::fflush(stderr);
}

// Writes it as FOLDER/STEM-HASH.EXTENSION and returns the path: the same finding gets the same
// name.
std::string write_down(std::string_view stem, std::string_view extension, const std::string& text) {
  const char* named = std::getenv("CLOCKWISE_FINDINGS");
  const fs::path folder = named == nullptr || *named == '\0' ? "findings" : named;
  const fs::path path = folder / fmt::format("{}-{:08x}.{}", stem, hash_of(text) >> 32U, extension);
  std::error_code none;
  fs::create_directories(folder, none);
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) return fmt::format("{} (which cannot be written)", path.string());
  return path.string();
}

[[noreturn]] void trap(const std::string& said) {
  fmt::print(stderr, "{}", said);
  std::fflush(stderr);
  __builtin_trap();
}

std::string where(const Case& asked, const Witness& witness) {
  std::string where = fmt::format("state {}", witness.state);
  if (!witness.key) return where;
  const Case& c = witness.derived ? *witness.derived : asked;
  return fmt::format("{}, key {}", where, c.keys[*witness.key]);
}

// The last that a finding on a ring says, for good.
[[noreturn]] void trap_with(const std::string& said, const Case& smallest, const std::string& file,
                            const std::string& replay) {
  trap(fmt::format("{}  case      {}\n  file      {}\n  replay    {}\n", said, write_case(smallest),
                   file, replay));
}

[[noreturn]] void report_smallest(Subject& subject, const Property& property, const Case& smallest,
                                  const Verdict& verdict) {
  const Witness& witness = verdict.witness();
  std::string said = fmt::format(
      "\nFINDING: {} violates {}\n  {}\n  at        {}\n  expected  {}\n  answered  {}\n",
      subject.name(), property.slug, property.claim, where(smallest, witness), witness.expected,
      witness.answered);
  if (witness.derived) said += fmt::format("  asked     {}\n", write_case(*witness.derived));
  const std::string file = write_down(property.slug, "json", write_case_pretty(smallest) + "\n");
  trap_with(said, smallest, file,
            fmt::format("clockwise replay {} --ring {}", file, subject.name()));
}

[[noreturn]] void make_small_and_report(Subject& subject, const Property& property,
                                        const Case& found) {
  Judge judge(subject, {&property});
  const Case smallest =
      shrink(found, while_time_lasts([&](const Case& c) { return judge.violates(property, c); }));
  report_smallest(subject, property, smallest, judge.verdict_on(property, smallest));
}

}  // namespace

void report(Subject& subject, const Property& property, const Case& found) {
  announce();
  make_small_and_report(subject, property, found);
}

void report(Subject& subject, const Claim& claim, const Case& found) {
  announce();
  const Case smallest =
      shrink(found, while_time_lasts([&](const Case& c) { return !claim.where(c).empty(); }));
  Judge judge(subject, catalog_at(Level::positions));
  for (const Property* property : catalog_at(Level::positions)) {
    if (judge.violates(*property, smallest)) {
      make_small_and_report(subject, *property, smallest);
    }
  }
  const std::string at = claim.where(smallest);
  const std::string said = fmt::format(
      "\nFINDING: {} violates no property, and yet:\n  {}\n  at        {}\n", subject.name(),
      claim.text, at.empty() ? "no state, now that it is run once more" : at);
  const std::string file = write_down(claim.target, "json", write_case_pretty(smallest) + "\n");
  // Not by the command, which asks what the properties ask, and would find nothing.
  trap_with(
      said, smallest, file,
      fmt::format("fuzz_convert encode {} . {} && CLOCKWISE_SUBJECT={} fuzz_{} ./{}", claim.limits,
                  file, subject.name(), claim.target, fs::path(file).stem().string()));
}

void report(std::string_view target, std::string_view claim, std::string_view found,
            const std::function<bool(std::string_view)>& still_fails) {
  std::string smallest(found);
  for (std::size_t run = std::max<std::size_t>(1, smallest.size() / 2); run > 0; run /= 2) {
    for (std::size_t at = 0; at + run <= smallest.size();) {
      std::string shorter = smallest;
      shorter.erase(at, run);
      if (still_fails(shorter)) {
        smallest = std::move(shorter);
      } else {
        at += run;
      }
    }
  }
  const std::string file = write_down(target, "txt", smallest);
  trap(fmt::format("\nFINDING: {} is violated\n  {}\n  text      {}\n  file      {}\n", target,
                   claim, smallest, file));
}

}  // namespace clockwise::fuzz
