#include "gate/report/expectations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "properties/kit/json_reader.hpp"

namespace clockwise::gate {

Read<std::vector<Expectation>> read_expectations(std::string_view text) {
  const auto tree = parse_json(text);
  if (!tree) return std::unexpected(tree.error());
  std::vector<Expectation> all;
  try {
    const Reader top(*tree);
    top.for_each("expected failures", [&](const Reader& entry) {
      entry.allow_only({"property", "profile", "reason", "case"});
      Expectation expectation{entry["property"].text(), "", entry["reason"].text()};
      if (const auto profile = entry.find("profile")) expectation.profile = profile->text();
      if (expectation.reason.empty()) entry["reason"].fail("the reason, in a sentence");
      all.push_back(std::move(expectation));
    });
  } catch (Malformed& malformed) {
    return std::unexpected(std::move(malformed));
  }
  return all;
}

void apply(const std::vector<Expectation>& expectations, Report& report) {
  const std::string profile = report.adapter ? report.adapter->hello.name : report.subject;
  for (const Expectation& expected : expectations) {
    if (!expected.profile.empty() && expected.profile != profile) continue;
    const auto violated = std::ranges::find_if(report.findings, [&](const Finding& finding) {
      return finding.violation.property->slug == expected.property;
    });
    if (violated != report.findings.end()) {
      violated->known = expected.reason;
      continue;
    }
    std::size_t property = 0;
    while (property < report.properties.size() &&
           report.properties[property]->slug != expected.property) {
      ++property;
    }
    if (property == report.properties.size()) {
      report.missed.push_back(
          fmt::format("expected failure of {}: there is no such property among those judged",
                      expected.property));
      continue;
    }
    const bool failed = report.adapter && !report.adapter->incidents.empty();
    report.missed.push_back(fmt::format(
        "expected failure of {}: it {}; expected was: {}", expected.property,
        failed || report.lost ? "did not come, but the subject crashed, hung or broke the protocol"
                              : fmt::format("did not come, the property {}",
                                            word(line_of(report, property).standing)),
        expected.reason));
  }
}

std::string write_expectations(const Report& report) {
  auto all = nlohmann::ordered_json::array();
  for (const Finding& finding : report.findings) {
    nlohmann::ordered_json entry = {{"property", finding.violation.property->slug}};
    if (report.adapter) entry["profile"] = report.adapter->hello.name;
    entry["reason"] = finding.known;
    entry["case"] = json_of(finding.violation.smallest);
    all.push_back(std::move(entry));
  }
  return all.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace clockwise::gate
