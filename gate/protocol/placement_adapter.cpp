#include "gate/protocol/placement_adapter.hpp"

#include <algorithm>
#include <set>

namespace clockwise::gate {

Manners manners_of(const Hello& hello) {
  using M = Manners;
  Manners m;
  const std::string_view rejoin = hello.convention("rejoin");
  m.rejoin = rejoin == "ignore"    ? M::Rejoin::ignore
             : rejoin == "replace" ? M::Rejoin::replace
             : rejoin == "count"   ? M::Rejoin::count
                                   : M::Rejoin::refuse;
  const std::string_view weights = hello.convention("weights");
  m.weights = weights == "absolute"     ? M::Weights::absolute
              : weights == "normalised" ? M::Weights::normalised
                                        : M::Weights::none;
  const std::string_view membership = hello.convention("membership");
  m.membership = membership == "append"    ? M::Membership::append
                 : membership == "bounded" ? M::Membership::bounded
                                           : M::Membership::any;
  m.ignores_unknown = hello.is("unknown", "ignore");
  m.empties = hello.is("last", "empty");
  m.truncates = hello.is("shortage", "truncate");
  m.orders = hello.is("replicas", "ordered");
  m.joins = hello.joins;
  m.leaves = hello.leaves;
  m.lists_replicas = hello.lists_replicas;
  m.most_nodes = std::min<std::uint64_t>(m.most_nodes, hello.nodes.value_or(m.most_nodes));
  m.most_key_bytes =
      std::min<std::uint64_t>(m.most_key_bytes, hello.key_bytes.value_or(m.most_key_bytes));
  m.least_key_bytes = hello.least_key_bytes.value_or(0);
  m.share_tolerance = hello.share_tolerance;
  return m;
}

PlacementAdapter::PlacementAdapter(std::shared_ptr<Adapter> adapter)
    : adapter_(std::move(adapter)),
      name_(adapter_->hello().title()),
      manners_(manners_of(adapter_->hello())) {}

Trace PlacementAdapter::run(const PlacementCase& c) {
  adapter_->put(shape_of(c), write_placement_case(c));
  return adapter_->take();
}

std::optional<Trace> PlacementAdapter::run_afresh(const PlacementCase& c) {
  if (fresh_left_ == 0) return std::nullopt;
  --fresh_left_;
  Adapter other(adapter_->command(), adapter_->limits());
  other.put(shape_of(c), write_placement_case(c));
  try {
    return other.take();
  } catch (const NoTrace&) {
    // What crashes or hangs is told of where it is asked in earnest.
    return std::nullopt;
  }
}

}  // namespace clockwise::gate
