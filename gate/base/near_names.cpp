#include "gate/base/near_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace clockwise::gate {
namespace {

// How many single-letter changes lead from one text to the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j + 1] + 1, row[j] + 1, changed});
    }
  }
  return row.back();
}

}  // namespace

std::vector<std::string> near_names(std::string_view name, const std::vector<std::string>& known) {
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const std::string& each : known) {
    // As it is misspelt; as its beginning is; or as a part of it.
    std::size_t distance = edit_distance(name, each);
    for (std::size_t length = name.size(); name.size() >= 4 && length <= name.size() + 1;
         ++length) {
      if (length >= each.size()) break;
      distance = std::min(distance, 1 + edit_distance(name, each.substr(0, length)));
    }
    if (name.size() >= 3 && name != each && each.find(name) != std::string::npos) distance = 1;
    if (distance <= std::max<std::size_t>(2, name.size() / 4)) near.emplace_back(distance, each);
  }
  std::ranges::sort(near);
  std::vector<std::string> names;
  for (auto& [distance, each] : near) {
    if (names.size() < 5) names.push_back(std::move(each));
  }
  return names;
}

std::string near_hint(std::string_view name, const std::vector<std::string>& known,
                      std::string_view list) {
  const std::vector<std::string> near = near_names(name, known);
  const std::string all =
      fmt::format("`clockwise list{}{}` shows all", list.empty() ? "" : " ", list);
  if (near.empty()) return fmt::format("; {}", all);
  return fmt::format("; near it: {}; {}", fmt::join(near, ", "), all);
}

}  // namespace clockwise::gate
