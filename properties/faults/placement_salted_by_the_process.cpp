#include <utility>

#include "properties/faults/base_name_ring.hpp"

namespace clockwise::faults {
namespace {

class PlacementSaltedByTheProcess final : public RendezvousRing {
 public:
  explicit PlacementSaltedByTheProcess(std::uint64_t process) : process_(process) {}

 private:
  std::vector<NodeId> ranked(std::string_view key) const override {
    std::vector<NodeId> nodes = RendezvousRing::ranked(key);
    if (process_ > 0 && mixed(key, process_) % 50 == 0) std::swap(nodes.front(), nodes.back());
    return nodes;
  }

  std::uint64_t process_;
};

std::unique_ptr<NameRing> make(std::uint64_t process) {
  return std::make_unique<PlacementSaltedByTheProcess>(process);
}

}  // namespace

extern const Fault placement_salted_by_the_process;
const Fault placement_salted_by_the_process{
    .slug = "placement-salted-by-the-process",
    .story = "A few keys are placed by a salt of the process.",
    .rule = "pure",
    .make_names = make,
};

}  // namespace clockwise::faults
