#include "properties/kit/observed.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace clockwise {
namespace {

constexpr double kEnough = 30;  // keys due to a node: fewer say nothing of its share
constexpr double kErrors = 4;   // standard errors that are chance
constexpr std::size_t kNamed = 5;

}  // namespace

void Observed::look(const Trial& trial) {
  look_at_newcomers(trial);
  look_at_shares(trial);
}

void Observed::look_at_newcomers(const Trial& trial) {
  const Case& c = trial.asked;
  for (std::size_t i = 0; i < c.steps.size(); ++i) {
    const auto* join = std::get_if<Join>(&c.steps[i]);
    if (join == nullptr || !trial.was_done(i + 1)) continue;
    for (const Member& member : join->nodes) {
      if (is_member(trial.nodes(i), member.node)) continue;
      ++newcomers_;
      const bool owns =
          std::ranges::any_of(trial.answered.states[i + 1].owners,
                              [&](const Answer owner) { return owner.is(member.node); });
      if (owns) continue;
      keyless_.push_back(fmt::format("{} as node {}, of {}", node_name(c, member.node),
                                     trial.nodes(i + 1).size(), counted(c.keys.size(), "key")));
    }
  }
}

void Observed::look_at_shares(const Trial& trial) {
  const Case& c = trial.asked;
  const std::vector<Member>& members = trial.nodes(0);
  if (members.size() < 2) return;
  std::map<NodeId, double> owned;
  for (const Answer owner : trial.answered.states[0].owners) {
    if (owner.kind() == Answer::Kind::node) ++owned[owner.node()];
  }
  double weights = 0;
  for (const Member& member : members) weights += static_cast<double>(member.weight);
  const auto keys = static_cast<double>(c.keys.size());
  for (const Member& member : members) {
    const double part = static_cast<double>(member.weight) / weights;
    const double due = keys * part;
    if (due < kEnough) continue;
    ++shares_;
    const double times = owned[member.node] / due;
    const double chance = kErrors * std::sqrt((1 - part) / due);
    const double beyond = std::abs(times - 1) - chance;
    if (beyond > 0) ++off_;
    if (beyond <= farthest_) continue;
    farthest_ = beyond;
    which_ = fmt::format(
        "{}, one of {} nodes, with {:.2f} times its share of {} keys, where chance allows {:.2f} "
        "to {:.2f}",
        node_name(c, member.node), members.size(), times, c.keys.size(), std::max(0.0, 1 - chance),
        1 + chance);
  }
}

std::vector<std::string> Observed::said() const {
  std::vector<std::string> sentences;
  if (shares_ > 0) {
    std::string shares = fmt::format(
        "shares: of {} that {:.0f} keys or more were due to, {} by more than {:.0f} standard "
        "errors "
        "off their part of the weights",
        counted(shares_, "node"), kEnough, off_ == 1 ? "1 is" : fmt::format("{} are", off_),
        kErrors);
    if (!which_.empty()) shares += fmt::format("; the farthest is {}", which_);
    sentences.push_back(std::move(shares));
  }
  if (!keyless_.empty()) {
    const std::size_t named = std::min(kNamed, keyless_.size());
    sentences.push_back(fmt::format(
        "newcomers: {} of {} got none of the keys that were asked for: {}{}", keyless_.size(),
        newcomers_, fmt::join(keyless_.begin(), keyless_.begin() + static_cast<long>(named), "; "),
        named < keyless_.size() ? "; …" : ""));
  }
  return sentences;
}

}  // namespace clockwise
