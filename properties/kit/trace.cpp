#include "properties/kit/trace.hpp"

#include <algorithm>

namespace clockwise {

bool same_owner(const State& a, std::size_t i, const State& b, std::size_t j) {
  return agree(a.owners[i], b.owners[j]);
}

bool same_replicas(const State& a, std::size_t i, const State& b, std::size_t j) {
  return agree(a.replicas[i], b.replicas[j]) && std::ranges::equal(a.list(i), b.list(j));
}

std::size_t first_difference(const State& a, const State& b) {
  for (std::size_t i = 0; i < a.owners.size(); ++i) {
    if (!same_owner(a, i, b, i)) return i;
    if (!a.replicas.empty() && !same_replicas(a, i, b, i)) return i;
  }
  return a.owners.size();
}

}  // namespace clockwise
